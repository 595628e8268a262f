import type { Address } from "../../../model/address.ts";
import { type DesiredObject, isReference } from "../../../model/desired-world.ts";
import { keyOf } from "../../../model/object-key.ts";
import type { ResourceType } from "../../../model/resource-type.ts";
import type { LiveObject } from "../../../model/snapshot.ts";
import { parentOf } from "../../../model/type-index.ts";
import { groupBy } from "../../../util/groups.ts";
import { desiredKey, liveKey } from "./keys.ts";
import { isMadeUnfinished, isOpen, type Matching, type Undecided } from "./matches.ts";
import { type Recognized, uniquePairs } from "./recognize.ts";
import { isDeclaredByAnother } from "./unique-declarations.ts";

/**
 * Recognizes new objects of the layout as objects that left another parent of the same scope. A match is one to one; an ambiguous one is no
 * match.
 */
export function recognizeMoved(matching: Matching): readonly Recognized[] {
  return matching.types.all.flatMap((type) =>
    oneToOne(matching, type, (object) => isOpen(matching, object)).filter(([object, live]) =>
      isFreeToMove(matching, type, object, live),
    ),
  );
}

/** Returns the objects that unfinished runs were replacing, by the address of each replacement. */
export function replacedByUnfinished(matching: Matching): ReadonlyMap<Address, LiveObject> {
  const unfinishedMatches = matching.types.all.flatMap((type) =>
    oneToOne(matching, type, (object) => isMadeUnfinished(matching, object)),
  );
  return new Map(unfinishedMatches.map(([{ address }, live]) => [address, live]));
}

/** Returns the objects that could have moved to several places, so that docsform cannot decide. */
export function undecidedMoves(matching: Matching): readonly Undecided[] {
  return matching.types.all.flatMap((type) =>
    undecidedOf(matching, type, (object) => isOpen(matching, object)),
  );
}

function oneToOne(
  matching: Matching,
  type: ResourceType,
  isAsked: (object: DesiredObject) => boolean,
): readonly Recognized[] {
  return undecidedOf(matching, type, isAsked)
    .flatMap(({ objects, live }) => uniquePairs(objects, live))
    .filter(([object]) => isAsked(object));
}

function undecidedOf(
  matching: Matching,
  type: ResourceType,
  isAsked: (object: DesiredObject) => boolean,
): readonly Undecided[] {
  const { movedKey: fields } = type.identity;
  if (fields === undefined) return [];
  const objects = matching.desired.world.objects.filter(
    (object) => object.type === type.name && (isOpen(matching, object) || isMadeUnfinished(matching, object)),
  );
  if (!objects.some(isAsked)) return [];
  const wanted = groupBy(objects, (object) => desiredKey(matching, object, fields));
  const leaving = matching.live.ofType(type.name).filter((live) => isLeaving(matching, live));
  const had = groupBy(leaving, (live) => liveKey(matching, live, fields));
  return [...wanted].flatMap(([key, same]) => {
    const there = key === undefined ? undefined : had.get(key);
    return there === undefined ? [] : [{ objects: same, live: there }];
  });
}

/** Whether the object or its parent left the layout: the state records it, or the layout owns its place. */
function isLeaving(matching: Matching, live: LiveObject): boolean {
  if (matching.byLive.has(keyOf(live))) return false;
  if (matching.left.has(keyOf(live))) return true;
  const parent = parentOf(matching.types, live);
  if (parent === undefined) return false;
  const around = matching.byLive.get(keyOf(parent))?.desired;
  if (around !== undefined) return around.owns.includes(live.type);
  const outer = matching.live.get(parent.type, parent.id);
  return outer !== undefined && isLeaving(matching, outer);
}

/**
 * Whether the desired object is in another place than the live one, and no other object declares the unique values that would move with it.
 */
function isFreeToMove(
  matching: Matching,
  type: ResourceType,
  object: DesiredObject,
  live: LiveObject,
): boolean {
  const { container } = object;
  const inside = isReference(container) ? matching.byAddress.get(container.$ref)?.live.id : container;
  if (inside === (live.container?.id ?? null)) return false;
  // A value that is unique inside a container does not conflict in another container.
  const unique = (type.unique ?? []).filter(({ within }) => within !== "container");
  return !isDeclaredByAnother(matching.declaredBy, { ...type, unique }, object, live);
}
