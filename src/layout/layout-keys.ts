import { attributesIn } from "../model/key-field.ts";
import { keyOf, type ObjectKey, objectKey } from "../model/object-key.ts";
import type { ResourceType } from "../model/resource-type.ts";
import { slugOf } from "../model/slug.ts";
import type { LiveObject } from "../model/snapshot.ts";
import type { Json } from "../util/json.ts";
import { type LayoutTypes, syntaxOfType, type TypeSyntax } from "./layout-types.ts";
import { mapsInOrder, type ShownOrder } from "./shown-order.ts";

/** Keys that the layout already has. */
export interface KnownKeys {
  /** By id of the object. */
  readonly names?: Readonly<Record<string, string>>;
  /** Keys that no new object may have. */
  readonly reserved?: readonly { readonly type: string; readonly key: string }[];
}

/**
 * A key for each object in its map: its existing key, the value of the map's key attribute, or a slug of its name. The same objects get the
 * same keys in any order. Keys in `reserved` belong to other objects.
 */
export function keysOfObjects(
  types: LayoutTypes,
  objects: readonly LiveObject[],
  { names = {}, reserved = [] }: KnownKeys,
  order: ShownOrder,
): ReadonlyMap<ObjectKey, string> {
  const keys = new Map<ObjectKey, string>();
  const holders = new Map<string, LiveObject>();
  const reserve = (object: LiveObject, key: string) => {
    keys.set(keyOf(object), key);
    holders.set(`${object.type} ${key}`, object);
  };
  const fixed = (object: LiveObject) =>
    fixedKey(syntaxOfType(types, object.type), object) ?? names[object.id];
  const others = new Set(reserved.map(({ type, key }) => `${type} ${key}`));
  const free: LiveObject[] = [];
  for (const object of inTurn(types, order, objects)) {
    const key = fixed(object);
    if (key === undefined || holders.has(`${object.type} ${key}`)) free.push(object);
    else reserve(object, key);
  }
  for (const object of free) {
    const bases = basesOf({ types, order, keys }, object);
    const last = bases.at(-1) ?? "";
    const holder = holders.get(`${object.type} ${last}`);
    const candidates = [...bases, ...withContainer(keys, object, last, holder)];
    const isFree = (key: string) =>
      !holders.has(`${object.type} ${key}`) && !others.has(`${object.type} ${key}`);
    reserve(object, candidates.find(isFree) ?? numbered(candidates.at(-1) ?? "", isFree));
  }
  return keys;
}

/**
 * The objects in the order in which they get keys. A key may contain the keys of earlier objects. The first of several objects with one
 * name gets the plain key.
 */
function inTurn(
  types: LayoutTypes,
  order: ShownOrder,
  objects: readonly LiveObject[],
): readonly LiveObject[] {
  const maps = mapsInOrder(types).map(({ type }) => type.name);
  const turnOf = ({ type }: LiveObject) => maps.indexOf(type);
  const rankOf = (object: LiveObject) => Math.min(order.rankOf(object), Number.MAX_SAFE_INTEGER);
  return [...objects].sort(
    (a, b) => turnOf(a) - turnOf(b) || rankOf(a) - rankOf(b) || (a.id < b.id ? -1 : 1),
  );
}

/** A key that contains the parent's key, for an object whose name `holder` has in another parent. */
function withContainer(
  keys: NamedSoFar["keys"],
  { container }: LiveObject,
  base: string,
  holder: LiveObject | undefined,
): readonly string[] {
  if (holder !== undefined && holder.container?.id === container?.id) return [];
  const outer = container === null ? undefined : keys.get(keyOf(container));
  return outer === undefined ? [] : [`${outer}-${base}`];
}

function numbered(base: string, isFree: (key: string) => boolean): string {
  for (let number = 2; ; number++) if (isFree(`${base}-${number}`)) return `${base}-${number}`;
}

interface NamedSoFar {
  readonly types: LayoutTypes;
  readonly order: ShownOrder;
  readonly keys: ReadonlyMap<ObjectKey, string>;
}

/** Candidates for a key, best first. A variant's candidates contain the key of its main object and what distinguishes the two. */
function basesOf(named: NamedSoFar, object: LiveObject): readonly string[] {
  const syntax = syntaxOfType(named.types, object.type);
  const base = shortSlug(readableName(named, syntax, object)) || slugOf(object.type);
  const apart = distinguishingText(syntax, object);
  if (apart === "") return [base];
  const main = named.order.mainOf(object);
  const mainKey = main === undefined ? undefined : named.keys.get(keyOf(main));
  if (main === undefined || mainKey === undefined || distinguishingText(syntax, main) === apart)
    return [base, `${base}-${apart}`];
  return [`${mainKey}-${apart}`, base, `${base}-${apart}`];
}

const longestSlug = 40;

/** The slug of a name, or of its first words if it is long. */
function shortSlug(name: string): string {
  const slug = slugOf(name);
  if (slug.length <= longestSlug) return slug;
  const start = slug.slice(0, longestSlug + 1);
  return start.includes("-") ? start.slice(0, start.lastIndexOf("-")) : slug;
}

function distinguishingText({ layout }: TypeSyntax, { attributes }: LiveObject): string {
  const names = layout.kind === "map" ? (layout.distinguishedBy ?? []) : [];
  return slugOf(names.flatMap((name) => textsOf(attributes[name])).join("-"));
}

function textsOf(value: Json | undefined): readonly string[] {
  return typeof value === "string" ? [value] : [];
}

function fixedKey({ layout }: TypeSyntax, object: LiveObject): string | undefined {
  if (layout.kind !== "map" || layout.keyAttribute === undefined) return undefined;
  const value = object.attributes[layout.keyAttribute];
  return typeof value === "string" ? value : undefined;
}

/**
 * The name for a person: the first text among the attributes that identify it. If the key refers to other objects: the names of all parts
 * of the key.
 */
function readableName(named: NamedSoFar, { type }: TypeSyntax, { attributes }: LiveObject): string {
  const key = attributesIn(type.identity.key);
  const refersToOthers = key.some((name) => type.attributes[name]?.reference !== undefined);
  if (refersToOthers)
    return key.flatMap((name) => textsOf(nameOfValue(named, type, name, attributes[name]))).join("-");
  const names = [...key, ...attributesIn(type.identity.createKey), ...Object.keys(type.attributes)];
  const value = names.map((name) => attributes[name]).find((each) => typeof each === "string");
  return typeof value === "string" ? value : "";
}

function nameOfValue(
  { keys }: NamedSoFar,
  { attributes }: ResourceType,
  name: string,
  value: Json | undefined,
): Json | undefined {
  const target = attributes[name]?.reference?.type;
  return target === undefined || typeof value !== "string"
    ? value
    : (keys.get(objectKey(target, value)) ?? value);
}
