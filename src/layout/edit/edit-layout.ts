import { isMap, isSeq, type YAMLMap, type YAMLSeq } from "yaml";
import { type Address, decodeName, nameOfAddress, unmanagedAddress } from "../../model/address.ts";
import type { LiveObject } from "../../model/live-world.ts";
import { keyOf, objectKey } from "../../model/object-key.ts";
import type { Attribute } from "../../model/resource-type.ts";
import type { ListTakeOver, TakeOver } from "../../model/take-over.ts";
import { objectKey as writtenKey } from "../layout-keys.ts";
import { layoutTypesOf, syntaxOfType, type TypeSyntax } from "../layout-syntax.ts";
import { writeAttribute } from "../write-attributes.ts";
import { startWriting, writtenContents, writtenItem } from "../write-layout.ts";
import { referenceTo } from "../writing.ts";
import type { SourceText } from "../yaml-source.ts";
import { addEntries } from "./add-entries.ts";
import { attempt, type ChangingLayout, type LayoutToEdit, type NotMade } from "./changing-layout.ts";
import {
  addField,
  arrangeList,
  editedText,
  extendBare,
  removeField,
  replaceBare,
  startEditing,
} from "./edit-document.ts";
import { type ListItem, type NewItem, NotInPlaceError } from "./edits.ts";
import { followRenames } from "./follow-renames.ts";
import { mergeValue } from "./merge-value.ts";
import { openDocument, pairOf } from "./open-document.ts";
import { stillReferred } from "./still-referred.ts";
import { refuseSeveral, type Written, writtenAt } from "./written-at.ts";

/** The layout as it takes over what it can. */
interface EditedLayout {
  readonly sources: readonly SourceText[];
  readonly notMade: readonly NotMade[];
  /** What is worth telling besides. */
  readonly notes: readonly string[];
  readonly made: TakeOver;
  /** The key of a new entry. */
  readonly keyOf: (object: LiveObject) => string | undefined;
  /** What is inside of a new object, in the order in which it is written. */
  readonly contentsOf: (object: LiveObject) => readonly (readonly LiveObject[])[];
}

/** Changes the files of a layout where they say something else than what is taken over, and nowhere else. */
export function editLayout(given: LayoutToEdit): EditedLayout {
  const edited = editOnce(given);
  const kept = [
    ...stillReferred(given.desired.objects, given.changes, edited.notMade),
    ...edited.notFollowed,
  ];
  if (kept.length === 0) return edited;
  const isMade = (address: Address, attribute?: string) =>
    !kept.some((each) => each.address === address && each.attribute === attribute);
  const removed = given.changes.removed.filter((address) => isMade(address));
  const values = given.changes.values.filter(({ address, attribute }) => isMade(address, attribute));
  const lists = given.changes.lists.filter(({ root }) => isMade(root));
  const again = editLayout({ ...given, changes: { ...given.changes, removed, values, lists } });
  return { ...again, notMade: [...again.notMade, ...kept] };
}

interface EditedOnce extends EditedLayout {
  /** Renames to which something refers that could not be changed in place. */
  readonly notFollowed: readonly NotMade[];
}

function editOnce(given: LayoutToEdit): EditedOnce {
  const { types, live, ids, changes } = given;
  const objects = new Map(given.desired.objects.map((object) => [object.address, object]));
  const byKey = new Map(live.objects.map((object) => [keyOf(object), object]));
  const named = namedObjects(given);
  const known = new Set([
    ...given.desired.objects.map(({ type, address }) => objectKey(type, ids.get(address) ?? "")),
    ...changes.added.map(keyOf),
  ]);
  const state: ChangingLayout = {
    ...given,
    objects,
    syntaxes: layoutTypesOf(types),
    byKey,
    writing: startWriting({ types, live, names: Object.fromEntries(named), ids: given.newIds }, (object) =>
      known.has(keyOf(object)),
    ),
    files: new Map(given.sources.map((source) => [source.file, startEditing(openDocument(source))])),
    notMade: [],
    notes: [],
  };
  removeEntries(state, changes.removed);
  for (const { address, attribute } of changes.values)
    attempt(state, { address, attribute }, () => takeValue(state, address, attribute));
  for (const address of changes.containers) attempt(state, { address }, () => takeContainer(state, address));
  for (const { address, isDefault } of changes.defaults)
    attempt(state, { address, attribute: "default" }, () => takeDefault(state, address, isDefault));
  arrangeLists(state, changes.lists);
  addEntries(state, changes.added);
  const notFollowed = followRenames(state, (from, attribute, value) =>
    writeValue(state, writtenAt(state, from, attribute), attribute, value),
  );
  return {
    notFollowed,
    sources: given.sources.map((source) => ({ ...source, text: textAfter(state, source) })),
    notMade: state.notMade,
    notes: [...state.notes, ...state.writing.notes],
    made: madeOf(changes, state.notMade),
    keyOf: (object) => state.writing.keys.get(writtenKey(object)),
    contentsOf: (object) => writtenContents(state.writing, object),
  };
}

/** The changes without those that were not made. */
function madeOf(changes: TakeOver, notMade: readonly NotMade[]): TakeOver {
  const isMade = (address: Address, attribute?: string) =>
    !notMade.some((each) => each.address === address && each.attribute === attribute);
  return {
    values: changes.values.filter(({ address, attribute }) => isMade(address, attribute)),
    containers: changes.containers.filter((address) => isMade(address)),
    defaults: changes.defaults.filter(({ address }) => isMade(address, "default")),
    lists: changes.lists.filter(({ root }) => isMade(root)),
    added: changes.added.filter(({ type, id }) => isMade(unmanagedAddress(type, id))),
    removed: changes.removed.filter((address) => isMade(address)),
  };
}

function textAfter({ files }: ChangingLayout, source: SourceText): string {
  const editing = files.get(source.file);
  return editing === undefined ? source.text : editedText(editing);
}

/** The keys that the layout has, by the ids of their objects. */
function namedObjects({ types, desired, ids }: LayoutToEdit): readonly (readonly [string, string])[] {
  const syntaxes = layoutTypesOf(types);
  return desired.objects.flatMap(({ address, type }) => {
    const id = ids.get(address);
    const isMapped = syntaxOfType(syntaxes, type).layout.kind === "map";
    return id === undefined || !isMapped ? [] : [[id, decodeName(nameOfAddress(address))] as const];
  });
}

function liveOf(state: ChangingLayout, address: Address): LiveObject {
  const object = state.objects.get(address);
  const id = state.ids.get(address) ?? "";
  const live = state.byKey.get(keyOf({ type: object?.type ?? "", id }));
  if (live === undefined) throw new TypeError(`${address} is not on the service.`);
  return live;
}

function takeValue(state: ChangingLayout, address: Address, attribute: string): void {
  const written = writtenAt(state, address, attribute);
  const { syntax } = written;
  if (syntax.layout.kind === "map" && syntax.layout.keyAttribute === attribute)
    throw new NotInPlaceError("it is the key of its entry");
  const rule = syntax.type.attributes[attribute];
  const live = liveOf(state, address);
  if (rule === undefined) throw new TypeError(`${address} has no ${attribute}.`);
  const isCleared = (live.attributes[attribute] ?? null) === null;
  const value = isCleared
    ? clearedValue(rule)
    : valueOf(state, syntax, live, { attribute, rule, name: address });
  if (value === undefined && !isCleared) throw new NotInPlaceError("a layout cannot declare its value");
  writeValue(state, written, attribute, value);
}

function writeValue(state: ChangingLayout, written: Written, attribute: string, value: unknown): void {
  const { syntax, node, editing, object } = written;
  const field = syntax.fieldOf(attribute);
  if (!isMap(node)) {
    takeValueOfBare(written, field, value);
    return;
  }
  const pair = pairOf(node, field);
  if (value === undefined) {
    if (pair === undefined) throw new NotInPlaceError("it is merged from elsewhere");
    removeField(editing, node, pair);
  } else if (pair === undefined) {
    refuseOtherFile(written, attribute);
    addField(editing, node, { name: field, value, after: fieldBefore(syntax, node, field) });
  } else {
    const notes = mergeValue(editing, pair, value, state.variables);
    state.notes.push(...notes.map((note) => `${field} of ${object.address}: ${note}.`));
  }
}

/** An item that is a bare text says one thing; whatever else is to be said takes a field. */
function takeValueOfBare({ editing, syntax, node }: Written, field: string, value: unknown): void {
  const own = syntax.layout.field;
  if (value === undefined) throw new NotInPlaceError("it is merged from elsewhere");
  if (field === own) replaceBare(editing, node, own, value);
  else extendBare(editing, node, own, { name: field, value, after: undefined });
}

function clearedValue({ nullable }: Attribute): null | undefined {
  return nullable === true ? null : undefined;
}

/** What the layout declares, it declares also where the service would do the same by itself. */
function valueOf(
  { writing }: ChangingLayout,
  syntax: TypeSyntax,
  live: LiveObject,
  place: Parameters<typeof writeAttribute>[3],
): unknown {
  const { default: _, ...rule } = place.rule;
  return writeAttribute(writing, syntax, live, { ...place, rule });
}

function refuseOtherFile({ object, editing }: Written, attribute: string): void {
  const at = object.positions?.[attribute];
  if (at !== undefined && at.file !== editing.document.file)
    throw new NotInPlaceError("it is merged from another file");
}

/** The field behind which a new one belongs. */
function fieldBefore({ type, layout, contents, fieldOf }: TypeSyntax, map: YAMLMap, field: string): string {
  const order = [
    ...(layout.kind === "item" ? [layout.field] : []),
    "id",
    ...Object.keys(type.attributes).map(fieldOf),
    ...(layout.kind === "item" && layout.defaultField !== undefined ? [layout.defaultField] : []),
    ...(type.container?.layoutField === undefined ? [] : [type.container.layoutField]),
    ...contents.map((each) => each.field),
  ];
  const before = order.slice(0, order.indexOf(field));
  return before.findLast((name) => pairOf(map, name) !== undefined) ?? "";
}

function takeContainer(state: ChangingLayout, address: Address): void {
  const { editing, syntax, node } = writtenAt(state, address);
  const field = syntax.type.container?.layoutField ?? "";
  refuseSeveral(state, address, field);
  const live = liveOf(state, address);
  const value = live.container === null ? null : referenceTo(state.writing, live, live.container);
  const pair = isMap(node) ? pairOf(node, field) : undefined;
  if (pair === undefined) throw new NotInPlaceError("it is merged from elsewhere");
  mergeValue(editing, pair, value, state.variables);
}

function takeDefault(state: ChangingLayout, address: Address, isDefault: boolean): void {
  const { editing, syntax, node, object } = writtenAt(state, address);
  const isBeside = (other: Address) => state.objects.get(other)?.scope === object.scope;
  const stays = state.notMade.find((each) => each.attribute === "default" && isBeside(each.address));
  if (isDefault && stays !== undefined) throw new NotInPlaceError(`${stays.address} is still the default`);
  const name = syntax.layout.kind === "item" ? (syntax.layout.defaultField ?? "") : "";
  if (!isMap(node)) {
    if (isDefault) extendBare(editing, node, syntax.layout.field, { name, value: true, after: undefined });
    return;
  }
  const pair = pairOf(node, name);
  if (isDefault && pair === undefined)
    addField(editing, node, { name, value: true, after: fieldBefore(syntax, node, name) });
  if (isDefault) return;
  if (pair === undefined) throw new NotInPlaceError("it is merged from elsewhere");
  removeField(editing, node, pair);
}

/** The lists of a site change together or not at all: what goes from one may come into another. */
function arrangeLists(state: ChangingLayout, lists: readonly ListTakeOver[]): void {
  for (const root of new Set(lists.map((each) => each.root))) {
    const own = lists.filter((each) => each.root === root);
    attempt(state, { address: root }, () => {
      const moved = new Set(own.flatMap(({ items }) => items.filter((item) => typeof item === "string")));
      const arranged = own.flatMap((list) =>
        typeof list.owner === "string" ? [arrangementOf(state, own, list, list.owner)] : [],
      );
      for (const { outer, seq, items, field } of arranged) {
        if (seq === undefined) {
          addList({ outer, field, items });
          continue;
        }
        const isMoved = (index: number) =>
          [...moved].some((address) => {
            const place = writtenAt(state, address).list;
            return place?.seq === seq && place.index === index;
          });
        arrangeList(outer.editing, seq, items, isMoved);
      }
      for (const { items } of own) sayWhatIsNeeded(state, items);
    });
  }
}

/** What the first of its like may leave out, it says where another has come before it. */
function sayWhatIsNeeded(state: ChangingLayout, items: readonly (Address | LiveObject)[]): void {
  const seen = new Set<string>();
  for (const item of items) {
    const object = typeof item === "string" ? state.objects.get(item) : item;
    if (object === undefined) continue;
    const { layout } = syntaxOfType(state.writing.types, object.type);
    const needed = layout.kind === "item" ? (layout.requiredAfterFirst ?? []) : [];
    const isKnown = typeof item === "string" && state.ids.has(item);
    if (isKnown && seen.has(object.type))
      for (const name of needed) if (object.attributes[name] === undefined) takeValue(state, item, name);
    seen.add(object.type);
  }
}

interface Arrangement {
  readonly outer: Written;
  readonly field: string;
  /** Absent: the layout has no such list yet. */
  readonly seq?: YAMLSeq;
  readonly items: readonly ListItem[];
}

function arrangementOf(
  state: ChangingLayout,
  lists: readonly ListTakeOver[],
  { field, items: wanted }: ListTakeOver,
  owner: Address,
): Arrangement {
  refuseSeveral(state, owner, field);
  const outer = writtenAt(state, owner);
  const items = wanted.map((item) => itemOf(state, lists, item));
  const pair = isMap(outer.node) ? pairOf(outer.node, field) : undefined;
  if (isMap(outer.node) && pair === undefined) return { outer, field, items };
  if (!isSeq(pair?.value))
    throw new NotInPlaceError(`its ${field} is written by an alias, or merged from elsewhere`);
  return { outer, field, seq: pair.value, items };
}

function addList({ outer: { editing, node, syntax }, field, items }: Arrangement): void {
  if (isMap(node))
    addField(editing, node, { name: field, value: [], items, after: fieldBefore(syntax, node, field) });
}

function itemOf(state: ChangingLayout, lists: readonly ListTakeOver[], item: Address | LiveObject): ListItem {
  if (typeof item !== "string") return newItem(state, lists, item);
  const { list } = writtenAt(state, item);
  if (list === undefined) throw new TypeError(`${item} is in no list.`);
  return { list: list.seq, index: list.index };
}

function newItem(state: ChangingLayout, lists: readonly ListTakeOver[], object: LiveObject): NewItem {
  const { writing } = state;
  const own = lists.filter(({ owner }) => owner === object && typeof owner !== "string");
  const value = writtenItem(writing, object, own.length === 0);
  return {
    value,
    lists: own.map(({ field, items }) => ({ field, items: items.map((each) => itemOf(state, lists, each)) })),
  };
}

/** First what merges or repeats another that goes too. */
function removeEntries(state: ChangingLayout, addresses: readonly Address[]): void {
  const refused = addresses.filter((address) => !isRemoved(state, address));
  if (refused.length < addresses.length) return removeEntries(state, refused);
  for (const address of refused) attempt(state, { address }, () => removeEntry(state, address));
}

function isRemoved(state: ChangingLayout, address: Address): boolean {
  try {
    removeEntry(state, address);
    return true;
  } catch (error) {
    if (!(error instanceof NotInPlaceError)) throw error;
    return false;
  }
}

function removeEntry(state: ChangingLayout, address: Address): void {
  refuseSeveral(state, address);
  const { editing, entry } = writtenAt(state, address);
  if (entry === undefined) throw new TypeError(`${address} has no entry of its own.`);
  removeField(editing, entry.map, entry.pair);
}
