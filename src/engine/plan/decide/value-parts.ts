import {
  asDeclared,
  canonicalValue,
  managedPart,
  satisfiesDeclared,
} from "../../../model/attribute-value.ts";
import type { Attribute } from "../../../model/resource-type/attribute.ts";
import type { Snapshot } from "../../../model/snapshot.ts";
import {
  canonicalJson,
  isJsonList,
  isJsonObject,
  type Json,
  type JsonObject,
  jsonEquals,
} from "../../../util/json.ts";
import { type Side, sideOf } from "./side-of.ts";

/** The last applied, the declared and the live value of an attribute, in clear. */
export interface ComparedValues {
  readonly attribute: Attribute;
  readonly applied: Json;
  readonly declared: Json;
  readonly live: Json;
  readonly currentUser: Snapshot["currentUser"] | undefined;
}

/** A part of a value: what a map has under a key, at any depth, or an item of a set. */
export interface ValuePart {
  /** The keys with dots between them, or the item. */
  readonly name: string;
  readonly changedBy: Side;
  /** The whole value with this part as it is on the service. */
  readonly asLive: (whole: Json) => Json;
}

/**
 * The parts in which the three values differ. The attribute's own rules for comparing decide what its parts are: a map has parts, and so has
 * a list whose order does not matter. The items of other lists have no identity. Undefined: the values have no parts.
 */
export function partsOfValues(values: ComparedValues): readonly ValuePart[] | undefined {
  const { attribute } = values;
  if (attribute.set === true) return partsOfSets(values);
  // Only the attribute knows what its own comparison of whole maps says about their parts.
  return attribute.satisfies === undefined ? partsOfMaps(values) : undefined;
}

function partsOfMaps({ attribute, applied, declared, live, currentUser }: ComparedValues) {
  const isNullEmpty = satisfiesDeclared(attribute, {}, null);
  const [was, wanted, now] = [applied, declared, live].map((value) => {
    const canonical = canonicalValue(attribute, managedPart(attribute, declared, value, currentUser));
    return canonical === null && isNullEmpty ? {} : canonical;
  });
  if (!isJsonObject(was) || !isJsonObject(wanted) || !isJsonObject(now)) return undefined;
  return partsInMaps([], [was, wanted, now], asDeclared(attribute, live));
}

/** The applied, the declared and the live value at a place in a map. */
type ThreeValues = readonly [Json | undefined, Json | undefined, Json | undefined];

/** `shown`: the whole live value as a layout declares it. */
function partsInMaps(path: readonly string[], values: ThreeValues, shown: Json): readonly ValuePart[] {
  const [applied, declared, live] = values;
  if (isSame(applied, declared) && isSame(applied, live)) return [];
  // A map that one side removed is one part, because what the other side changed inside it is lost.
  if (isJsonObject(declared) && isJsonObject(live) && (applied === undefined || isJsonObject(applied)))
    return keysOf(values).flatMap((key) =>
      partsInMaps([...path, key], [fieldOf(applied, key), fieldOf(declared, key), fieldOf(live, key)], shown),
    );
  const changedBy = sideOf({ applied, declared, now: live }, isSame);
  const value = live === undefined ? undefined : (valueAt(shown, path) ?? live);
  return [{ name: path.join("."), changedBy, asLive: (whole) => withValueAt(whole, path, value) ?? {} }];
}

function isSame(one: Json | undefined, other: Json | undefined): boolean {
  return one === undefined || other === undefined ? one === other : jsonEquals(one, other);
}

function keysOf(values: ThreeValues): readonly string[] {
  return [...new Set(values.flatMap((value) => (isJsonObject(value) ? Object.keys(value) : [])))];
}

function fieldOf(value: Json | undefined, key: string): Json | undefined {
  return isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

function valueAt(value: Json | undefined, path: readonly string[]): Json | undefined {
  return path.reduce(fieldOf, value);
}

function withValueAt(
  whole: Json | undefined,
  [key, ...inside]: readonly string[],
  value: Json | undefined,
): Json | undefined {
  if (key === undefined) return value;
  const { [key]: _, ...others }: JsonObject = isJsonObject(whole) ? whole : {};
  const field = withValueAt(fieldOf(whole, key), inside, value);
  if (field === undefined) return others;
  return isJsonObject(whole) ? { ...whole, [key]: field } : { [key]: field };
}

/** An item of a set, and which of the three sets contain it. */
interface SetItem {
  /** The item as a layout declares it. */
  readonly item: Json;
  applied: boolean;
  declared: boolean;
  readonly live: boolean;
  /** The service may have it although the layout does not declare it. */
  readonly isOptional: boolean;
}

function partsOfSets(values: ComparedValues): readonly ValuePart[] | undefined {
  const { attribute, applied, declared, live, currentUser } = values;
  if (!isJsonList(applied) || !isJsonList(declared) || !isJsonList(live)) return undefined;
  const shown = live.map((item) => asDeclared(attribute, [item]));
  if (!shown.every((each): each is readonly [Json] => isJsonList(each) && each.length === 1))
    return undefined;
  const keyOf = keysIn(values, live, shown);
  const items = new Map<string, SetItem>();
  shown.forEach(([item], at) => {
    const isOptional = attribute.isOptional?.(live[at] ?? null, currentUser) === true;
    items.set(keyOf(item), { item, applied: false, declared: false, live: true, isOptional });
  });
  const found = (item: Json) => {
    const known = items.get(keyOf(item));
    const made = known ?? { item, applied: false, declared: false, live: false, isOptional: false };
    items.set(keyOf(item), made);
    return made;
  };
  for (const item of applied) found(item).applied = true;
  for (const item of declared) found(item).declared = true;
  return partsOfItems(attribute, items, keyOf);
}

/**
 * Returns a key for each item of the sets. Items that mean the same live item have one key. `shown`: each live item as a layout declares
 * it.
 */
function keysIn(
  { attribute, currentUser }: ComparedValues,
  live: readonly Json[],
  shown: readonly (readonly [Json])[],
): (item: Json) => string {
  const textOf = (item: Json) => canonicalJson(canonicalValue(attribute, [item]));
  const known = new Map(shown.map(([item]) => [textOf(item), textOf(item)]));
  return (item) => {
    const text = textOf(item);
    const key = known.get(text) ?? shownFor(item) ?? text;
    known.set(text, key);
    return key;
  };
  function shownFor(item: Json): string | undefined {
    if (attribute.satisfies === undefined) return undefined;
    const at = live.findIndex((each) => satisfiesDeclared(attribute, [item], [each], currentUser));
    const [meant] = shown[at] ?? [];
    return meant === undefined ? undefined : textOf(meant);
  }
}

function partsOfItems(
  { satisfies }: Attribute,
  items: ReadonlyMap<string, SetItem>,
  keyOf: (item: Json) => string,
): readonly ValuePart[] {
  const all = [...items];
  // If the items have several names, only the live ones show which names mean the same item.
  const mayBeRenamed =
    satisfies !== undefined && all.some(([, each]) => each.applied && !each.declared && !each.live);
  return all.flatMap(([key, { item, applied, declared, live, isOptional }]) => {
    if (applied === declared && (declared === live || isOptional)) return [];
    const side = isOptional ? "none" : sideOf({ applied, declared, now: live });
    const isNew = declared && !applied && !live;
    return [
      {
        name: typeof item === "string" ? item : canonicalJson(item),
        changedBy: mayBeRenamed && isNew ? ("both" as const) : side,
        asLive: (whole: Json) =>
          withItem(isJsonList(whole) ? whole : [], live ? item : undefined, key, keyOf),
      },
    ];
  });
}

/** The list with the item, or without all items that have its key. */
function withItem(
  list: readonly Json[],
  item: Json | undefined,
  key: string,
  keyOf: (item: Json) => string,
): readonly Json[] {
  if (item === undefined) return list.filter((each) => keyOf(each) !== key);
  return list.some((each) => keyOf(each) === key) ? list : [...list, item];
}
