import type { DesiredObject } from "../../model/desired-world.ts";
import { append } from "../../model/groups.ts";
import type { LiveObject } from "../../model/live-world.ts";
import { keyOf } from "../../model/object-key.ts";
import { once } from "../../model/once.ts";
import type { UniqueRule } from "../../model/resource-type.ts";
import { parentOf } from "../../model/type-index.ts";
import { type Names, nameObjects } from "../names.ts";
import { type UniqueValue, uniqueValue } from "../unique-value.ts";
import type { DecideInputs } from "./decisions.ts";

/**
 * Whether something else has, or is to have, the unique value that a live object has, where its successor will be. What asks first
 * for a value that is free gets it.
 */
export type IsTaken = (successor: DesiredObject, name: string, from: LiveObject) => boolean;

export function takenElsewhere(inputs: DecideInputs): IsTaken {
  const names = nameObjects({ ...inputs, decisions: { deleted: new Map() } });
  const taken = once(() => takenValues(inputs, names));
  return (successor, name, from) => {
    const rule = inputs.types.get(successor.type).unique?.find(({ attribute }) => attribute === name);
    const value = from.attributes[name];
    if (rule === undefined || typeof value !== "string") return false;
    const unique = uniqueValue(successor.type, rule, names.desiredWithinOf(rule, successor), value);
    const holders = taken().get(unique) ?? [];
    if (holders.some((holder) => holder !== successor.address && holder !== keyOf(from))) return true;
    taken().set(unique, [successor.address]);
    return false;
  };
}

/** Who has each unique value: an address, or, of what no layout declares and nobody deletes, a key. */
function takenValues(inputs: DecideInputs, names: Names): Map<UniqueValue, readonly string[]> {
  const taken = new Map<UniqueValue, string[]>();
  for (const { name: type, unique = [] } of inputs.types.all)
    for (const rule of unique) {
      const ruled = { ...inputs, names, type, rule };
      for (const [value, holder] of [...declaredValues(ruled), ...valuesThatStay(ruled)])
        append(taken, value, holder);
    }
  return taken;
}

/** The objects of a type whose values one rule keeps apart. */
interface Ruled extends DecideInputs {
  readonly names: Names;
  readonly type: string;
  readonly rule: UniqueRule;
}

type Held = readonly [UniqueValue, string];

function declaredValues({ desired, names, type, rule }: Ruled): readonly Held[] {
  return desired.world.objects.flatMap((object): readonly Held[] => {
    const value = object.attributes[rule.attribute];
    if (object.type !== type || typeof value !== "string" || !declares(object, rule)) return [];
    return [[uniqueValue(type, rule, names.desiredWithinOf(rule, object), value), object.address]];
  });
}

function valuesThatStay(ruled: Ruled): readonly Held[] {
  const { live: index, pairing, names, type, rule } = ruled;
  return index.ofType(type).flatMap((live): readonly Held[] => {
    const value = live.attributes[rule.attribute];
    const desired = pairing.byLive.get(keyOf(live))?.desired;
    const goes = desired === undefined ? isOwned(ruled, live) : declares(desired, rule);
    if (typeof value !== "string" || goes) return [];
    if (desired === undefined)
      return [[uniqueValue(type, rule, names.withinOf(rule, live), value), keyOf(live)]];
    return [[uniqueValue(type, rule, names.desiredWithinOf(rule, desired), value), desired.address]];
  });
}

function declares({ attributes, ignore }: DesiredObject, { attribute }: UniqueRule): boolean {
  return attributes[attribute] !== undefined && !ignore.includes(attribute);
}

/** What no layout declares is deleted where the layout owns what is there. */
export function isOwned(
  { types, pairing }: Pick<DecideInputs, "types" | "pairing">,
  live: LiveObject,
): boolean {
  const parent = parentOf(types, live);
  const around = parent && pairing.byLive.get(keyOf(parent))?.desired;
  return around?.owns.includes(live.type) === true;
}
