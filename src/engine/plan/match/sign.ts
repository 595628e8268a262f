import type { DesiredObject } from "../../../model/desired-world.ts";
import { includesContainer, type KeyField, theContainer } from "../../../model/key-field.ts";
import type { ResourceType } from "../../../model/resource-type.ts";
import type { LiveObject } from "../../../model/snapshot.ts";
import { desiredKey, rememberedKey } from "./keys.ts";
import type { Matching } from "./matches.ts";

/** A desired object, and the live object that it is. */
export type Recognized = readonly [DesiredObject, LiveObject];

/** Pairs of objects of which each has a text that no other one has. */
export function pairsOf(
  wanted: ReadonlyMap<string | undefined, readonly DesiredObject[]>,
  had: ReadonlyMap<string | undefined, readonly LiveObject[]>,
): readonly Recognized[] {
  return [...wanted].flatMap(([text, objects]) =>
    text === undefined ? [] : uniquePairs(objects, had.get(text) ?? []),
  );
}

/** Returns the pair if there is exactly one object on each side. */
export function uniquePairs(
  objects: readonly DesiredObject[],
  live: readonly LiveObject[],
): readonly Recognized[] {
  const [[object], [candidate]] = [objects, live];
  if (object === undefined || candidate === undefined) return [];
  return objects.length === 1 && live.length === 1 ? [[object, candidate]] : [];
}

/** A sign of the objects of a type, as texts: declared, and as last applied or else live. Undefined: it is unknown. */
export interface Sign {
  readonly ofDesired: (object: DesiredObject) => string | undefined;
  readonly ofLive: (live: LiveObject) => string | undefined;
}

export function fieldSign(matching: Matching, fields: readonly KeyField[]): Sign {
  return {
    ofDesired: (object) => desiredKey(matching, object, fields),
    ofLive: (live) => rememberedKey(matching, live, fields),
  };
}

export function agree({ ofDesired, ofLive }: Sign, object: DesiredObject, live: LiveObject): boolean {
  const wanted = ofDesired(object);
  return wanted !== undefined && wanted === ofLive(live);
}

/** The parent, if objects with different parents can have the same key. */
export function placeFields({ identity: { key } }: ResourceType): readonly KeyField[] {
  return includesContainer(key) ? [theContainer] : [];
}
