import type { Address } from "../../../model/address.ts";
import type { DesiredObject } from "../../../model/desired-world.ts";
import type { KeyField } from "../../../model/key-field.ts";
import { keyOf, type ObjectKey } from "../../../model/object-key.ts";
import type { ResourceType } from "../../../model/resource-type.ts";
import type { LiveObject } from "../../../model/snapshot.ts";
import { groupBy } from "../../../util/groups.ts";
import { once } from "../../../util/once.ts";
import type { Matching } from "./matches.ts";
import { fieldSign, placeFields, type Sign } from "./sign.ts";

/** The contents of the objects of a type within the place in which they exchange their keys, their names, and both of these. */
export interface Signs {
  readonly contents: Sign;
  readonly name: Sign;
  readonly both: Sign;
}

export function signsOf(matching: Matching, type: ResourceType): Signs {
  const place = placeFields(type);
  const { name } = type.identity;
  const named = name === undefined ? [] : [name];
  return {
    contents: contentSign(matching, type, place),
    name: fieldSign(matching, named),
    both: name === undefined ? fieldSign(matching, []) : contentSign(matching, type, [...place, name]),
  };
}

/** The contents of the objects of a type together with further fields. */
export function contentSign(matching: Matching, type: ResourceType, fields: readonly KeyField[] = []): Sign {
  const { contents } = type.identity;
  if (contents !== "most children")
    return fieldSign(matching, contents === undefined ? [] : [...contents, ...fields]);
  const sharingOf = childSharing(matching, type);
  const place = fieldSign(matching, fields);
  return {
    ofDesired(object) {
      const most = mostLike(sharingOf(object));
      return most && `${most.id} ${place.ofDesired(object)}`;
    },
    ofLive: (live) => `${live.id} ${place.ofLive(live)}`,
  };
}

/** A live object that has children in common with a desired one. */
interface Sharing {
  readonly live: LiveObject;
  /** Whether each has more than half of its children in common with the other. At most one live object has. */
  readonly isMost: boolean;
}

/**
 * Compares children from the leaves up: a child of the same type that has no match yet counts as the live object that it is by most of its own
 * children. Returns the live objects that share children with a desired one.
 */
export function childSharing(
  matching: Matching,
  type: ResourceType,
): (object: DesiredObject) => readonly Sharing[] {
  const known = new Map<Address, readonly Sharing[]>();
  const liveParents = once(() => liveParentsOf(matching, type));
  const likely = (child: DesiredObject): LiveObject | undefined =>
    matching.byAddress.get(child.address)?.live ??
    (child.type === type.name ? mostLike(sharingOf(child)) : undefined);
  const sharingOf = (object: DesiredObject): readonly Sharing[] => {
    const found = known.get(object.address) ?? compareChildren(object);
    known.set(object.address, found);
    return found;
  };
  const compareChildren = (object: DesiredObject): readonly Sharing[] => {
    const { parents, sizes } = liveParents();
    const children = matching.desired.inside(object.address);
    const shared = groupBy(children, (child) => {
      const live = likely(child);
      return live && parents.get(keyOf(live));
    });
    return [...shared].flatMap(([live, { length }]): readonly Sharing[] => {
      if (live === undefined) return [];
      const isMostOf = (size: number) => length * 2 > size;
      return [{ live, isMost: isMostOf(children.length) && isMostOf(sizes.get(live) ?? 0) }];
    });
  };
  return sharingOf;
}

function mostLike(sharing: readonly Sharing[]): LiveObject | undefined {
  return sharing.find(({ isMost }) => isMost)?.live;
}

interface LiveParents {
  /** The live parent of each child. */
  readonly parents: ReadonlyMap<ObjectKey, LiveObject>;
  /** The number of children of each live parent. */
  readonly sizes: ReadonlyMap<LiveObject, number>;
}

function liveParentsOf(matching: Matching, { name }: ResourceType): LiveParents {
  const children = matching.live.ofType(name).map((live) => {
    const applied = matching.appliedInside(live).map(({ key }) => key);
    const inside = () => matching.live.inside(live.type, live.id).map(keyOf);
    return [live, applied.length > 0 ? applied : inside()] as const;
  });
  return {
    parents: new Map(children.flatMap(([live, keys]) => keys.map((key) => [key, live] as const))),
    sizes: new Map(children.map(([live, { length }]) => [live, length])),
  };
}
