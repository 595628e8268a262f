import { isMap, type Pair } from "yaml";
import type { AcceptedEdits } from "../../model/accepted-edits.ts";
import { type Address, decodeName, nameOfAddress, unmanagedAddress } from "../../model/address.ts";
import { managedPart } from "../../model/attribute-value.ts";
import type { DesiredObject } from "../../model/desired-world.ts";
import { keyOf, objectKey } from "../../model/object-key.ts";
import type { Attribute } from "../../model/resource-type/attribute.ts";
import type { LiveObject } from "../../model/snapshot.ts";
import type { Json } from "../../util/json.ts";
import { present } from "../../util/present.ts";
import type { DerivedValues } from "../derived-values.ts";
import { asJson, isJsonSource } from "../json-text.ts";
import { type LayoutTypes, layoutTypesOf, syntaxOfType, type TypeSyntax } from "../layout-types.ts";
import { writeAttribute } from "../write-attributes.ts";
import { startWriting, writtenContents } from "../write-layout.ts";
import { referenceTo } from "../writing.ts";
import type { SourceText } from "../yaml-source.ts";
import { addEntries } from "./add-entries.ts";
import { attempt, type ChangingLayout, type LayoutToEdit, type NotMade } from "./changing-layout.ts";
import { addField, editedText, extendBare, removeField, replaceBare, startEditing } from "./edit-document.ts";
import { NotInPlaceError } from "./edits.ts";
import { fieldBefore } from "./field-before.ts";
import { fillLists } from "./fill-lists.ts";
import { followRenames } from "./follow-renames.ts";
import { mergeValue } from "./merge-value.ts";
import { obstacles } from "./obstacles.ts";
import { openDocument, pairOf } from "./open-document.ts";
import { keysAnywhere, layoutParts } from "./parts-of.ts";
import { stillReferred } from "./still-referred.ts";
import {
  refuseSeveral,
  refuseSeveralNames,
  severalDeclareIt,
  type WrittenObject,
  writtenAt,
} from "./written-at.ts";

/** The layout after the changes that docsform could make. */
export interface EditedLayout {
  readonly sources: readonly SourceText[];
  readonly notMade: readonly NotMade[];
  /** Further notes for people. */
  readonly notes: readonly string[];
  readonly made: AcceptedEdits;
  /** The key of a new entry in a map. */
  readonly keyOf: (object: LiveObject) => string | undefined;
  /** The contents of a new object, in the order of the layout. */
  readonly contentsOf: (object: LiveObject) => readonly (readonly LiveObject[])[];
}

/** Writes accepted changes into the files of a layout. All other text stays as it is. */
export function editLayout(given: LayoutToEdit): EditedLayout {
  const edited = editOnce(given);
  if (edited.made.added.length < given.changes.added.length) return withoutEntries(given, edited);
  // A change that docsform could not make may make others wrong. It starts again without those.
  const wrong = [
    ...stillReferred(given.desired.objects, given.changes, edited.notMade),
    ...edited.notFollowed,
  ];
  if (wrong.length === 0) return edited;
  const isRight = (address: Address, attribute?: string) =>
    !wrong.some((each) => each.address === address && each.attribute === attribute);
  const removed = given.changes.removed.filter((address) => isRight(address));
  const values = given.changes.values.filter(({ address, attribute }) => isRight(address, attribute));
  const lists = given.changes.lists.filter(({ root }) => isRight(root));
  const again = editLayout({ ...given, changes: { ...given.changes, removed, values, lists } });
  return { ...again, notMade: [...again.notMade, ...wrong] };
}

/** Edits again without the entries that could not be added, so that others refer to their objects by ids. */
function withoutEntries(given: LayoutToEdit, { made, notMade }: EditedOnce): EditedLayout {
  const again = editLayout({ ...given, changes: { ...given.changes, added: made.added } });
  const refused = given.changes.added.filter((object) => !made.added.includes(object));
  const addresses = new Set(refused.map(({ type, id }) => unmanagedAddress(type, id)));
  return {
    ...again,
    notMade: [...again.notMade, ...notMade.filter(({ address }) => addresses.has(address))],
  };
}

interface EditedOnce extends EditedLayout {
  /** Renames of objects with a reference that docsform could not change in place. */
  readonly notFollowed: readonly NotMade[];
}

function editOnce(given: LayoutToEdit): EditedOnce {
  const state = startChanging(given);
  const notFollowed = makeChanges(state);
  return {
    notFollowed,
    sources: given.sources.map((source) => ({ ...source, text: textAfter(state, source) })),
    notMade: state.notMade,
    notes: [...state.notes, ...state.writing.notes],
    made: madeOf(given.changes, state.notMade),
    keyOf: (object) => state.writing.keys.get(keyOf(object)),
    contentsOf: (object) => writtenContents(state.writing, object),
  };
}

function startChanging(given: LayoutToEdit): ChangingLayout {
  const { types, live, ids, changes } = given;
  const objects = new Map(given.desired.objects.map((object) => [object.address, object]));
  const byKey = new Map(live.objects.map((object) => [keyOf(object), object]));
  const named = namedObjects(given);
  const known = new Set([
    ...given.desired.objects.map(({ type, address }) => objectKey(type, ids.get(address) ?? "")),
    ...changes.added.map(keyOf),
  ]);
  const files = new Map(given.sources.map((source) => [source.file, startEditing(openDocument(source))]));
  const syntaxes = layoutTypesOf(types);
  const names = Object.fromEntries(named);
  const reserved = reservedKeys(syntaxes, { files });
  const writing = startWriting({ types, live, names, reserved, ids: given.newIds }, (object) =>
    known.has(keyOf(object)),
  );
  return {
    ...given,
    objects,
    syntaxes,
    byKey,
    writing: { ...writing, derived: derivedIn(changes.lists, objects, writing.derived) },
    files,
    cache: new Map(),
    notMade: [],
    notes: [],
    ...present({ environment: given.desired.environment }),
  };
}

/** Makes the changes that docsform can make in place. Returns renames with a reference that it could not change. */
function makeChanges(state: ChangingLayout): readonly NotMade[] {
  const { changes } = state;
  removeEntries(state, changes.removed);
  for (const { address, attribute, merged } of changes.values)
    attempt(state, { address, attribute }, () => acceptValue(state, address, attribute, merged?.declared));
  for (const address of changes.containers)
    attempt(state, { address }, () => acceptContainer(state, address));
  for (const { address, isDefault } of changes.defaults)
    attempt(state, { address, attribute: "default" }, () => acceptDefault(state, address, isDefault));
  fillLists(state, changes.lists, (address, attribute) => acceptValue(state, address, attribute));
  addEntries(state, changes.added);
  return followRenames(state, (from, attribute, value) =>
    writeValue(state, writtenAt(state, from, attribute), attribute, value),
  );
}

/** Only the first item of a type in a list may omit what the service derives. The order of the layout may differ from the service's. */
function derivedIn(
  lists: AcceptedEdits["lists"],
  objects: ReadonlyMap<Address, DesiredObject>,
  derived: DerivedValues,
): DerivedValues {
  const typeOf = (item: Address | LiveObject) =>
    typeof item === "string" ? objects.get(item)?.type : item.type;
  const later = lists.flatMap(({ items }) =>
    items.filter((item, at) => items.findIndex((other) => typeOf(other) === typeOf(item)) < at),
  );
  const keys = new Set(later.flatMap((item) => (typeof item === "string" ? [] : [keyOf(item)])));
  return new Map([...derived].filter(([key]) => !keys.has(key)));
}

/** The changes that docsform made. */
function madeOf(changes: AcceptedEdits, notMade: readonly NotMade[]): AcceptedEdits {
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
  if (editing === undefined) return source.text;
  return isJsonSource(source) ? asJson(editedText(editing), source.text) : editedText(editing);
}

/** All keys that the layout uses, also for objects that are not on the service. */
function reservedKeys(
  { maps }: LayoutTypes,
  layout: Pick<ChangingLayout, "files">,
): readonly { readonly type: string; readonly key: string }[] {
  return [...maps].flatMap(([field, { type }]) =>
    keysAnywhere(layout, field).map((key) => ({ type: type.name, key })),
  );
}

/** The keys of the layout, by the ids of their objects. */
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

/** Writes the live value of an attribute, or the one with the edits of both sides. */
function acceptValue(state: ChangingLayout, address: Address, attribute: string, merged?: Json): void {
  const written = writtenAt(state, address, attribute);
  const { syntax } = written;
  if (syntax.layout.kind === "map" && syntax.layout.keyAttribute === attribute)
    throw new NotInPlaceError(obstacles.isKey);
  const rule = syntax.type.attributes[attribute];
  const live = liveOf(state, address);
  if (rule === undefined) throw new TypeError(`${address} has no ${attribute}.`);
  const declared = state.objects.get(address)?.attributes[attribute];
  const accepted =
    merged ?? managedPart(rule, declared, live.attributes[attribute] ?? null, state.live.currentUser);
  const isCleared = accepted === null;
  const value = isCleared
    ? clearedValue(rule)
    : declaredText(state, syntax, withValue(live, attribute, accepted), {
        attribute,
        rule: merged === undefined ? rule : asMerged(rule),
        name: address,
      });
  if (value === undefined && !isCleared) throw new NotInPlaceError(obstacles.undeclarable);
  writeValue(state, written, attribute, value);
}

function withValue(live: LiveObject, attribute: string, value: Json): LiveObject {
  return { ...live, attributes: { ...live.attributes, [attribute]: value } };
}

/** The rule of an attribute whose value is in the form of a layout already. */
function asMerged(attribute: Attribute): Attribute {
  const { toLayout: _, ...rule } = attribute;
  return rule;
}

function writeValue(state: ChangingLayout, written: WrittenObject, attribute: string, value: unknown): void {
  const { syntax, node, editing } = written;
  const field = syntax.fieldOf(attribute);
  refuseSeveralNames(state, written, attribute);
  if (!isMap(node)) {
    writeValueOfBare(written, field, value);
    return;
  }
  const pair = pairOf(node, field);
  if (value === undefined) {
    if (pair === undefined) throw new NotInPlaceError(obstacles.inAnotherPlace);
    removeField(editing, node, pair);
  } else if (pair === undefined) {
    refuseOtherFile(written, attribute);
    addField(editing, node, { name: field, value, after: fieldBefore(syntax, node, field) });
  } else {
    mergeField(state, written, { field, pair, value });
  }
}

/** Merges a value into a field that the layout has, and adds the notes about it. */
function mergeField(
  state: ChangingLayout,
  { editing, object }: WrittenObject,
  { field, pair, value }: { readonly field: string; readonly pair: Pair; readonly value: unknown },
): void {
  const notes = mergeValue(editing, pair, value, state.variables);
  state.notes.push(...notes.map((note) => `${field} of ${object.address}: ${note}.`));
}

/** Writes an attribute of an item that is a bare text. The text is one attribute, and all others need a new field. */
function writeValueOfBare({ editing, syntax, node }: WrittenObject, field: string, value: unknown): void {
  const own = syntax.layout.field;
  if (value === undefined) throw new NotInPlaceError(obstacles.inAnotherPlace);
  if (field === own) replaceBare(editing, node, own, value);
  else extendBare(editing, node, own, { name: field, value, after: undefined });
}

function clearedValue({ nullable }: Attribute): null | undefined {
  return nullable === true ? null : undefined;
}

/** The text of a declared attribute. Unlike a pulled layout, it contains default values too. */
function declaredText(
  { writing }: ChangingLayout,
  syntax: TypeSyntax,
  live: LiveObject,
  place: Parameters<typeof writeAttribute>[3],
): unknown {
  const { default: _, ...rule } = place.rule;
  return writeAttribute(writing, syntax, live, { ...place, rule });
}

function refuseOtherFile({ object, editing }: WrittenObject, attribute: string): void {
  const at = object.positions?.[attribute];
  if (at !== undefined && at.file !== editing.document.file)
    throw new NotInPlaceError(obstacles.inAnotherFile);
}

function acceptContainer(state: ChangingLayout, address: Address): void {
  const written = writtenAt(state, address);
  const { syntax, node } = written;
  const field = syntax.type.container?.layoutField ?? "";
  refuseSeveral(state, address, field);
  const live = liveOf(state, address);
  const value = live.container === null ? null : referenceTo(state.writing, live, live.container);
  const pair = isMap(node) ? pairOf(node, field) : undefined;
  if (pair === undefined) throw new NotInPlaceError(obstacles.inAnotherPlace);
  mergeField(state, written, { field, pair, value });
}

function acceptDefault(state: ChangingLayout, address: Address, isDefault: boolean): void {
  const { editing, syntax, node, object } = defaultAt(state, address);
  const isBeside = (other: Address) => state.objects.get(other)?.scope === object.scope;
  const stays = state.notMade.find((each) => each.attribute === "default" && isBeside(each.address));
  if (isDefault && stays !== undefined) throw new NotInPlaceError(obstacles.otherDefault(stays.address));
  const name = defaultFieldOf(syntax);
  if (!isMap(node)) {
    if (isDefault) extendBare(editing, node, syntax.layout.field, { name, value: true, after: undefined });
    return;
  }
  const pair = pairOf(node, name);
  if (isDefault && pair === undefined)
    addField(editing, node, { name, value: true, after: fieldBefore(syntax, node, name) });
  if (isDefault) return;
  if (pair === undefined) throw new NotInPlaceError(obstacles.inAnotherPlace);
  removeField(editing, node, pair);
}

/** The place that declares an item as the default; else the place that names the item. */
function defaultAt(state: ChangingLayout, address: Address): WrittenObject {
  const written = writtenAt(state, address);
  const name = defaultFieldOf(written.syntax);
  const [part, second] = layoutParts(state, address).filter(
    ({ node }) => isMap(node) && pairOf(node, name) !== undefined,
  );
  if (second !== undefined) throw severalDeclareIt();
  if (part?.why !== undefined) throw new NotInPlaceError(part.why);
  return part === undefined ? written : { ...written, editing: part.editing, node: part.node };
}

function defaultFieldOf({ layout }: TypeSyntax): string {
  return layout.kind === "item" ? (layout.defaultField ?? "") : "";
}

/**
 * Removes entries until it can remove no more. An entry that another entry uses, by an alias or `<<`, is removable only after that other
 * entry.
 */
function removeEntries(state: ChangingLayout, addresses: readonly Address[]): void {
  const refused = addresses.filter((address) => !tryToRemove(state, address));
  if (refused.length < addresses.length) return removeEntries(state, refused);
  for (const address of refused) attempt(state, { address }, () => removeEntry(state, address));
}

function tryToRemove(state: ChangingLayout, address: Address): boolean {
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
