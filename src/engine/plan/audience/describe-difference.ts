import type { ObjectKey } from "../../../model/object-key.ts";
import type { DangerKind, Effect, EffectKind, NamedObject, Readers } from "../../../model/plan/plan.ts";
import type { Json } from "../../../util/json.ts";
import { present } from "../../../util/present.ts";
import { ownerOfUnread, type Place } from "../../audience/audience.ts";
import type { Difference } from "../../audience/compare-audiences.ts";

export type AnyEffect = Effect<DangerKind | EffectKind>;

/** What a description needs to know of the worlds that differ. */
export interface Describing {
  /** The changes of each object that may open or close something. */
  readonly causes: ReadonlyMap<ObjectKey, readonly number[]>;
  readonly named: (key: ObjectKey) => NamedObject;
  /** The URL where readers find a site now. */
  readonly urlOf: (key: ObjectKey) => string | undefined;
}

/** A difference of two audiences in names, URLs and causes. */
export function describeDifference(found: Difference, describing: Describing): AnyEffect {
  const { kind, attribute, otherPlaces } = found;
  const { address, type, title } = describing.named(ownerOfUnread(found.of) ?? found.of);
  return {
    kind,
    steps: causesOf(describing, found.way),
    address,
    type,
    title,
    ...present({ attribute, otherPlaces, levels: levelsOf(found), ...urlsOf(describing, found) }),
    ...readersOf(describing, found),
    ...(ownerOfUnread(found.of) !== undefined && { isUnread: true as const }),
  };
}

function readersOf(
  { named }: Describing,
  { kind, places, urls }: Difference,
): Pick<Effect, "readers" | "formerContent" | "isAssumed"> {
  if (places === undefined) return {};
  const { before, after } = places;
  return {
    ...(urls === undefined && { readers: { before: readersAt(before), after: readersAt(after) } }),
    ...(kind === "other-content" && before !== null && { formerContent: named(before.content) }),
    ...((after ?? before)?.isAssumed === true && { isAssumed: true as const }),
  };
}

function causesOf({ causes }: Describing, way: readonly ObjectKey[]): readonly number[] {
  return [...new Set(way.flatMap((key) => causes.get(key) ?? []))].sort((a, b) => a - b);
}

/** null: nobody finds it there. */
export function readersAt(place: Place | null): Readers | null {
  if (place === null || place.reach === "none") return null;
  const { reach, conditions, isListed } = place;
  return {
    who: reach,
    ...(conditions.length > 0 && { conditions }),
    ...(!isListed && { isUnlisted: true as const }),
  };
}

/** The values of secrets and of lists are not shown here: the step shows them. */
function levelsOf({ levels }: Difference): Effect["levels"] {
  const isShown = (value: Json | undefined) => value === null || typeof value === "string";
  if (levels === undefined || !isShown(levels.before) || !isShown(levels.after)) return undefined;
  return levels as NonNullable<Effect["levels"]>;
}

function hostsOf(urls: Difference["urls"]): { readonly url?: string; readonly formerUrl?: string } {
  return present({ formerUrl: urls?.before || undefined, url: urls?.after || undefined });
}

function urlsOf(
  describing: Describing,
  { kind, places, urls, of, attribute }: Difference,
): { readonly url?: string; readonly formerUrl?: string } {
  if (attribute !== undefined) return hostsOf(urls);
  const place = places?.after ?? places?.before;
  if (place === undefined || place === null) return {};
  const at = (path: string | undefined) => urlIn(describing.urlOf, place, path);
  if (urls === undefined) return present({ url: at(ownerOfUnread(of) === undefined ? place.urls[0] : "") });
  if (kind === "other-content") return present({ url: at(urls.before) });
  return present({ formerUrl: at(urls.before), url: at(urls.after) });
}

/** A URL of a place. Undefined: nobody knows the URL of its site, or a segment that the service chooses. */
export function urlIn(
  urlOf: Describing["urlOf"],
  { root, object }: Place,
  path: string | undefined,
): string | undefined {
  if (path === undefined || path.includes("?")) return undefined;
  const base = urlOf(root);
  if (base === undefined || root === object) return base;
  return `${base.replace(/\/$/u, "")}${path}`;
}
