import type { Address } from "../../../model/address.ts";
import { type DesiredObject, isReference } from "../../../model/desired-world.ts";
import { keyOf } from "../../../model/object-key.ts";
import type { LiveObject } from "../../../model/snapshot.ts";
import type { DecideInputs } from "./decisions.ts";
import { isOwned } from "./values-in-use.ts";

type Inputs = Pick<DecideInputs, "desired" | "matches" | "types" | "superseded">;
type LiveInputs = Inputs & Pick<DecideInputs, "live">;

/** The place in which an object will be. The service refuses some values in a default. */
export interface InDefault {
  /** The addresses that the layout declares as defaults: among the object's siblings, and among those of its parent. */
  readonly declared: readonly Address[];
  /** Whether the object will be the default at the root of its scope, or the default in a default parent. False if unknown. */
  readonly isInside: boolean;
}

export function inDefault(inputs: Inputs, object: DesiredObject): InDefault {
  const { required, isPossible } = requiredDefaults(inputs, object);
  const roles = required.map((each) => roleOf(inputs, each));
  return {
    declared: roles.flatMap(({ declared }) => declared),
    isInside: isPossible && roles.every(({ isDefault }) => isDefault),
  };
}

/** Whether the object may be where the service refuses some values: the object will be the default, or the service may choose it. */
export function mayBeInDefault(inputs: LiveInputs, object: DesiredObject): boolean {
  const { required, isPossible } = requiredDefaults(inputs, object);
  return (
    isPossible && required.every((each) => roleOf(inputs, each).isDefault || mayBecomeDefault(inputs, each))
  );
}

/**
 * The objects that must all be defaults: the object, and its parent. Not possible: the object is not inside a parent that can be a default.
 */
function requiredDefaults(
  { desired, types }: Inputs,
  object: DesiredObject,
): { readonly required: readonly DesiredObject[]; readonly isPossible: boolean } {
  const { container } = object;
  if (container === null) return { required: [object], isPossible: true };
  const parent = isReference(container) ? desired.get(container.$ref) : undefined;
  if (parent === undefined || types.get(parent.type).defaultRole?.within !== "scope")
    return { required: [object], isPossible: false };
  return { required: [object, parent], isPossible: true };
}

/** Whether the service may make the object the default, because the present default leaves and the layout declares no other one. */
function mayBecomeDefault(inputs: LiveInputs, object: DesiredObject): boolean {
  const { desired, matches, types, live, superseded } = inputs;
  const rivals = desired.rivalsOf(object, types);
  if (rivals.some(({ isDefault }) => isDefault === true)) return false;
  const scopeId = matches.byAddress.get(object.scope ?? "")?.live.id;
  const present = live
    .ofType(object.type)
    .find((each) => each.isDefault && each.scopeId === scopeId && staysAmongRivals(inputs, object, each));
  if (present === undefined) return false;
  const successor = rivals.find(({ address }) =>
    [matches.byAddress.get(address)?.live, superseded?.get(address)].includes(present),
  );
  if (successor !== undefined) return successor.address === object.address;
  return matches.byLive.has(keyOf(present)) || isOwned(inputs, present);
}

/** Declared values that the service refuses for a default. */
export function notInDefaults({
  desired,
  types,
}: Pick<Inputs, "desired" | "types">): readonly { readonly object: DesiredObject; readonly name: string }[] {
  const refused = new Map(
    types.all.map(({ name, attributes }) => [
      name,
      Object.entries(attributes).filter(([, { notInDefault }]) => notInDefault !== undefined),
    ]),
  );
  return desired.world.objects.flatMap((object) =>
    (refused.get(object.type) ?? []).flatMap(([name, { notInDefault }]) =>
      object.attributes[name] === notInDefault ? [{ object, name }] : [],
    ),
  );
}

/** Whether the object stays among the same siblings. One of them is the default. */
export function staysAmongRivals(
  { types, matches, superseded }: Inputs,
  { type, container = null }: DesiredObject,
  from: LiveObject,
): boolean {
  if (types.get(type).defaultRole?.within === "scope") return true;
  const now = isReference(container)
    ? (superseded?.get(container.$ref) ?? matches.byAddress.get(container.$ref)?.live)?.id
    : container;
  return now === (from.container?.id ?? null);
}

function addressOrId(container: NonNullable<DesiredObject["container"]> | null): string | null {
  return isReference(container) ? container.$ref : container;
}

/** Which sibling the layout declares as the default, and whether this object will be the default. */
function roleOf(
  inputs: Inputs,
  object: DesiredObject,
): { readonly declared: readonly Address[]; readonly isDefault: boolean } {
  const rivals = inputs.desired.rivalsOf(object, inputs.types);
  const declared = rivals.find(({ isDefault }) => isDefault === true)?.address;
  if (declared !== undefined) return { declared: [declared], isDefault: declared === object.address };
  const live = inputs.matches.byAddress.get(object.address)?.live;
  if (live !== undefined && staysAmongRivals(inputs, object, live))
    return { declared: [], isDefault: live.isDefault };
  // The service makes the first object in a new place the default.
  const around = isReference(object.container) ? object.container.$ref : object.scope;
  const isNewPlace = around !== undefined && !inputs.matches.byAddress.has(around);
  const isFirst = rivals.every(
    ({ container, rank, address }) =>
      address === object.address ||
      (addressOrId(container ?? null) === addressOrId(object.container ?? null) && rank > object.rank),
  );
  return { declared: [], isDefault: isNewPlace && isFirst };
}
