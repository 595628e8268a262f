import type { AcceptedList } from "../../../model/accepted-edits.ts";
import type { Address } from "../../../model/address.ts";
import { type DesiredObject, ownerOf } from "../../../model/desired-world.ts";
import { contentsFields } from "../../../model/layout-contents.ts";
import { keyOf, type ObjectKey } from "../../../model/object-key.ts";
import type { ContentsField } from "../../../model/resource-type/layout-syntax.ts";
import type { LiveObject } from "../../../model/snapshot.ts";
import { acceptDifference, type Deciding, differenceOf } from "./deciding.ts";

/** The decisions about single objects. */
interface Items {
  readonly removed: ReadonlySet<Address>;
  readonly added: ReadonlySet<ObjectKey>;
  readonly moved: ReadonlySet<Address>;
}

type Item = Address | LiveObject;

/** The new items of each list that changes, and all items of the lists of new objects. */
export function acceptLists(deciding: Deciding, items: Items): readonly AcceptedList[] {
  const { desired } = deciding;
  return desired.world.objects.flatMap((owner) => {
    const live = deciding.liveOf(owner.address);
    if (live === undefined || items.removed.has(owner.address)) return [];
    return writtenFields(deciding, owner, live, items).flatMap((field) =>
      acceptList(deciding, items, { owner, live, ...field }),
    );
  });
}

interface List {
  readonly owner: DesiredObject;
  readonly live: LiveObject;
  readonly field: ContentsField;
  /** The layout does not have the list yet. It gets all items, because apply would delete those that it does not list. */
  readonly isNew: boolean;
}

/** The fields of contents that the layout declares for an object, or gets because an object has moved there or was created there. */
function writtenFields(
  { types, desired, live: index, addressOf }: Deciding,
  owner: DesiredObject,
  live: LiveObject,
  { moved, added }: Items,
): readonly Pick<List, "field" | "isNew">[] {
  const declared = new Set(desired.inside(owner.address).map(({ type }) => type));
  const typesAdded = new Set(
    index
      .inside(live.type, live.id)
      .filter((child) => moved.has(addressOf(child) ?? "") || added.has(keyOf(child)))
      .map(({ type }) => type),
  );
  return contentsFields(types.all, types.get(owner.type)).flatMap((field) => {
    const isWritten = field.types.some((name) => owner.owns.includes(name) || declared.has(name));
    return isWritten || field.types.some((name) => typesAdded.has(name))
      ? [{ field, isNew: !isWritten }]
      : [];
  });
}

function acceptList(deciding: Deciding, items: Items, list: List): readonly AcceptedList[] {
  const { owner, field } = list;
  const former = deciding.desired.inside(owner.address).filter(({ type }) => field.types.includes(type));
  const declared = former.map(({ address }) => address);
  const members = membersOf(deciding, items, list, declared);
  const isOrdered = field.types.some((type) => deciding.types.get(type).order !== undefined);
  const ordered = isOrdered ? inOrder(deciding, list, declared, members) : members;
  const addedItems = ordered.filter((item) => typeof item !== "string");
  const isSame = ordered.length === declared.length && ordered.every((item, at) => item === declared[at]);
  if (isSame) return [];
  const root = rootOf(deciding, owner);
  const own: AcceptedList = { owner: owner.address, root, ...field, items: ordered };
  return [own, ...addedItems.flatMap((object) => newLists(deciding, items, root, object))];
}

function rootOf({ desired }: Deciding, owner: DesiredObject): Address {
  const outer = ownerOf(owner);
  const found = outer === undefined ? undefined : desired.get(outer);
  return found === undefined ? owner.address : rootOf({ desired } as Deciding, found);
}

/** The lists of a new object, if objects of the layout have moved into them. */
function newLists(
  deciding: Deciding,
  items: Items,
  root: Address,
  object: LiveObject,
): readonly AcceptedList[] {
  const { types, live } = deciding;
  return contentsFields(types.all, types.get(object.type)).flatMap(({ field, types: names }) => {
    const children = live.inside(object.type, object.id).filter(({ type }) => names.includes(type));
    const found = children.flatMap((child): readonly Item[] => {
      const address = deciding.addressOf(child);
      if (address === undefined) return [child];
      return items.moved.has(address) ? [address] : [];
    });
    const inner = found.flatMap((item) =>
      typeof item === "string" ? [] : newLists(deciding, items, root, item),
    );
    return found.length === 0 ? [] : [{ owner: object, root, field, types: names, items: found }, ...inner];
  });
}

/** The items of a list before it is sorted: the remaining ones in the layout's order, then the new ones in the service's order. */
function membersOf(
  deciding: Deciding,
  { removed, moved, added }: Items,
  { live, field, isNew }: List,
  declared: readonly Address[],
): readonly Item[] {
  const now = deciding.live.inside(live.type, live.id).filter(({ type }) => field.types.includes(type));
  const remaining = declared.filter((address) => {
    if (removed.has(address)) return false;
    if (!moved.has(address)) return true;
    return now.some((child) => deciding.addressOf(child) === address);
  });
  const arriving = now.flatMap((child): readonly Item[] => {
    const address = deciding.addressOf(child);
    if (address === undefined) return isNew || added.has(keyOf(child)) ? [child] : [];
    return moved.has(address) && !remaining.includes(address) ? [address] : [];
  });
  return [...remaining, ...arriving];
}

/** Sorts the items in the service's order if the request accepts it, or else in the layout's order. */
function inOrder(
  deciding: Deciding,
  { owner, live, field }: List,
  declared: readonly Address[],
  members: readonly Item[],
): readonly Item[] {
  const nameOf = (child: LiveObject): Item => deciding.addressOf(child) ?? child;
  const liveOrder = deciding.live
    .inside(live.type, live.id)
    .filter(({ type }) => field.types.includes(type))
    .map(nameOf)
    .filter((item) => members.includes(item));
  const common = declared.filter((address) => liveOrder.includes(address));
  const commonLive = liveOrder.filter((item) => typeof item === "string" && common.includes(item));
  const isSame = common.every((address, at) => address === commonLive[at]);
  const found = {
    ...differenceOf(deciding, owner.address, live, "reordered"),
    before: common,
    after: commonLive as readonly Address[],
  };
  const isTop = deciding.types.get(live.type).scope === undefined;
  const who = deciding.who.order(common, isTop ? null : live.id);
  const isLive = !isSame && acceptDifference(deciding, owner.address, who, found);
  return isLive
    ? merged(liveOrder, members)
    : merged(
        members.filter((item) => declared.includes(item as Address)),
        liveOrder,
      );
}

/** `base`, with each item that only `other` has after the item that precedes it there. */
function merged(base: readonly Item[], other: readonly Item[]): readonly Item[] {
  const result = [...base];
  for (const [at, item] of other.entries()) {
    if (result.includes(item)) continue;
    const before = other.slice(0, at).findLast((each) => result.includes(each));
    result.splice(before === undefined ? 0 : result.indexOf(before) + 1, 0, item);
  }
  return result;
}
