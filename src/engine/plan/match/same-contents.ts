import type { Address } from "../../../model/address.ts";
import { type DesiredObject, isReference } from "../../../model/desired-world.ts";
import { type KeyField, theContainer } from "../../../model/key-field.ts";
import { keyOf } from "../../../model/object-key.ts";
import type { ResourceType } from "../../../model/resource-type.ts";
import type { LiveObject } from "../../../model/snapshot.ts";
import { parentOf } from "../../../model/type-index.ts";
import { groupBy } from "../../../util/groups.ts";
import { childSharing } from "./content-signs.ts";
import { hasLeft, isMadeUnfinished, isOpen, type Matching, type Undecided } from "./matches.ts";
import { fieldSign, pairsOf, type Recognized, uniquePairs } from "./sign.ts";
import { isDeclaredByAnother } from "./unique-declarations.ts";

/**
 * Recognizes new objects of the layout as objects that left the same parent, or else another parent of the same scope, by their contents. A
 * match is one to one; an ambiguous one is no match.
 */
export function recognizedByContents(
  matching: Matching,
  where: "same parent" | "anywhere",
): readonly Recognized[] {
  const isAsked = (object: DesiredObject) => isOpen(matching, object);
  const fields = where === "anywhere" ? [] : [theContainer];
  return matching.types.all.flatMap((type) =>
    [
      ...oneToOne(matching, type, isAsked, fields),
      ...(where === "anywhere" ? withMostChildren(matching, type) : []),
    ].filter(([object, live]) => !hasValueOfAnother(matching, type, object, live)),
  );
}

/** New objects, each with the one that left its place and has most children in common with it. */
function withMostChildren(matching: Matching, type: ResourceType): readonly Recognized[] {
  if (type.identity.contents !== "most children") return [];
  const objects = matching.desired.world.objects.filter(
    (object) => object.type === type.name && isOpen(matching, object),
  );
  const leaving = matching.live.ofType(type.name).filter((live) => isLeaving(matching, live));
  if (objects.length === 0 || leaving.length === 0) return [];
  const sharingOf = childSharing(matching, type);
  const likely = (object: DesiredObject) => sharingOf(object).find(({ isMost }) => isMost)?.live.id;
  return pairsOf(
    groupBy(objects, likely),
    groupBy(leaving, ({ id }) => id),
  );
}

/** Returns the objects that unfinished runs were replacing, by the address of each replacement. */
export function replacedByUnfinished(matching: Matching): ReadonlyMap<Address, LiveObject> {
  const isAsked = (object: DesiredObject) => isMadeUnfinished(matching, object);
  const pairs = matching.types.all.flatMap((type) => oneToOne(matching, type, isAsked));
  return new Map(pairs.map(([{ address }, live]) => [address, live]));
}

/** Returns the objects with the same contents between which docsform cannot decide. */
export function undecidedByContents(matching: Matching): readonly Undecided[] {
  const isAsked = (object: DesiredObject) => isOpen(matching, object);
  return matching.types.all.flatMap((type) => sameContents(matching, type, isAsked));
}

function oneToOne(
  matching: Matching,
  type: ResourceType,
  isAsked: (object: DesiredObject) => boolean,
  fields: readonly KeyField[] = [],
): readonly Recognized[] {
  return sameContents(matching, type, isAsked, fields)
    .flatMap(({ objects, live }) => uniquePairs(objects, live))
    .filter(([object]) => isAsked(object));
}

/** Whether another object declares a unique value of the live one. A value that is unique in a container may be in two of them. */
function hasValueOfAnother(
  matching: Matching,
  type: ResourceType,
  object: DesiredObject,
  live: LiveObject,
): boolean {
  const { container } = object;
  const inside = isReference(container) ? matching.byAddress.get(container.$ref)?.live.id : container;
  const staysInside = inside === (live.container?.id ?? null);
  const unique = (type.unique ?? []).filter(({ within }) => staysInside || within !== "container");
  return isDeclaredByAnother(matching.declaredBy, { ...type, unique }, object, live);
}

/** The new objects of a type, and those that left their places, with the same contents and the same values of the fields. */
export function sameContents(
  matching: Matching,
  type: ResourceType,
  isAsked: (object: DesiredObject) => boolean,
  fields: readonly KeyField[] = [],
): readonly Undecided[] {
  const { contents } = type.identity;
  if (contents === undefined || contents === "most children") return [];
  const objects = matching.desired.world.objects.filter(
    (object) => object.type === type.name && (isOpen(matching, object) || isMadeUnfinished(matching, object)),
  );
  if (!objects.some(isAsked)) return [];
  const sign = fieldSign(matching, [...contents, ...fields]);
  const leaving = matching.live.ofType(type.name).filter((live) => isLeaving(matching, live));
  const had = groupBy(leaving, sign.ofLive);
  return [...groupBy(objects, sign.ofDesired)].flatMap(([text, same]) => {
    const there = text === undefined ? undefined : had.get(text);
    return there === undefined ? [] : [{ objects: same, live: there }];
  });
}

/** Whether the object or its parent left the layout: the state records it, or the layout owns its place. */
function isLeaving(matching: Matching, live: LiveObject): boolean {
  if (matching.byLive.has(keyOf(live))) return false;
  if (hasLeft(matching, live)) return true;
  const parent = parentOf(matching.types, live);
  if (parent === undefined) return false;
  const around = matching.byLive.get(keyOf(parent))?.desired;
  if (around !== undefined) return around.owns.includes(live.type);
  const outer = matching.live.get(parent.type, parent.id);
  return outer !== undefined && isLeaving(matching, outer);
}
