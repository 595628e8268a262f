import { type Address, unmanagedAddress } from "../../../model/address.ts";
import { wordsOf } from "../../../model/codes/plan-words.ts";
import {
  type DesiredObject,
  type DesiredValue,
  type DesiredWorld,
  isReference,
  type OutsideObject,
} from "../../../model/desired-world.ts";
import { type Diagnostic, errorAt } from "../../../model/diagnostic.ts";
import type { LiveObject, Snapshot } from "../../../model/snapshot.ts";
import type { State } from "../../../model/state.ts";
import type { TypeIndex } from "../../../model/type-index.ts";
import type { Json } from "../../../util/json.ts";

/** A layout in which ids take the place of the outside objects that the service has, and errors for the others. */
export interface FoundOutside {
  readonly desired: DesiredWorld;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Finds the outside objects of a layout by their values: exactly one live object has to match each. A destroy needs none of them, because the
 * state knows the objects to delete by their ids, and the owners of those.
 */
export function findOutside(
  types: TypeIndex,
  desired: DesiredWorld,
  live: Snapshot,
  { isDestroy, state }: { readonly isDestroy: boolean; readonly state: State | undefined },
): FoundOutside {
  const { outside = [], ...world } = desired;
  if (outside.length === 0) return { desired, diagnostics: [] };
  const ids = new Map<Address, string>();
  const diagnostics: Diagnostic[] = [];
  // The objects inside others come after those.
  for (const object of [...outside].sort((a, b) => depthOf(types, a) - depthOf(types, b))) {
    const found = live.objects.filter((each) => isMeant(types, object, each, ids));
    const [only, second] = found;
    const id = only !== undefined && second === undefined ? only.id : undefined;
    const known = id ?? (isDestroy ? ownerInState(desired, object.address, state) : undefined);
    if (known !== undefined) ids.set(object.address, known);
    else if (!isDestroy) diagnostics.push(notOne(types, object, found));
  }
  const objects = world.objects.map((object) => withIds(object, ids));
  return { desired: { ...world, objects: [...scopesAmong(outside, objects, ids), ...objects] }, diagnostics };
}

/** The id of an outside object in which the last run wrote objects of the layout. */
function ownerInState(
  { objects }: DesiredWorld,
  outside: Address,
  state: State | undefined,
): string | undefined {
  const inside = objects.filter(({ scope }) => scope === outside);
  return inside.flatMap(({ address }) => state?.objects[address]?.scopeId ?? [])[0];
}

function depthOf(types: TypeIndex, { type, container }: OutsideObject): number {
  return (types.get(type).scope === undefined ? 0 : 2) + (isReference(container) ? 1 : 0);
}

function isMeant(
  types: TypeIndex,
  { type, scope, container, attributes }: OutsideObject,
  live: LiveObject,
  ids: ReadonlyMap<Address, string>,
): boolean {
  if (live.type !== type || (scope !== undefined && live.scopeId !== idOf(scope, ids))) return false;
  if (container !== undefined && live.container?.id !== idOf(container, ids)) return false;
  return Object.entries(attributes).every(([name, value]) => {
    const { normalize = (same: Json) => same } = types.get(type).attributes[name] ?? {};
    const own = live.attributes[name] ?? null;
    return own !== null && normalize(own) === normalize(value);
  });
}

function idOf(value: OutsideObject["container"], ids: ReadonlyMap<Address, string>): string | undefined {
  return isReference(value) ? ids.get(value.$ref) : value;
}

function notOne(
  types: TypeIndex,
  { type, attributes, at }: OutsideObject,
  found: readonly LiveObject[],
): Diagnostic {
  const { one } = types.get(type).label;
  const values = Object.entries(attributes).map(([name, value]) => `${name} ${JSON.stringify(value)}`);
  const facts = { object: one, values };
  return errorAt(
    at,
    found.length === 0
      ? wordsOf("plan/outside-object", { case: "none", ...facts })
      : wordsOf("plan/outside-object", { case: "several", ...facts, ids: found.map(({ id }) => id) }),
  );
}

/** The object with ids in place of references to outside objects. Its scope is an object of the layout, so it has an address. */
function withIds(object: DesiredObject, ids: ReadonlyMap<Address, string>): DesiredObject {
  const idAt = (value: DesiredValue) => (isReference(value) ? (ids.get(value.$ref) ?? value) : value);
  const { container, scope } = object;
  const scopeId = scope === undefined ? undefined : ids.get(scope);
  return {
    ...object,
    ...(scope === undefined || scopeId === undefined ? {} : { scope: scopeAddress(scope, scopeId) }),
    ...(container === undefined || container === null
      ? {}
      : { container: idAt(container) as NonNullable<typeof container> }),
    attributes: Object.fromEntries(
      Object.entries(object.attributes).map(([name, value]) => [name, idAt(value)]),
    ),
  };
}

function scopeAddress(outside: Address, id: string): Address {
  return unmanagedAddress(outside.slice(0, outside.indexOf(".")), id);
}

/** The outside objects that own objects of the layout, as objects that the layout names by their ids. */
function scopesAmong(
  outside: readonly OutsideObject[],
  objects: readonly DesiredObject[],
  ids: ReadonlyMap<Address, string>,
): readonly DesiredObject[] {
  const scopes = new Set(objects.flatMap(({ scope }) => scope ?? []));
  const declared = new Set(objects.map(({ address }) => address));
  const named = outside.flatMap(({ address, type, at }) => {
    const id = ids.get(address);
    if (id === undefined) return [];
    const owner = scopeAddress(address, id);
    if (!scopes.has(owner) || declared.has(owner)) return [];
    declared.add(owner);
    return [{ address: owner, type, id, at }];
  });
  return named.map(({ id, at, ...object }, rank) => ({
    ...object,
    attributes: {},
    pin: id,
    ignore: [],
    owns: [],
    rank,
    ...(at === undefined ? {} : { at }),
  }));
}
