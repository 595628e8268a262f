import { keyOf, type ObjectKey, objectKey } from "../../model/object-key.ts";
import type { Attribute } from "../../model/resource-type/attribute.ts";
import {
  includesReach,
  narrowest,
  type Opens,
  type Reach,
  reachOf,
} from "../../model/resource-type/opens.ts";
import type { ResourceType } from "../../model/resource-type.ts";
import type { LiveObject, Snapshot } from "../../model/snapshot.ts";
import { parentOf, type TypeIndex } from "../../model/type-index.ts";
import { append } from "../../util/groups.ts";
import { canonicalJson, type Json } from "../../util/json.ts";
import { once } from "../../util/once.ts";

/** Who can see and do what in a world. It computes only what is asked for. */
export interface Audience {
  readonly get: (key: ObjectKey) => LiveObject | undefined;
  /** Objects directly inside an object. */
  readonly inside: (key: ObjectKey) => readonly ObjectKey[];
  /** The object directly around an object. */
  readonly around: (key: ObjectKey) => ObjectKey | undefined;
  /** The object and all around it, the innermost first. */
  readonly wayOf: (key: ObjectKey) => readonly ObjectKey[];
  /** The places where an object and its unread contents show content to readers. */
  readonly placesAt: (key: ObjectKey) => readonly Place[];
  /** Where readers find a content. */
  readonly placesOf: (content: ObjectKey) => readonly Place[];
  /** The open place at a URL of a site. */
  readonly placeAt: (root: ObjectKey, url: string) => Place | undefined;
  /** What every member may do with an object. Undefined: its type has no levels. */
  readonly levelOf: (key: ObjectKey) => Level | undefined;
  /** What the object alone lets through. */
  readonly ownOf: (key: ObjectKey) => Limits;
  /** What the object and all around it let through. */
  readonly limitsOf: (key: ObjectKey) => Limits;
}

/** What lets readers through on a way. */
export interface Limits {
  readonly reach: Reach;
  readonly conditions: readonly string[];
  /** Whether the site checks conditions. No document states what a condition does otherwise. */
  readonly isFiltered: boolean;
  /** Whether the navigation lists it. */
  readonly isListed: boolean;
  /** Values on the way that the refresh did not read, or that the service chooses later. */
  readonly unknown: readonly string[];
  /** No document of the service states a limit of the way. */
  readonly isAssumed: boolean;
}

/** A place where readers find a content. */
export interface Place extends Limits {
  /** The content: an object, or the unread contents of one. */
  readonly content: ObjectKey;
  readonly object: ObjectKey;
  /** The outermost object. Its links, visitors and conditions are not those of another one. */
  readonly root: ObjectKey;
  /** Its URLs below the root, the shortest first. Readers find a default at its own URL and at that of its parent. */
  readonly urls: readonly string[];
  readonly way: readonly ObjectKey[];
  /** The contents were not read. */
  readonly isUnread?: true;
}

/** What every member of the organization may do with an object. */
export interface Level {
  /** A role; null; or `inherit`: each member's own role. Undefined: it was not read. */
  readonly level: Json | undefined;
  readonly isWider: (before: Json, after: Json) => boolean;
  /** The object whose own level it is, or the outermost one that inherits. */
  readonly from: ObjectKey;
}

type Rule<As extends Opens["as"] = Opens["as"]> = readonly [
  name: string,
  rule: Attribute & { readonly opens: Extract<Opens, { as: As }> },
];

const cachedRules = new WeakMap<ResourceType, ReadonlyMap<Opens["as"], readonly Rule[]>>();

/** The attributes of a type that open something in one way. */
export function rulesOf<As extends Opens["as"]>(type: ResourceType, as: As): readonly Rule<As>[] {
  let rules = cachedRules.get(type);
  if (rules === undefined) {
    const found = new Map<Opens["as"], Rule[]>();
    for (const [name, rule] of Object.entries(type.attributes))
      if (rule.opens !== undefined) append(found, rule.opens.as, [name, rule] as unknown as Rule);
    rules = found;
    cachedRules.set(type, rules);
  }
  return (rules.get(as) ?? []) as readonly Rule<As>[];
}

/** Undefined: the refresh did not read the value, or the service chooses it later. */
function valueOf(
  { attributes, unreadAttributes }: LiveObject,
  [name, { default: usual, derived, nullable }]: Rule,
): Json | undefined {
  if (unreadAttributes?.includes(name) === true) return undefined;
  const value = attributes[name];
  if (value !== undefined && (value !== null || nullable === true)) return value;
  return usual ?? (derived === true && value === undefined ? undefined : null);
}

export function audienceOf({ objects, contentsReadOf }: Snapshot, types: TypeIndex): Audience {
  const byKey = once(() => new Map(objects.map((object) => [keyOf(object), object])));
  const byParent = once(() => {
    const inside = new Map<ObjectKey, ObjectKey[]>();
    for (const object of objects) {
      const parent = parentOf(types, object);
      if (parent !== undefined) append(inside, keyOf(parent), keyOf(object));
    }
    return inside;
  });
  const byContent = once(() => {
    const places = new Map<ObjectKey, ObjectKey[]>();
    for (const object of objects)
      for (const content of contentsIn(types, object)) append(places, content, keyOf(object));
    return places;
  });
  const around = (key: ObjectKey): ObjectKey | undefined => {
    const object = byKey().get(key);
    const parent = object && parentOf(types, object);
    return parent !== undefined && byKey().has(keyOf(parent)) ? keyOf(parent) : undefined;
  };
  const wayOf = (key: ObjectKey): readonly ObjectKey[] => {
    const way = new Set<ObjectKey>();
    // An object is inside itself if it moved during the refresh.
    for (let at: ObjectKey | undefined = key; at !== undefined && !way.has(at); at = around(at)) way.add(at);
    return [...way];
  };
  const ownOf = (key: ObjectKey): Limits => {
    const object = byKey().get(key);
    return object === undefined ? noLimits : ownLimits(types.get(object.type), object, key);
  };
  const limitsOf = alongTheWay<Limits>(around, (key, outer = noLimits) => bothOf(ownOf(key), outer));
  const levelOf = alongTheWay<Level | undefined>(around, (key, outer) =>
    levelIn(types, byKey().get(key), key, outer),
  );
  const placed = new Map<ObjectKey, readonly Place[]>();
  const placesAt = (key: ObjectKey): readonly Place[] => {
    const known = placed.get(key);
    if (known !== undefined) return known;
    const object = byKey().get(key);
    if (object === undefined) return [];
    const [contents, unread] = [contentsIn(types, object), unreadIn(types, object, contentsReadOf)];
    if (contents.length + unread.length === 0) return [];
    const way = wayOf(key);
    const at = { ...limitsOf(key), object: key, root: way[way.length - 1] ?? key, way };
    const found = [
      ...contents.map((content) => ({ ...at, content, urls: urlsOf(types, way, byKey()) })),
      ...unread.map((type) => ({
        ...at,
        content: unreadContent(key, type),
        urls: [],
        isUnread: true as const,
      })),
    ];
    placed.set(key, found);
    return found;
  };
  const inside = (key: ObjectKey) => byParent().get(key) ?? [];
  const urlsByRoot = new Map<ObjectKey, ReadonlyMap<string, Place>>();
  const openIn = (root: ObjectKey): ReadonlyMap<string, Place> => {
    const known = urlsByRoot.get(root);
    if (known !== undefined) return known;
    const open = [...withInside([root], inside)].flatMap(placesAt).filter(isOpen);
    const found = new Map(open.flatMap((place) => place.urls.map((url) => [url, place] as const)));
    urlsByRoot.set(root, found);
    return found;
  };
  return {
    get: (key) => byKey().get(key),
    inside,
    around,
    wayOf,
    placesAt,
    ownOf,
    limitsOf,
    placesOf(content) {
      const owner = ownerOfUnread(content);
      const at = owner === undefined ? (byContent().get(content) ?? []) : [owner];
      return at.flatMap(placesAt).filter((place) => place.content === content);
    },
    placeAt: (root, url) => openIn(root).get(url),
    levelOf,
  };
}

/** A value of each object that follows from that of the object around it, computed once, without recursion: places can be nested deeply. */
function alongTheWay<T>(
  around: (key: ObjectKey) => ObjectKey | undefined,
  valueAt: (key: ObjectKey, outer: T | undefined) => T,
): (key: ObjectKey) => T {
  const known = new Map<ObjectKey, T>();
  return (key) => {
    const open = new Set<ObjectKey>();
    let at: ObjectKey | undefined = key;
    while (at !== undefined && !known.has(at) && !open.has(at)) {
      open.add(at);
      at = around(at);
    }
    let outer = at === undefined ? undefined : known.get(at);
    for (const inner of [...open].reverse()) {
      outer = valueAt(inner, outer);
      known.set(inner, outer);
    }
    return known.get(key) as T;
  };
}

const unreadMark = "\t";

/** All unread contents of a type in an object count as one content. */
function unreadContent(owner: ObjectKey, type: string): ObjectKey {
  return `${owner}${unreadMark}${type}` as ObjectKey;
}

/** The object with the unread contents. Undefined: the content was read. */
export function ownerOfUnread(content: ObjectKey): ObjectKey | undefined {
  const end = content.indexOf(unreadMark);
  return end < 0 ? undefined : (content.slice(0, end) as ObjectKey);
}

export function isOpen({ reach }: Limits): boolean {
  return reach !== "none";
}

/** The objects and all inside of them, at any depth. */
export function withInside(
  keys: Iterable<ObjectKey>,
  inside: (key: ObjectKey) => readonly ObjectKey[],
): ReadonlySet<ObjectKey> {
  const all = new Set(keys);
  for (const key of all) for (const inner of inside(key)) all.add(inner);
  return all;
}

export const noLimits: Limits = {
  reach: "everyone",
  conditions: [],
  isFiltered: true,
  isListed: true,
  unknown: [],
  isAssumed: false,
};

function bothOf(one: Limits, other: Limits): Limits {
  return {
    reach: narrowest(one.reach, other.reach),
    conditions: [...one.conditions, ...other.conditions],
    isFiltered: one.isFiltered && other.isFiltered,
    isListed: one.isListed && other.isListed,
    unknown: [...one.unknown, ...other.unknown],
    isAssumed: one.isAssumed || other.isAssumed,
  };
}

/** What the values of one object let through. */
export function ownLimits(type: ResourceType, object: LiveObject, key: ObjectKey): Limits {
  const unknown: string[] = [];
  const known = (rule: Rule): Json => {
    const value = valueOf(object, rule);
    if (value === undefined) unknown.push(`${key} ${rule[0]}`);
    return value ?? null;
  };
  let reach: Reach = "everyone";
  let isAssumed = false;
  for (const rule of rulesOf(type, "gate")) {
    const { opens } = rule[1];
    const passes = reachOf(opens, known(rule));
    reach = narrowest(reach, passes);
    if (opens.isAssumed === true && passes !== "everyone") isAssumed = true;
  }
  const conditions = rulesOf(type, "condition").flatMap((rule) => {
    const value = known(rule);
    return value === null ? [] : [typeof value === "string" ? value : canonicalJson(value)];
  });
  const isListed = rulesOf(type, "listing").every((rule) => known(rule) !== rule[1].opens.omits);
  const isFiltered = rulesOf(type, "filters").every((rule) =>
    rule[1].opens.isOn(valueOf(object, rule) ?? null),
  );
  return { reach, conditions, isFiltered, isListed, unknown, isAssumed };
}

/** The contents that readers find at an object: those that it refers to, or itself. */
function contentsIn(types: TypeIndex, object: LiveObject): readonly ObjectKey[] {
  const type = types.get(object.type);
  const shown = rulesOf(type, "content").flatMap(([name, { reference }]) => {
    const id = object.attributes[name];
    return typeof id === "string" && reference !== undefined ? [objectKey(reference.type, id)] : [];
  });
  return isContentItself(type) ? [...shown, keyOf(object)] : shown;
}

/** The types of all contents that readers can find somewhere. */
export function contentTypes(types: TypeIndex): ReadonlySet<string> {
  return new Set(
    types.all.flatMap((type) => [
      ...rulesOf(type, "content").flatMap(([, { reference }]) => reference?.type ?? []),
      ...(isContentItself(type) ? [type.name] : []),
    ]),
  );
}

function isContentItself(type: ResourceType): boolean {
  return rulesOf(type, "gate").some(([, { opens }]) => opens.ofItself === true);
}

/** Types of contents for readers that the refresh did not read in an object. */
function unreadIn(
  types: TypeIndex,
  { type, id }: LiveObject,
  contentsReadOf: Snapshot["contentsReadOf"],
): readonly string[] {
  const read = contentsReadOf.get(id);
  return [...types.typesReadOf(type)].filter(
    (name) => read?.has(name) !== true && rulesOf(types.get(name), "content").length > 0,
  );
}

function urlsOf(
  types: TypeIndex,
  way: readonly ObjectKey[],
  objects: ReadonlyMap<ObjectKey, LiveObject>,
): readonly string[] {
  let urls: readonly string[] = [""];
  for (const key of [...way].reverse()) {
    const object = objects.get(key) as LiveObject;
    const type = types.get(object.type);
    for (const rule of rulesOf(type, "segment")) {
      const value = valueOf(object, rule);
      // The service chooses the segment of a new object later.
      const segment = typeof value === "string" ? value : `?${key}`;
      const longer = urls.map((url) => `${url}/${segment}`);
      const isDefault = object.isDefault && type.defaultRole?.publicAddress === true;
      urls = isDefault ? [...urls, ...longer] : longer;
    }
  }
  return urls;
}

/** The own level of an object, or that of the object around it if it inherits. */
function levelIn(
  types: TypeIndex,
  object: LiveObject | undefined,
  key: ObjectKey,
  outer: Level | undefined,
): Level | undefined {
  const [rule] = object === undefined ? [] : rulesOf(types.get(object.type), "level");
  if (object === undefined || rule === undefined) return undefined;
  const { isWider } = rule[1].opens;
  const level = valueOf(object, rule);
  return level === "inherit" && outer !== undefined ? { ...outer, isWider } : { level, isWider, from: key };
}

/** Whether everybody who passes the narrow limits passes the wide ones. `isSameRoot`: both belong to the same site. */
export function includes(wide: Limits, narrow: Limits, isSameRoot: boolean): boolean {
  if (narrow.reach === "none") return true;
  if (wide.unknown.some((each) => !narrow.unknown.includes(each))) return false;
  if (narrow.unknown.some((each) => !wide.unknown.includes(each))) return includesEverybody(wide);
  if (wide.conditions.length > 0 && wide.isFiltered !== narrow.isFiltered) return false;
  if (!wide.conditions.every((each) => isSameRoot && narrow.conditions.includes(each))) return false;
  if (wide.reach === narrow.reach && !isSameRoot && isOfOneRoot(wide.reach)) return false;
  return includesReach(wide.reach, narrow.reach);
}

function includesEverybody({ reach, conditions }: Limits): boolean {
  return reach === "everyone" && conditions.length === 0;
}

function isOfOneRoot(reach: Reach): boolean {
  return reach === "link" || reach === "visitors";
}
