import type { Address } from "../../model/address.ts";
import { type DesiredObject, isReference } from "../../model/desired-world.ts";
import { groupBy } from "../../model/groups.ts";
import { keyOf } from "../../model/object-key.ts";
import type { ResourceType } from "../../model/resource-type.ts";
import type { LiveObject } from "../../model/snapshot.ts";
import { parentOf } from "../../model/type-index.ts";
import { desiredKey, liveKey } from "./keys.ts";
import { isMadeUnfinished, isOpen, type Matching, type Undecided } from "./matches.ts";
import { type Recognized, uniquePairs } from "./recognize.ts";
import { isClaimedByAnother } from "./unique-declarations.ts";

/** The new objects of the layout that are the same as objects which have left another parent of their scope: one to one, or not at all. */
export function recognizeMoved(matching: Matching): readonly Recognized[] {
  return matching.types.all.flatMap((type) =>
    oneToOne(matching, type, (object) => isOpen(matching, object)).filter(([object, live]) =>
      isFreeToMove(matching, type, object, live),
    ),
  );
}

/** The objects that unfinished ones were made to take the place of, by the address of each. */
export function replacedByUnfinished(matching: Matching): ReadonlyMap<Address, LiveObject> {
  const unfinishedMatches = matching.types.all.flatMap((type) =>
    oneToOne(matching, type, (object) => isMadeUnfinished(matching, object)),
  );
  return new Map(unfinishedMatches.map(([{ address }, live]) => [address, live]));
}

/** What may be the same in several places, and is not known to be because there is a choice. */
export function undecidedMoves(matching: Matching): readonly Undecided[] {
  return matching.types.all.flatMap((type) =>
    undecidedOf(matching, type, (object) => isOpen(matching, object)),
  );
}

/** Of all new objects, those that are asked about. */
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
  const { externalIdAttribute: fields } = type.identity;
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

/** Whether it, or what it is inside of, has left the layout: the state knows it, or the layout owns the place. */
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

/** Whether it stands in another place than the live object, and nobody else wants what that would take along. */
function isFreeToMove(
  matching: Matching,
  type: ResourceType,
  object: DesiredObject,
  live: LiveObject,
): boolean {
  const { container } = object;
  const inside = isReference(container) ? matching.byAddress.get(container.$ref)?.live.id : container;
  if (inside === (live.container?.id ?? null)) return false;
  // What is unique inside of a container stays behind with it.
  const unique = (type.unique ?? []).filter(({ within }) => within !== "container");
  return !isClaimedByAnother(matching.declaredBy, { ...type, unique }, object, live);
}
