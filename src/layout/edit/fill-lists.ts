import { Document, isMap, isScalar, type Node, type YAMLSeq } from "yaml";
import type { AcceptedList } from "../../model/accepted-edits.ts";
import type { Address } from "../../model/address.ts";
import { ownerOf } from "../../model/desired-world.ts";
import type { LiveObject } from "../../model/snapshot.ts";
import { syntaxOfType } from "../layout-types.ts";
import { isOneItem } from "../merge-layers.ts";
import { writtenContents, writtenItem } from "../write-layout.ts";
import { attempt, type ChangingLayout } from "./changing-layout.ts";
import { addField, type Editing, setItems } from "./edit-document.ts";
import { isExisting, type ListItem, type NewItem, NotInPlaceError } from "./edits.ts";
import { fieldBefore } from "./field-before.ts";
import { obstacles } from "./obstacles.ts";
import {
  isBeside,
  isInOtherEnvironment,
  type LayoutPart,
  type ListPart,
  layoutParts,
  listsOf,
} from "./parts-of.ts";
import { severalDeclareIt, type WrittenObject, writtenAt } from "./written-at.ts";

type ItemInList = Address | LiveObject;
type AcceptValue = (address: Address, attribute: string) => void;

/** Sets the items of lists. The lists inside one root change together or not at all, because an item may move from one to another. */
export function fillLists(
  state: ChangingLayout,
  lists: readonly AcceptedList[],
  acceptValue: AcceptValue,
): void {
  for (const root of new Set(lists.map((each) => each.root))) {
    const own = lists.filter((each) => each.root === root);
    attempt(state, { address: root }, () => {
      const changed = own.flatMap((list) =>
        typeof list.owner === "string" ? listsAfter(state, own, list, list.owner) : [],
      );
      const places = placesOf(state, own);
      for (const each of changed) {
        if ("outer" in each) addList(each);
        else
          setItems(each.editing, each.seq, each.items, (index) => places.get(each.seq)?.has(index) === true);
      }
      for (const { items } of own) writeRequiredFields(state, items, acceptValue);
    });
  }
}

/** The current places of all items of the new lists. */
function placesOf(
  state: ChangingLayout,
  lists: readonly AcceptedList[],
): ReadonlyMap<YAMLSeq, ReadonlySet<number>> {
  const places = new Map<YAMLSeq, Set<number>>();
  for (const item of lists.flatMap(({ items }) => items)) {
    for (const { list } of typeof item === "string" ? layoutParts(state, item) : []) {
      if (list === undefined) continue;
      const known = places.get(list.seq) ?? new Set();
      places.set(list.seq, known.add(list.index));
    }
  }
  return places;
}

/** Only the first item of a type may omit some fields. Writes these fields into existing items that are not the first of their type. */
function writeRequiredFields(
  state: ChangingLayout,
  items: readonly ItemInList[],
  acceptValue: AcceptValue,
): void {
  const written = new Set<string>();
  for (const item of items) {
    const object = typeof item === "string" ? state.objects.get(item) : item;
    if (object === undefined) continue;
    const { layout } = syntaxOfType(state.writing.types, object.type);
    const needed = layout.kind === "item" ? (layout.requiredAfterFirst ?? []) : [];
    const isKnown = typeof item === "string" && state.ids.has(item);
    if (isKnown && written.has(object.type))
      for (const name of needed) if (object.attributes[name] === undefined) acceptValue(item, name);
    written.add(object.type);
  }
}

interface NewList {
  readonly outer: WrittenObject;
  readonly field: string;
  readonly items: readonly ListItem[];
}

/** A list of a file, with its new items. */
interface ChangedList {
  readonly editing: Editing;
  readonly seq: YAMLSeq;
  readonly items: readonly ListItem[];
}

/** The changes of one list, one for each place in the files that declares a part of it. */
function listsAfter(
  state: ChangingLayout,
  changing: readonly AcceptedList[],
  list: AcceptedList,
  owner: Address,
): readonly (NewList | ChangedList)[] {
  const lists = listsOf(state, owner, list.field);
  if (lists.length === 0) return [newListOf(state, changing, list, owner)];
  refuseRemovalFromSeveral(state, list, owner);
  const placed = placedIn(state, changing, lists, list.items);
  refuseBecomingOne(state, lists, placed);
  return lists.flatMap((each, listIndex) => changedList(state, changing, placed, each, listIndex));
}

function newListOf(
  state: ChangingLayout,
  changing: readonly AcceptedList[],
  { field, items }: AcceptedList,
  owner: Address,
): NewList {
  const outer = writtenAt(state, owner);
  const pair = isMap(outer.node)
    ? outer.node.items.find(({ key }) => isScalar(key) && key.value === field)
    : undefined;
  if (!isMap(outer.node) || pair !== undefined)
    throw new NotInPlaceError(obstacles.listAliasOrInAnotherPlace(field));
  const ownerPart = layoutParts(state, owner).find(({ node }) => node === outer.node);
  const isBesideOwner = (part: LayoutPart) => ownerPart !== undefined && isBeside(part, ownerPart);
  if (!items.every((item) => solePartsOf(state, changing, item).every(isBesideOwner)))
    throw intoAnotherFile();
  return { outer, field, items: items.map((item) => itemOf(state, changing, item)) };
}

function addList({ outer: { editing, node, syntax }, field, items }: NewList): void {
  if (isMap(node))
    addField(editing, node, { name: field, value: [], items, after: fieldBefore(syntax, node, field) });
}

/** Refuses to remove an item that several places declare. */
function refuseRemovalFromSeveral(state: ChangingLayout, list: AcceptedList, owner: Address): void {
  for (const object of state.objects.values()) {
    const isMember = list.types.includes(object.type) && ownerOf(object) === owner;
    if (isMember && !list.items.includes(object.address)) solePart(state, object.address);
  }
}

/** The one place that declares an item. Throws if several places declare parts of it. */
function solePart(state: ChangingLayout, address: Address): LayoutPart {
  const [part, second] = layoutParts(state, address);
  if (part === undefined) throw new TypeError(`${address} is in no list.`);
  if (second !== undefined || isInOtherEnvironment(state, address)) throw severalDeclareIt();
  return part;
}

/** An item, and the index of the list that contains it. */
interface Placed {
  readonly item: ItemInList;
  readonly listIndex: number;
}

/** Assigns each item to a list. The merged order has the items of the first list, then those that only the next list adds, and so on. */
function placedIn(
  state: ChangingLayout,
  changing: readonly AcceptedList[],
  lists: readonly ListPart[],
  items: readonly ItemInList[],
): readonly Placed[] {
  const listIndexes = items.map((item) => listIndexOf(state, lists, item));
  const placed: Placed[] = [];
  // An item from another place can be in any list between those of the items before and after it.
  let least = 0;
  for (const [at, item] of items.entries()) {
    const most = listIndexes.slice(at).find((index) => index !== undefined) ?? lists.length - 1;
    if (most < least) throw new NotInPlaceError(obstacles.orderInSeveral);
    const isFirst = listIndexes.slice(0, at).every((index) => index === undefined);
    const listIndex =
      listIndexes[at] ??
      chooseList(solePartsOf(state, changing, item), lists, isFirst ? most : least, [least, most]);
    placed.push({ item, listIndex });
    least = listIndex;
  }
  return placed;
}

/** Refuses a new item with the same name as an item of another list, because docsform would merge the two. */
function refuseBecomingOne(
  state: ChangingLayout,
  lists: readonly ListPart[],
  placed: readonly Placed[],
): void {
  if (lists.length < 2) return;
  const declared = placed.flatMap(({ item, listIndex }) => {
    const list = lists[listIndex];
    const node = typeof item === "string" ? layoutParts(state, item)[0]?.node : newNode(state, item);
    if (list === undefined || node === undefined) return [];
    return [
      {
        listIndex,
        node,
        source: list.editing.document.tree,
        isNew: listIndexOf(state, lists, item) === undefined,
      },
    ];
  });
  for (const one of declared.filter(({ isNew }) => isNew))
    if (declared.some((other) => other.listIndex !== one.listIndex && isOneItem(state.syntaxes, other, one)))
      throw new NotInPlaceError(obstacles.sameNameInAnotherList);
}

function newNode({ writing }: ChangingLayout, object: LiveObject): Node {
  return new Document(writtenItem(writing, object, false)).contents as Node;
}

/** The list that already contains an item; of several, the first. */
function listIndexOf(
  state: ChangingLayout,
  lists: readonly ListPart[],
  item: ItemInList,
): number | undefined {
  const [part] = typeof item === "string" ? layoutParts(state, item) : [];
  const index = lists.findIndex(({ seq }) => seq === part?.list?.seq);
  return index === -1 ? undefined : index;
}

/** A list for an item from another place. The item stays in its file and its environment. */
function chooseList(
  from: readonly LayoutPart[],
  lists: readonly ListPart[],
  preferred: number,
  [least, most]: readonly [number, number],
): number {
  const fits = (index: number) => {
    const list = lists[index];
    return (
      index >= least && index <= most && list !== undefined && from.every((part) => isBeside(part, list))
    );
  };
  const found = fits(preferred) ? preferred : lists.findIndex((_list, index) => fits(index));
  if (found === -1) throw intoAnotherFile();
  return found;
}

/** The error for an item that would move to another file, to another environment, or from one environment to all. */
function intoAnotherFile(): NotInPlaceError {
  return new NotInPlaceError(obstacles.wouldMove);
}

/** The place of an item; for a new item, the places of the existing items that it takes over. */
function solePartsOf(
  state: ChangingLayout,
  changing: readonly AcceptedList[],
  item: ItemInList,
): readonly LayoutPart[] {
  if (typeof item === "string") return [solePart(state, item)];
  const inner = changing.filter(({ owner }) => owner === item).flatMap(({ items }) => items);
  return inner.flatMap((each) => solePartsOf(state, changing, each));
}

/** The change of one of several lists: the items that it adds, and its parts of items that an earlier list has too. */
function changedList(
  state: ChangingLayout,
  changing: readonly AcceptedList[],
  placed: readonly Placed[],
  { editing, seq, why }: ListPart,
  listIndex: number,
): readonly ChangedList[] {
  const own = placed.filter((each) => each.listIndex === listIndex).map(({ item }) => item);
  const sharedIndexes = new Set(
    placed.filter((each) => each.listIndex < listIndex).flatMap(({ item }) => indexesIn(state, seq, item)),
  );
  const items = own.map((item): ListItem => {
    const [index] = indexesIn(state, seq, item);
    return index === undefined ? itemOf(state, changing, item) : { list: seq, index };
  });
  const all = withShared(seq, items, sharedIndexes);
  const isSame =
    all.length === seq.items.length &&
    all.every((item, at) => isExisting(item) && item.list === seq && item.index === at);
  if (isSame) return [];
  if (why !== undefined) throw new NotInPlaceError(why);
  return [{ editing, seq, items: all }];
}

function indexesIn(state: ChangingLayout, seq: YAMLSeq, item: ItemInList): readonly number[] {
  const parts = typeof item === "string" ? layoutParts(state, item) : [];
  return parts.flatMap(({ list }) => (list?.seq === seq ? [list.index] : []));
}

/** Inserts each of the other items before the item that it came before. */
function withShared(
  seq: YAMLSeq,
  items: readonly ListItem[],
  shared: ReadonlySet<number>,
): readonly ListItem[] {
  const all = [...items];
  const placeOf = (index: number) =>
    all.findIndex((item) => isExisting(item) && item.list === seq && item.index === index);
  for (const index of [...shared].sort((a, b) => b - a)) {
    const next = [...seq.items.keys()].slice(index + 1).find((each) => placeOf(each) !== -1);
    all.splice(next === undefined ? all.length : placeOf(next), 0, { list: seq, index });
  }
  return all;
}

function itemOf(state: ChangingLayout, lists: readonly AcceptedList[], item: ItemInList): ListItem {
  if (typeof item !== "string") return newItem(state, lists, item);
  const { why, list } = solePart(state, item);
  if (why !== undefined) throw new NotInPlaceError(why);
  if (list === undefined) throw new TypeError(`${item} is in no list.`);
  return { list: list.seq, index: list.index };
}

function newItem(state: ChangingLayout, lists: readonly AcceptedList[], object: LiveObject): NewItem {
  const { writing } = state;
  if (isWhollyNew(state, lists, object)) return { value: writtenItem(writing, object, true) };
  const own = listsOfNew(lists, object);
  return {
    value: writtenItem(writing, object, false),
    lists: own.map(({ field, items }) => ({ field, items: items.map((each) => itemOf(state, lists, each)) })),
  };
}

function listsOfNew(lists: readonly AcceptedList[], object: LiveObject): readonly AcceptedList[] {
  return lists.filter(({ owner }) => owner === object && typeof owner !== "string");
}

/** Whether no existing item has moved into the object, so that it is written as pull writes it. */
function isWhollyNew(state: ChangingLayout, lists: readonly AcceptedList[], object: LiveObject): boolean {
  const items = listsOfNew(lists, object).flatMap((list) => list.items);
  const contents = writtenContents(state.writing, object).flat();
  return (
    items.length === contents.length &&
    items.every((item) => typeof item !== "string" && isWhollyNew(state, lists, item))
  );
}
