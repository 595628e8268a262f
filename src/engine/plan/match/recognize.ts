import type { Address } from "../../../model/address.ts";
import { type DesiredObject, isReference } from "../../../model/desired-world.ts";
import { attributesIn } from "../../../model/key-field.ts";
import { keyOf, type ObjectKey } from "../../../model/object-key.ts";
import type { ResourceType } from "../../../model/resource-type.ts";
import type { LiveObject } from "../../../model/snapshot.ts";
import { append, groupBy } from "../../../util/groups.ts";
import { childSharing } from "./content-signs.ts";
import { hasLeft, isMadeUnfinished, isOpen, type Matching, type Undecided } from "./matches.ts";
import { type Recognized, uniquePairs } from "./sign.ts";
import { isDeclaredByAnother } from "./unique-declarations.ts";

/**
 * Recognizes, under each parent, new objects of the layout as objects that left the layout. The type declares by what it is recognized. A
 * match is one to one; an ambiguous one is no match.
 */
export function recognized(matching: Matching): readonly Recognized[] {
  return newObjectsByPlace(matching).flatMap((objects) => recognizedIn(matching, objects));
}

/** Returns the objects under each parent that could match but do not: several candidates fit, or they have too little in common. */
export function undecidedInPlace(matching: Matching): readonly Undecided[] {
  return newObjectsByPlace(matching)
    .flatMap((objects) => alikeIn(matching, objects))
    .map(({ objects, live, fits = () => true, ...rest }) => ({
      ...rest,
      objects: objects.filter((object) => live.some((each) => fits(object, each))),
      live: live.filter((each) => objects.some((object) => fits(object, each))),
    }));
}

/** The new objects of each type under each parent. */
function newObjectsByPlace(matching: Matching): readonly (readonly DesiredObject[])[] {
  const newObjects = matching.desired.world.objects.filter((object) => {
    const { contents, recognizedByPlace } = matching.types.get(object.type).identity;
    if (contents !== "most children" && recognizedByPlace !== true) return false;
    return isOpen(matching, object) || isMadeUnfinished(matching, object);
  });
  const places = groupBy(newObjects, (object) => `${object.type}\n${declaredParent(object) ?? ""}`);
  return [...places.values()];
}

/** The declared parent. Undefined: the layout declares none. */
function declaredParent({ container, scope }: DesiredObject): Address | undefined {
  if (isReference(container)) return container.$ref;
  return container === null ? scope : undefined;
}

function recognizedIn(matching: Matching, objects: readonly DesiredObject[]): readonly Recognized[] {
  return alikeIn(matching, objects)
    .flatMap(surePairs)
    .filter(
      ([object, candidate]) =>
        isOpen(matching, object) &&
        !isDeclaredByAnother(matching.declaredBy, matching.types.get(object.type), object, candidate),
    );
}

function surePairs({ objects, live, isVague, fits = () => true }: Alike): readonly Recognized[] {
  return isVague === true ? [] : uniquePairs(objects, live).filter(([object, each]) => fits(object, each));
}

function alikeIn(matching: Matching, objects: readonly DesiredObject[]): readonly Alike[] {
  const first = objects.find((object) => isOpen(matching, object));
  if (first === undefined) return [];
  const parent = declaredParent(first);
  const within = parent === undefined ? undefined : matching.byAddress.get(parent)?.live;
  if (parent === undefined || within === undefined) return [];
  const type = matching.types.get(first.type);
  const left = leftIn(matching, type, parent, within);
  if (left.length === 0) return [];
  const siblings = { matching, type, parent, within, objects, left };
  return type.identity.recognizedByPlace === true ? byPlace(siblings) : byMostChildren(siblings);
}

/**
 * Live objects without a match that the state records and the layout no longer has. If the layout owns the place, also all others that it
 * does not declare.
 */
function leftIn(
  matching: Matching,
  { name }: ResourceType,
  parent: Address,
  within: LiveObject,
): readonly LiveObject[] {
  const { live, desired, byLive } = matching;
  const isOwned = desired.get(parent)?.owns.includes(name) === true;
  return live
    .inside(within.type, within.id)
    .filter((each) => each.type === name && !byLive.has(keyOf(each)))
    .filter((each) => isOwned || hasLeft(matching, each));
}

interface SiblingGroup {
  readonly matching: Matching;
  readonly type: ResourceType;
  readonly parent: Address;
  readonly within: LiveObject;
  /** Objects that are new in the layout. */
  readonly objects: readonly DesiredObject[];
  /** Live objects that the layout does not declare. */
  readonly left: readonly LiveObject[];
}

/** New objects, and objects that left the layout: each of the former may be each of the latter. */
interface Alike extends Undecided {
  /** The objects have too little in common to match them. */
  readonly isVague?: boolean;
  /** Whether one object may be the other. Absent: each may be each. */
  readonly fits?: (object: DesiredObject, live: LiveObject) => boolean;
}

function byMostChildren({ matching, type, objects, left }: SiblingGroup): readonly Alike[] {
  const sharingOf = childSharing(matching, type);
  const isLeft = new Set(left);
  return objects.flatMap((object) =>
    sharingOf(object)
      .filter(({ live }) => isLeft.has(live))
      .map(({ live, isMost }) => ({ objects: [object], live: [live], isVague: !isMost })),
  );
}

/** Matches objects that follow the same sibling and whose keys differ only in their references. */
function byPlace(siblings: SiblingGroup): readonly Alike[] {
  const { matching, type, parent, within, objects, left } = siblings;
  const declared = matching.desired.inside(parent).filter((each) => each.type === type.name);
  const wanted = new Map<ObjectKey | undefined, DesiredObject[]>();
  for (const object of objects) append(wanted, siblingBefore(matching, declared, object), object);
  const had = groupBy(left, (live) => liveSiblingBefore(siblings, live));
  const fits = (object: DesiredObject, live: LiveObject) =>
    namesThemselvesAlike(matching, type, object, live);
  const inOnePlace = [...wanted].map(([place, same]) => ({
    objects: same,
    live: had.get(place) ?? [],
    fits,
  }));
  // An object from another place can reach the same place after other objects leave it.
  return [...inOnePlace, { objects, live: left, within, isVague: true, fits }];
}

function siblingBefore(
  matching: Matching,
  declared: readonly DesiredObject[],
  object: DesiredObject,
): ObjectKey | undefined {
  const before = declared.slice(0, declared.indexOf(object)).findLast((each) => isSettled(matching, each));
  const live = before && matching.byAddress.get(before.address)?.live;
  return live && keyOf(live);
}

function liveSiblingBefore({ matching, within }: SiblingGroup, live: LiveObject): ObjectKey | undefined {
  const inside = matching.live.inside(within.type, within.id);
  const before = inside.slice(0, inside.indexOf(live)).findLast((each) => {
    const desired = matching.byLive.get(keyOf(each))?.desired;
    return each.type === live.type && desired !== undefined && isSettled(matching, desired);
  });
  return before && keyOf(before);
}

/** Whether the object already had its place before the new objects came. */
function isSettled(matching: Matching, object: DesiredObject): boolean {
  return matching.byAddress.has(object.address) && !isMadeUnfinished(matching, object);
}

/** Whether all parts of the key that are not references are equal: declared both then and now, or never declared. */
function namesThemselvesAlike(
  matching: Matching,
  { identity, attributes }: ResourceType,
  object: DesiredObject,
  live: LiveObject,
): boolean {
  const applied = hasLeft(matching, live) ? matching.entryOf(live)?.applied : undefined;
  const own = attributesIn(identity.key).filter((name) => attributes[name]?.reference === undefined);
  return own.every((name) => {
    const value = object.attributes[name];
    return value === undefined ? applied?.[name] === undefined : value === live.attributes[name];
  });
}
