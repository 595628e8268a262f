import { isAlias, isNode, isScalar, type Node, type Pair, type YAMLMap, type YAMLSeq } from "yaml";
import {
  type AddedField,
  type BareChange,
  isExisting,
  type ListItem,
  type MapChange,
  NotInPlaceError,
  shared,
} from "./edits.ts";
import { bareSplices, listSplices, mapSplices, valueSplices } from "./entry-splices.ts";
import { obstacles } from "./obstacles.ts";
import {
  anchorBehindAlias,
  anchorsUsedOutside,
  endOf,
  isShared,
  type Member,
  type OpenDocument,
  withoutAliasesIn,
} from "./open-document.ts";
import { type Splice, spliced } from "./splice.ts";

/** The changes to one file. */
export interface Editing {
  /** The document without the aliases that the changes remove. */
  document: OpenDocument;
  readonly values: Map<Pair, unknown>;
  readonly maps: Map<YAMLMap, MapChange>;
  readonly lists: Map<YAMLSeq, readonly ListItem[]>;
  /** Items that are a bare text, with their changes. */
  readonly bare: Map<Node, BareChange>;
}

export function startEditing(document: OpenDocument): Editing {
  return { document, values: new Map(), maps: new Map(), lists: new Map(), bare: new Map() };
}

/** Gives a field another value. Throws a {@link NotInPlaceError}. */
export function setValue(editing: Editing, pair: Pair, value: unknown): void {
  const { document } = editing;
  const old = pair.value as Node | null;
  if (isNode(old) && isShared(isMovable(document, old) ? withoutOwnAnchor(document, old) : document, old))
    throw shared();
  if (isAlias(old)) editing.document = withoutAliasesIn(document, [old]);
  editing.values.set(pair, value);
}

/** Adds a field to a map. */
export function addField(editing: Editing, map: YAMLMap, field: AddedField): void {
  if (isShared(editing.document, map)) throw shared();
  changeOf(editing, map).added.push(field);
}

export function removeField(editing: Editing, map: YAMLMap, pair: Pair): void {
  if (isShared(editing.document, map)) throw shared();
  refuseUsedAnchors(editing, pair);
  changeOf(editing, map).removed.add(pair);
  editing.document = withoutAliasesIn(editing.document, [pair]);
}

/** Sets the items of a list, in this order. */
export function setItems(
  editing: Editing,
  list: YAMLSeq,
  items: readonly ListItem[],
  isMoved: (index: number) => boolean,
): void {
  if (isShared(editing.document, list)) throw shared();
  const kept = items.flatMap((item) => (isExisting(item) && item.list === list ? [item.index] : []));
  const gone = [...list.items.keys()].filter((index) => !kept.includes(index) && !isMoved(index));
  const nodes = list.items as readonly Node[];
  const anchor = anchorBehindAlias(kept.flatMap((index) => nodes[index] ?? []));
  if (anchor !== undefined) throw new NotInPlaceError(obstacles.anchorAfterUse(anchor));
  for (const index of gone) refuseUsedAnchors(editing, nodes[index]);
  editing.document = withoutAliasesIn(
    editing.document,
    gone.flatMap((index) => nodes[index] ?? []),
  );
  editing.lists.set(list, items);
}

/** Adds a field to an item that is a bare text. */
export function extendBare(editing: Editing, item: Node, field: string, added: AddedField): void {
  bareChange(editing, item, field).added.push(added);
}

/** Replaces an item that is a bare text by another value. */
export function replaceBare(editing: Editing, item: Node, field: string, value: unknown): void {
  bareChange(editing, item, field).value = value;
}

function bareChange(editing: Editing, item: Node, field: string): BareChange {
  if (isShared(editing.document, item)) throw shared();
  const known = editing.bare.get(item) ?? { field, added: [] };
  editing.bare.set(item, known);
  return known;
}

function changeOf({ maps }: Editing, map: YAMLMap): MapChange {
  const known = maps.get(map) ?? { removed: new Set(), added: [] };
  maps.set(map, known);
  return known;
}

function refuseUsedAnchors({ document }: Editing, member: Member | undefined): void {
  const [anchor] = anchorsUsedOutside(document, member);
  if (anchor !== undefined) throw new NotInPlaceError(obstacles.anchorInUse(anchor));
}

/** Whether the node is a scalar on one line. Its anchor can move to its first alias, together with the old text. */
function isMovable({ text }: OpenDocument, node: Node): boolean {
  return isScalar(node) && !text.slice(node.range?.[0], endOf(node)).includes("\n");
}

/** Moves the anchor of a changed text to its first remaining alias, which gets the old text. */
function movedAnchor({ text, aliases }: OpenDocument, old: unknown): readonly Splice[] {
  if (!isScalar(old) || old.anchor === undefined || old.range == null) return [];
  const [first] = aliases.get(old.anchor) ?? [];
  if (first?.range == null) return [];
  const start = text.lastIndexOf(`&${old.anchor}`, old.range[0]);
  const [from, to] = first.range;
  const former = text.slice(old.range[0], endOf(old));
  return [
    { start, end: start + old.anchor.length + 2, text: () => "" },
    { start: from, end: to, text: () => `&${old.anchor} ${former}` },
  ];
}

/** The document as if the node itself had no anchor. Anchors of the collections around it still count. */
function withoutOwnAnchor(document: OpenDocument, node: Node): OpenDocument {
  if (!("anchor" in node) || node.anchor === undefined || !isScalar(node)) return document;
  const aliases = new Map(document.aliases);
  aliases.delete(String(node.anchor));
  return { ...document, aliases };
}

export function editedText(editing: Editing): string {
  const { document, values, maps, lists, bare } = editing;
  const splices = [
    ...[...values.keys()].flatMap(({ value }) => movedAnchor(document, value)),
    ...[...values].flatMap(([holder, value]) => valueSplices(document, holder, value)),
    ...[...maps].flatMap(([map, change]) => mapSplices(document, map, change)),
    ...[...lists].flatMap(([list, items]) => listSplices(document, list, items)),
    ...[...bare].flatMap(([item, change]) => bareSplices(document, item, change)),
  ];
  return spliced(document.text, splices);
}
