import type { ObjectKey } from "../../model/object-key.ts";
import { opensMore } from "../../model/resource-type/opens.ts";
import type { ResourceType } from "../../model/resource-type.ts";
import type { LiveObject } from "../../model/snapshot.ts";
import type { TypeIndex } from "../../model/type-index.ts";
import { type Json, jsonEquals } from "../../util/json.ts";
import {
  type Audience,
  includes,
  isOpen,
  type Level,
  type Limits,
  ownerOfUnread,
  type Place,
  rulesOf,
  withInside,
} from "./audience.ts";

/** What becomes different for people. The first group opens something, the second closes something, the third changes what is at a URL. */
export type DifferenceKind =
  | "opens"
  | "shows"
  | "lists"
  | "access"
  | "sign-in"
  | "closes"
  | "unlists"
  | "ends-access"
  | "other-content"
  | "url-ends"
  | "url-moves";

/** One difference of two audiences: of a content, a container, or an object whose values open something by themselves. */
export interface Difference {
  readonly kind: DifferenceKind;
  readonly of: ObjectKey;
  /** Of readers: where they found it, and where they find it. null: nowhere. */
  readonly places?: { readonly before: Place | null; readonly after: Place | null };
  /** Of readers: the number of other places that open or close too. */
  readonly otherPlaces?: number;
  /** Of URLs: below the site, before and after. */
  readonly urls?: { readonly before: string; readonly after?: string };
  /** Of members: their level before and after. */
  readonly levels?: { readonly before: Json | undefined; readonly after: Json | undefined };
  /** The attribute, if its own values decide. */
  readonly attribute?: string;
  /** The objects whose changes may cause it. */
  readonly way: readonly ObjectKey[];
}

const openingKinds: ReadonlySet<DifferenceKind> = new Set(["opens", "shows", "lists", "access", "sign-in"]);

/** Whether somebody sees or may do more. */
export function isOpening({ kind }: Pick<Difference, "kind">): boolean {
  return openingKinds.has(kind);
}

export interface Comparison {
  readonly before: Audience;
  readonly after: Audience;
  readonly types: TypeIndex;
  /** The objects that differ. Nothing else is compared than they and what is inside of them. */
  readonly changed: Iterable<ObjectKey>;
  /** The content that a new content is made from, such as the source of a copy. */
  readonly sources?: ReadonlyMap<ObjectKey, ObjectKey>;
}

export function compareAudiences(comparison: Comparison): readonly Difference[] {
  const { before, after } = comparison;
  const changed = [...comparison.changed];
  const touched = new Set([before, after].flatMap(({ inside }) => [...withInside(changed, inside)]));
  const contents = new Set<ObjectKey>();
  for (const key of touched)
    for (const { content } of [...before.placesAt(key), ...after.placesAt(key)]) contents.add(content);
  for (const [content] of comparison.sources ?? []) contents.add(content);
  return [
    ...[...contents].flatMap((content) => [...ofReaders(comparison, content)]),
    ...[...touched].flatMap((key) => [...ofUrls(comparison, key)]),
    ...[...touched].flatMap((key) => [...ofMembers(comparison, key)]),
    ...changed.flatMap((key) => [...ofValues(comparison, key)]),
  ];
}

function isSameRoot(one: Place, other: Place): boolean {
  return one.root === other.root;
}

function includesPlace(wide: Place, narrow: Place): boolean {
  return includes(wide, narrow, isSameRoot(wide, narrow));
}

function lists(wide: Place, narrow: Place): boolean {
  return includesPlace(wide, narrow) && (wide.isListed || !narrow.isListed);
}

function* ofReaders({ before, after, sources }: Comparison, content: ObjectKey): Generator<Difference> {
  const source = sources?.get(content);
  const [own, has] = [before.placesOf(content), after.placesOf(content)];
  const had = source === undefined ? own : [...own, ...before.placesOf(source)];
  const [was, is] = [before, after].map((audience) => audience.get(ownerOfUnread(content) ?? content));
  // A place may show content that the service does not list. That exists, and is neither new nor gone.
  const isNew = source === undefined && was === undefined && is !== undefined;
  const isGone = was !== undefined && is === undefined;
  const opened = has.filter((place) => isOpen(place) && !had.some((each) => includesPlace(each, place)));
  if (opened.length > 0)
    yield* ofPlaces(isNew ? "shows" : "opens", content, { opened, closed: had }, "after");
  else {
    const listed = has.filter(
      (place) => isOpen(place) && place.isListed && !had.some((each) => lists(each, place)),
    );
    if (listed.length > 0) yield* ofPlaces("lists", content, { opened: listed, closed: had }, "after");
  }
  if (isGone) return;
  const closed = own.filter((place) => isOpen(place) && !has.some((each) => includesPlace(each, place)));
  if (closed.length > 0) yield* ofPlaces("closes", content, { opened: has, closed }, "before");
  else {
    const left = own.filter(
      (place) => isOpen(place) && place.isListed && !has.some((each) => lists(each, place)),
    );
    if (left.length > 0) yield* ofPlaces("unlists", content, { opened: has, closed: left }, "before");
  }
}

/** The widest place speaks for all that open or close. */
function* ofPlaces(
  kind: DifferenceKind,
  of: ObjectKey,
  { opened, closed }: { readonly opened: readonly Place[]; readonly closed: readonly Place[] },
  side: "before" | "after",
): Generator<Difference> {
  const differing = side === "after" ? opened : closed;
  const way = new Set(differing.flatMap((place) => place.way));
  const [after, before] = [widestOf(opened), widestOf(closed)];
  for (const place of side === "after" ? closed : opened)
    if (differing.some(({ object }) => object === place.object)) for (const key of place.way) way.add(key);
  yield {
    kind,
    of,
    places: { before, after },
    ...(differing.length > 1 && { otherPlaces: differing.length - 1 }),
    way: [...way],
  };
}

function widestOf(places: readonly Place[]): Place | null {
  return places
    .filter(isOpen)
    .reduce<Place | null>(
      (widest, place) => (widest !== null && includesPlace(widest, place) ? widest : place),
      null,
    );
}

/** Where readers find other content at a URL that they had, and which of their URLs end or move. */
function* ofUrls(comparison: Comparison, key: ObjectKey): Generator<Difference> {
  const { before, after } = comparison;
  for (const place of after.placesAt(key)) if (isOpen(place)) yield* otherContent(comparison, place);
  for (const place of before.placesAt(key)) {
    if (!isOpen(place)) continue;
    yield* lostUrl(after, place, key);
  }
}

function* lostUrl(after: Audience, place: Place, key: ObjectKey): Generator<Difference> {
  const at = after.placesAt(key).find(({ content }) => content === place.content);
  const elsewhere = () =>
    after.placesOf(place.content).find((each) => each.root === place.root && isOpen(each));
  // A place that is closed or removed is no moved URL: another difference says so.
  const now = at !== undefined && isOpen(at) ? at : elsewhere();
  const url = place.urls.find((each) => after.placeAt(place.root, each) === undefined);
  if (now === undefined || url === undefined || at?.urls.includes(url) === true) return;
  yield {
    kind: now === at ? "url-moves" : "url-ends",
    of: place.content,
    places: { before: place, after: now },
    urls: { before: url, after: now.urls[place.urls.indexOf(url)] ?? now.urls[0] ?? "" },
    way: [...new Set([...place.way, ...now.way])],
  };
}

function* otherContent({ before, sources }: Comparison, place: Place): Generator<Difference> {
  for (const url of place.urls) {
    const was = before.placeAt(place.root, url);
    if (was === undefined || was.content === place.content) continue;
    if (sources?.get(place.content) === was.content) continue;
    yield {
      kind: "other-content",
      of: place.content,
      places: { before: was, after: place },
      urls: { before: url },
      way: [...new Set([...was.way, ...place.way])],
    };
    return;
  }
}

function* ofMembers({ before, after, sources }: Comparison, key: ObjectKey): Generator<Difference> {
  const now = after.levelOf(key);
  const was = before.levelOf(sources?.get(key) ?? key);
  if (now === undefined || was === undefined || isSameLevel(was, now)) return;
  const levels = { before: was.level, after: now.level };
  const way = [...new Set([...before.wayOf(sources?.get(key) ?? key), ...after.wayOf(key)])];
  const isUnknown = now.level === undefined || was.level === undefined;
  const isWider = isUnknown || now.isWider(was.level as Json, now.level as Json);
  yield { kind: isWider ? "access" : "ends-access", of: key, levels, way };
}

function isSameLevel(was: Level, now: Level): boolean {
  if (was.level === undefined || now.level === undefined) return was.level === now.level;
  return jsonEquals(was.level, now.level);
}

/** Values that open something by themselves, and do not depend on a place. */
function* ofValues({ before, after, types }: Comparison, key: ObjectKey): Generator<Difference> {
  const [was, now] = [before.get(key), after.get(key)];
  if (now === undefined) return;
  const type = types.get(now.type);
  const way = [key];
  if (was === undefined) {
    if (rulesOf(type, "sign-in").length > 0) yield { kind: "sign-in", of: key, way };
    return;
  }
  yield* ofOwnRights(type, was, now, key);
  for (const [attribute] of rulesOf(type, "host")) {
    const values = valuesOf(attribute, was, now);
    if (jsonEquals(...values) || (hasPlaces(type, types) && !hasReaders(before, key))) continue;
    const urls = { before: textOf(values[0]), after: textOf(values[1]) };
    yield { kind: "url-ends", of: key, attribute, urls, way };
  }
}

/** Rights of people, and ways to become one of them. The step shows the values of the latter. */
function* ofOwnRights(
  type: ResourceType,
  was: LiveObject,
  now: LiveObject,
  key: ObjectKey,
): Generator<Difference> {
  for (const as of ["grant", "sign-in"] as const)
    for (const [attribute, { opens }] of rulesOf(type, as)) {
      const values = valuesOf(attribute, was, now);
      if (jsonEquals(...values)) continue;
      const levels = as === "grant" ? { levels: { before: values[0], after: values[1] } } : {};
      const more = as === "grant" ? "access" : "sign-in";
      yield {
        kind: opensMore(opens, ...values) ? more : "ends-access",
        of: key,
        ...levels,
        attribute,
        way: [key],
      };
    }
}

function valuesOf(attribute: string, ...objects: readonly [LiveObject, LiveObject]): [Json, Json] {
  return objects.map(({ attributes }) => attributes[attribute] ?? null) as [Json, Json];
}

function hasReaders(audience: Audience, key: ObjectKey): boolean {
  const { inside, placesAt } = audience;
  return [...withInside([key], inside)].some((inner) => placesAt(inner).some(isOpen));
}

function textOf(value: Json): string {
  return typeof value === "string" ? value : "";
}

/** Whether objects of the type can contain places for readers. */
function hasPlaces({ name }: { readonly name: string }, types: TypeIndex): boolean {
  return [...types.typesReadOf(name)].some((inner) => rulesOf(types.get(inner), "content").length > 0);
}

/** Whether a change lets fewer people through, and whether it lets more people through. */
export interface Direction {
  readonly narrows: boolean;
  readonly widens: boolean;
}

export function directionOf(before: Limits, after: Limits): Direction {
  const isSame = true;
  return {
    narrows: !includes(after, before, isSame) || (before.isListed && !after.isListed && isOpen(before)),
    widens: !includes(before, after, isSame) || (after.isListed && !before.isListed && isOpen(after)),
  };
}
