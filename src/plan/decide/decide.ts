import type { Address } from "../../model/address.ts";
import { isUnmanagedAddress, typeOfAddress, unmanagedAddress } from "../../model/address.ts";
import { satisfiesDeclared } from "../../model/attribute-value.ts";
import type { DesiredObject, DesiredWorld } from "../../model/desired-world.ts";
import { isReference } from "../../model/desired-world.ts";
import type { Diagnostic } from "../../model/diagnostic.ts";
import type { Generation } from "../../model/endpoint.ts";
import { foreignParts, generationOf } from "../../model/generation-marks.ts";
import { jsonEquals } from "../../model/json.ts";
import type { LiveObject } from "../../model/live-world.ts";
import type { Lock } from "../../model/lock.ts";
import { keyOf, type ObjectKey, objectKey } from "../../model/object-key.ts";
import type { Attribute, ResourceType } from "../../model/resource-type.ts";
import { writerOf } from "../../model/resource-type.ts";
import type { TypeIndex } from "../../model/type-index.ts";
import type { DesiredIndex } from "../desired-index.ts";
import type { LiveIndex } from "../live-index.ts";
import type { Pair, Pairing } from "../pair/pair.ts";
import type { PlanNote } from "../plan.ts";
import { replacedAddress } from "../plan.ts";
import type { Hash } from "./compare.ts";
import { lockValue, resolveValue } from "./compare.ts";

/** What becomes of every object: retained with changes, created, or deleted. */
export interface Decisions {
  readonly retained: ReadonlyMap<Address, Retained>;
  readonly created: ReadonlyMap<Address, Created>;
  readonly deleted: ReadonlyMap<ObjectKey, Deleted>;
  readonly diagnostics: readonly Diagnostic[];
  readonly notes: readonly PlanNote[];
}

export interface Retained {
  readonly desired: DesiredObject;
  readonly live: LiveObject;
  readonly by: Pair["by"];
  /** Names of attributes whose declared value is not live. */
  readonly changed: readonly string[];
  /** It is to become the default among its siblings. */
  readonly becomesDefault: boolean;
  /** Its container changes; ids are not known for containers yet to be created. */
  readonly moves: boolean;
}

export interface Created {
  readonly desired: DesiredObject;
  /** The object whose creation makes it. */
  readonly bornWith?: Address;
  /** The live object that it takes the place of, and why it cannot be retained. */
  readonly replaces?: {
    readonly live: LiveObject;
    readonly reason: string;
    readonly changed: readonly string[];
  };
}

export interface Deleted {
  readonly live: LiveObject;
  readonly address: Address;
  /** Key of the object that takes it along. */
  readonly goesWith?: ObjectKey;
  readonly replacedBy?: Address;
}

export interface DecideInputs {
  readonly types: TypeIndex;
  readonly desired: DesiredIndex;
  readonly live: LiveIndex;
  readonly pairing: Pairing;
  readonly lock: Lock | undefined;
  readonly hash: Hash;
  /** Live objects whose replacement is there already. */
  readonly superseded?: readonly LiveObject[];
}

export function decide(inputs: DecideInputs): Decisions {
  const retained = new Map<Address, Retained>();
  const created = new Map<Address, Created>();
  const diagnostics: Diagnostic[] = [];
  const notes: PlanNote[] = [];
  const verdicts = compareAll(inputs, notes);
  for (const desired of inputs.desired.world.objects) {
    const pair = inputs.pairing.byAddress.get(desired.address);
    const verdict = verdicts.get(desired.address);
    if (verdict?.replace !== undefined && pair)
      created.set(desired.address, {
        desired,
        replaces: { live: pair.live, reason: verdict.replace, changed: verdict.changed },
      });
    else if (verdict && pair) retained.set(desired.address, { ...pair, ...verdict });
    else created.set(desired.address, { desired });
    diagnostics.push(...generationFailures(inputs, desired));
  }
  for (const { desired } of Array.from(created.values())) markFirstChild(inputs, created, retained, desired);
  for (const each of created.values())
    diagnostics.push(...creationFailures(inputs, each.desired), ...pinnedReplaces(each));
  return { retained, created, deleted: decideDeletes(inputs, retained, created), diagnostics, notes };
}

interface Verdict {
  readonly changed: readonly string[];
  readonly becomesDefault: boolean;
  readonly moves: boolean;
  readonly replace?: string;
}

/** Compares until no further replacement follows: what is inside a replaced object has to move, and may itself be replaced. */
function compareAll(inputs: DecideInputs, notes: PlanNote[]): ReadonlyMap<Address, Verdict> {
  const replaced = new Set<Address>();
  for (;;) {
    notes.length = 0;
    const idOf = (address: Address) =>
      replaced.has(address) ? undefined : inputs.pairing.byAddress.get(address)?.live.id;
    const verdicts = new Map<Address, Verdict>();
    for (const pair of inputs.pairing.byAddress.values())
      verdicts.set(pair.desired.address, compare({ ...inputs, idOf }, pair, notes));
    const before = replaced.size;
    for (const [address, verdict] of verdicts) if (verdict.replace !== undefined) replaced.add(address);
    if (replaced.size === before) return verdicts;
  }
}

interface CompareInputs extends DecideInputs {
  /** The id of an object that is retained. */
  readonly idOf: (address: Address) => string | undefined;
}

function compare(inputs: CompareInputs, { desired, live }: Pair, notes: PlanNote[]): Verdict {
  const type = inputs.types.get(desired.type);
  const changed = Object.keys(desired.attributes).filter((name) =>
    isChanged(inputs, type, desired, live, name, notes),
  );
  const fixed = changed.filter((name) => writerOf(type, name) === undefined);
  const moves = containerChanges(inputs, desired, live);
  const replaceContainer = moves && type.container?.change[inputs.live.world.generation] === "replace";
  const verdict = { changed, moves, becomesDefault: desired.isDefault === true && !live.isDefault };
  if (fixed.length > 0)
    return { ...verdict, replace: `${fixed.join(", ")} can only be set when it is created` };
  if (replaceContainer)
    return { ...verdict, replace: `a ${type.label.one} cannot be moved to another container` };
  return verdict;
}

function isChanged(
  inputs: CompareInputs,
  type: ResourceType,
  desired: DesiredObject,
  live: LiveObject,
  name: string,
  notes: PlanNote[],
): boolean {
  const attribute = type.attributes[name];
  const value = desired.attributes[name];
  if (attribute === undefined || value === undefined || desired.ignore.includes(name)) return false;
  const resolved = resolveValue(value, inputs.idOf);
  if (resolved === undefined) return true;
  if (satisfiesDeclared(attribute, resolved, live.attributes[name], inputs.live.world.currentUser))
    return false;
  const isTold = (live.attributes[name] ?? null) !== null;
  if (isTold || !attribute.unreadable?.(resolved)) return true;
  return isUnlikeApplied(inputs, attribute, desired, name, notes);
}

function isUnlikeApplied(
  inputs: CompareInputs,
  attribute: Attribute,
  desired: DesiredObject,
  name: string,
  notes: PlanNote[],
): boolean {
  // The service never gives the value back: only what was last applied can tell.
  const applied = inputs.lock?.objects[desired.address]?.applied[name];
  if (applied === undefined) {
    notes.push({
      code: "plan/cannot-compare",
      address: desired.address,
      message: `${name} of ${desired.address} cannot be read back, and no lock file tells what was applied: it is left as it is.`,
    });
    return false;
  }
  const declared = desired.attributes[name] ?? null;
  return !jsonEquals(
    applied,
    lockValue(attribute, declared, inputs.idOf, inputs.lock?.salt ?? "", inputs.hash),
  );
}

function containerChanges(inputs: CompareInputs, desired: DesiredObject, live: LiveObject): boolean {
  if (desired.container === undefined) return false;
  const liveId = live.container?.id ?? null;
  if (!isReference(desired.container)) return desired.container !== liveId;
  return inputs.idOf(desired.container.$ref) !== liveId;
}

/** The first declared child of a created object is made together with it, unless that child lives on elsewhere in place. */
function markFirstChild(
  inputs: DecideInputs,
  created: Map<Address, Created>,
  retained: Map<Address, Retained>,
  parent: DesiredObject,
): void {
  const firstChild = inputs.desired.firstChild(parent, inputs.types);
  if (firstChild === undefined) return;
  const elsewhere = retained.get(firstChild.address);
  if (elsewhere) retained.delete(firstChild.address);
  const before = created.get(firstChild.address) ?? { desired: firstChild };
  const replaces = elsewhere && {
    live: elsewhere.live,
    reason: `it is made together with ${parent.address}`,
    changed: elsewhere.changed,
  };
  created.set(firstChild.address, { ...before, ...(replaces && { replaces }), bornWith: parent.address });
}

function generationFailures(inputs: DecideInputs, desired: DesiredObject): readonly Diagnostic[] {
  const generation: Generation = inputs.live.world.generation;
  const type = inputs.types.get(desired.type);
  const other = generation === "classic" ? "current" : "classic";
  return Object.entries(desired.attributes).flatMap(([name, value]) => {
    const schema = type.attributes[name]?.schema;
    if (schema === undefined) return [];
    const whole = generationOf(schema) === other;
    const parts = whole
      ? [""]
      : foreignParts(schema, value, generation).map((part) => `${JSON.stringify(part.value)} in `);
    return parts.map((part) => ({
      severity: "error" as const,
      code: "plan/not-in-this-generation",
      message: `${part}${name} of ${desired.address} exists only in the ${other} generation of the service; this one speaks ${generation}.`,
      remedy: whole ? `Remove ${name}.` : `Choose another value of ${name}.`,
      ...positionOf(desired, name),
    }));
  });
}

function creationFailures(inputs: DecideInputs, desired: DesiredObject): readonly Diagnostic[] {
  const type = inputs.types.get(desired.type);
  const fail = (code: string, message: string, remedy: string): Diagnostic => ({
    severity: "error",
    code,
    message,
    remedy,
    ...positionOf(desired),
  });
  if (desired.pin !== undefined && !inputs.pairing.byAddress.has(desired.address)) return [];
  if (type.creation === undefined && type.firstChild === undefined && !isFirstChildOnly(inputs, type))
    return [
      fail(
        "plan/cannot-create",
        `${desired.address} does not exist, and a ${type.label.one} cannot be created through the service.`,
        "Pin it with `id:`.",
      ),
    ];
  const missing = Object.entries(type.attributes).filter(
    ([name, a]) => a.atCreate === "required" && (desired.attributes[name] ?? null) === null,
  );
  return missing.map(([name]) =>
    fail(
      "plan/required-to-create",
      `${desired.address} does not exist yet, and creating it takes ${name}.`,
      `Declare ${name}, or pin an existing object with \`id:\`.`,
    ),
  );
}

/** After a replace the pin would name an object that is gone. */
function pinnedReplaces({ desired, replaces }: Created): readonly Diagnostic[] {
  if (desired.pin === undefined || replaces === undefined) return [];
  return [
    {
      severity: "error",
      code: "plan/pinned-replace",
      message: `${desired.address} is pinned to ${desired.pin}, and would have to be replaced by a new object: ${replaces.reason}.`,
      remedy: "Remove `id:` to let it be replaced, or leave it as it is.",
      ...positionOf(desired),
    },
  ];
}

function isFirstChildOnly(inputs: DecideInputs, type: ResourceType): boolean {
  return inputs.types.all.some((other) => other.firstChild?.type === type.name);
}

export function positionOf(
  desired: DesiredObject,
  attribute?: string,
): { at?: NonNullable<DesiredObject["at"]> } {
  const at = (attribute === undefined ? undefined : desired.positions?.[attribute]) ?? desired.at;
  return at ? { at } : {};
}

/** Replaced objects, pruned ones, and what owned contents do not declare; and what goes with each. */
function decideDeletes(
  inputs: DecideInputs,
  retained: ReadonlyMap<Address, Retained>,
  created: ReadonlyMap<Address, Created>,
): ReadonlyMap<ObjectKey, Deleted> {
  const deleted = new Map<ObjectKey, Deleted>();
  const nameOf = namesOfDeleted(inputs);
  const isRetained = (live: LiveObject) => {
    const pair = inputs.pairing.byLive.get(keyOf(live));
    return pair !== undefined && retained.has(pair.desired.address);
  };
  const replaced = new Map(
    [...created.values()].flatMap(({ desired, replaces }) =>
      replaces ? [[keyOf(replaces.live), desired.address] as const] : [],
    ),
  );
  // What is in something that goes may itself be replaced: its deletion is then a part of that step.
  const named = (live: LiveObject): Deleted => {
    const by = replaced.get(keyOf(live));
    if (by === undefined) return { live, address: nameOf(live) };
    return { live, address: replacedAddress(by), replacedBy: by };
  };
  const drop = (top: LiveObject, how: Omit<Deleted, "live" | "address">, address: Address) => {
    const stack: Deleted[] = [{ live: top, address, ...how }];
    for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
      const key = keyOf(next.live);
      if (deleted.has(key) || isRetained(next.live)) continue;
      deleted.set(key, next);
      const implied = inputs.types.get(next.live.type).deletion?.contents === "implied";
      // Contents of an organization-level container belong to the organization: their own rules decide.
      for (const inner of inputs.live.inside(next.live.type, next.live.id))
        if (implied || inputs.types.get(inner.type).scope !== undefined)
          stack.push({ ...named(inner), ...(implied && { goesWith: next.goesWith ?? key }) });
    }
  };
  // Outermost first, so that what goes with something is not deleted by itself.
  for (const { desired, replaces } of created.values())
    if (replaces) drop(replaces.live, { replacedBy: desired.address }, replacedAddress(desired.address));
  for (const live of [...(inputs.superseded ?? []), ...undeclared(inputs, retained)])
    drop(live, {}, nameOf(live));
  return withoutDoubled(inputs, deleted);
}

/** What nobody declares where the layout has authority: pruned types, owned contents, and what it had before. */
function undeclared(inputs: DecideInputs, retained: ReadonlyMap<Address, Retained>): readonly LiveObject[] {
  const isDeclared = (live: LiveObject) => inputs.pairing.byLive.has(keyOf(live));
  const pruned = inputs.types.all
    .filter((type) => isPruned(inputs.desired.world, type))
    .flatMap((type) => inputs.live.ofType(type.name));
  const owned = [...retained.values()].flatMap(({ desired, live }) =>
    desired.owns.length === 0
      ? []
      : inputs.live.inside(live.type, live.id).filter(({ type }) => desired.owns.includes(type)),
  );
  return [...pruned, ...owned, ...forgotten(inputs)].filter((live) => !isDeclared(live));
}

/** What the layout declared when it was last applied, where it deletes what it has no more. */
function forgotten({ desired, live, lock }: DecideInputs): readonly LiveObject[] {
  if (desired.world.deletesForgotten !== true) return [];
  return Object.entries(lock?.objects ?? {}).flatMap(([address, { id }]) => {
    // What was only named by its id never was the layout's own.
    if (desired.get(address) || isUnmanagedAddress(address)) return [];
    return live.get(typeOfAddress(address), id) ?? [];
  });
}

/** The address that the lock knows an object by, unless the layout uses it for another one; else `type.@id`. */
function namesOfDeleted(inputs: DecideInputs): (live: LiveObject) => Address {
  const locked = new Map<ObjectKey, Address>();
  for (const [address, entry] of Object.entries(inputs.lock?.objects ?? {}))
    if (!inputs.desired.get(address)) locked.set(objectKey(typeOfAddress(address), entry.id), address);
  return (live) => locked.get(keyOf(live)) ?? unmanagedAddress(live.type, live.id);
}

/** What was listed by itself and lies inside something that takes it along goes with that. */
function withoutDoubled(
  inputs: DecideInputs,
  deleted: ReadonlyMap<ObjectKey, Deleted>,
): ReadonlyMap<ObjectKey, Deleted> {
  const result = new Map<ObjectKey, Deleted>();
  for (const [key, entry] of deleted) {
    const taker = entry.goesWith ?? takerOf(inputs, deleted, entry.live);
    result.set(key, taker === undefined ? entry : { ...entry, goesWith: taker });
  }
  // What takes something along may itself go with something: only the last of them is deleted by a call.
  const last = (key: ObjectKey): ObjectKey => {
    const next = result.get(key)?.goesWith;
    return next === undefined ? key : last(next);
  };
  for (const [key, entry] of result)
    if (entry.goesWith !== undefined) result.set(key, { ...entry, goesWith: last(entry.goesWith) });
  return result;
}

function takerOf(
  inputs: DecideInputs,
  deleted: ReadonlyMap<ObjectKey, Deleted>,
  live: LiveObject,
): ObjectKey | undefined {
  const parent = parentOf(inputs.types, live);
  if (parent === undefined) return undefined;
  const key = keyOf(parent);
  const entry = deleted.get(key);
  if (entry === undefined) return undefined;
  if (inputs.types.get(parent.type).deletion?.contents !== "implied")
    return takerOf(inputs, deleted, entry.live);
  return entry.goesWith ?? takerOf(inputs, deleted, entry.live) ?? key;
}

/** What a live object is directly inside of: its container, or at the root its scope's object. */
export function parentOf(types: TypeIndex, live: LiveObject): { type: string; id: string } | undefined {
  if (live.container) return live.container;
  const scope = types.get(live.type).scope;
  return scope !== undefined && live.scopeId !== undefined ? { type: scope, id: live.scopeId } : undefined;
}

/** Whether a layout deletes all objects of a type that it does not declare. */
export function isPruned({ prune }: DesiredWorld, type: ResourceType): boolean {
  return (
    type.scope === undefined &&
    (prune.includes(type.name) || (type.layout.kind === "map" && prune.includes(type.layout.field)))
  );
}
