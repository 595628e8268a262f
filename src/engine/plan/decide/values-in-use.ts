import type { DesiredObject } from "../../../model/desired-world.ts";
import { keyOf } from "../../../model/object-key.ts";
import type { UniqueRule } from "../../../model/resource-type/identity.ts";
import type { LiveObject } from "../../../model/snapshot.ts";
import { parentOf } from "../../../model/type-index.ts";
import { append } from "../../../util/groups.ts";
import { once } from "../../../util/once.ts";
import { type UniqueValue, uniqueValue } from "../world/unique-value.ts";
import type { DecideInputs } from "./decisions.ts";
import { type Names, nameObjects } from "./object-names.ts";

/**
 * Whether another object has, or will have, the unique value of a live object where the successor of that object will be. The first
 * successor that asks for a free value gets it.
 */
export type IsValueInUse = (successor: DesiredObject, name: string, from: LiveObject) => boolean;

export function valuesInUse(inputs: DecideInputs): IsValueInUse {
  const names = nameObjects({ ...inputs, decisions: { deleted: new Map() } });
  const used = once(() => valueOwners(inputs, names));
  return (successor, name, from) => {
    const rule = inputs.types.get(successor.type).unique?.find(({ attribute }) => attribute === name);
    const value = from.attributes[name];
    if (rule === undefined || typeof value !== "string") return false;
    const unique = uniqueValue(successor.type, rule, names.desiredWithinOf(rule, successor), value);
    const owners = used().get(unique) ?? [];
    if (owners.some((owner) => owner !== successor.address && owner !== keyOf(from))) return true;
    used().set(unique, [successor.address]);
    return false;
  };
}

/** Owners of each unique value: an address, or the key of an object that the layout neither declares nor deletes. */
function valueOwners(inputs: DecideInputs, names: Names): Map<UniqueValue, readonly string[]> {
  const used = new Map<UniqueValue, string[]>();
  for (const { name: type, unique = [] } of inputs.types.all)
    for (const rule of unique) {
      const ruled = { ...inputs, names, type, rule };
      for (const [value, owner] of [...declaredValues(ruled), ...valuesThatStay(ruled)])
        append(used, value, owner);
    }
  return used;
}

/** The objects of a type that one rule requires to have different values. */
interface Ruled extends DecideInputs {
  readonly names: Names;
  readonly type: string;
  readonly rule: UniqueRule;
}

type OwnedValue = readonly [UniqueValue, string];

function declaredValues({ desired, names, type, rule }: Ruled): readonly OwnedValue[] {
  return desired.world.objects.flatMap((object): readonly OwnedValue[] => {
    const value = object.attributes[rule.attribute];
    if (object.type !== type || typeof value !== "string" || !declares(object, rule)) return [];
    return [[uniqueValue(type, rule, names.desiredWithinOf(rule, object), value), object.address]];
  });
}

function valuesThatStay(ruled: Ruled): readonly OwnedValue[] {
  const { live: index, matches, names, type, rule } = ruled;
  return index.ofType(type).flatMap((live): readonly OwnedValue[] => {
    const value = live.attributes[rule.attribute];
    const desired = matches.byLive.get(keyOf(live))?.desired;
    const isReleased = desired === undefined ? isOwned(ruled, live) : declares(desired, rule);
    if (typeof value !== "string" || isReleased) return [];
    if (desired === undefined)
      return [[uniqueValue(type, rule, names.withinOf(rule, live), value), keyOf(live)]];
    return [[uniqueValue(type, rule, names.desiredWithinOf(rule, desired), value), desired.address]];
  });
}

function declares({ attributes, ignore }: DesiredObject, { attribute }: UniqueRule): boolean {
  return attributes[attribute] !== undefined && !ignore.includes(attribute);
}

/** Whether the layout owns the place of the object. It deletes undeclared objects there, with all that is inside them. */
export function isOwned(
  inputs: Pick<DecideInputs, "types" | "matches" | "live">,
  object: LiveObject,
): boolean {
  const { types, matches, live } = inputs;
  const parent = parentOf(types, object);
  if (parent === undefined) return false;
  const declared = matches.byLive.get(keyOf(parent))?.desired;
  if (declared !== undefined) return declared.owns.includes(object.type);
  const around = live.get(parent.type, parent.id);
  return around !== undefined && isOwned(inputs, around);
}
