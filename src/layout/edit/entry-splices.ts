import { isMap, type Node, type Pair, visit, type YAMLMap, type YAMLSeq } from "yaml";
import { inlineText } from "../document-text.ts";
import { textOfScalar } from "../yaml-source.ts";
import {
  type BlockElement,
  blockSplice,
  linesOfMember,
  linesOfMembers,
  withComments,
} from "./block-entries.ts";
import {
  type AddedField,
  type BareChange,
  isExisting,
  type ListItem,
  type MapChange,
  NotInPlaceError,
} from "./edits.ts";
import { flowSplice } from "./flow-entries.ts";
import type { FlowElement } from "./flow-lines.ts";
import { indented } from "./indent.ts";
import { inStyleOf, type StyledDocument } from "./item-style.ts";
import {
  commentsOfItem,
  commentsOfItems,
  fieldLines,
  inlineField,
  inlineItem,
  linesOfItem,
} from "./item-text.ts";
import { obstacles } from "./obstacles.ts";
import {
  afterColon,
  asBlock,
  columnIn,
  endOf,
  isBlock,
  lineEnd,
  type OpenDocument,
  startOf,
  type YamlCollection,
} from "./open-document.ts";
import { fieldWith, placeInText } from "./place-in-text.ts";
import { inlinePair, pairLines, scalarText } from "./render-value.ts";
import type { Slice, Splice } from "./splice.ts";

/** The splices that give a field another value. */
export function valueSplices(document: OpenDocument, pair: Pair, value: unknown): readonly Splice[] {
  const old = pair.value as Node | null;
  const at = afterColon(pair);
  const block = asBlock(old);
  if (block !== undefined) return [onOneLine(document, pair, block, inlineText(value))];
  const isPlain = value === null || typeof value !== "object";
  const written = isPlain
    ? scalarText(old, value, { ...document, ...placeInText(document, pair) }).replaceAll("\n", document.eol)
    : inlineText(value);
  if (endOf(old) === 0) return [{ start: at, end: at, text: () => ` ${written}` }];
  const end = withoutLineEnd(document.text, endOf(old));
  return [{ start: old?.range?.[0] ?? at, end: withNameOfId(document, old, end), text: () => written }];
}

/** The end of a reference by id, with the comment that names its object: another value makes the comment wrong. */
function withNameOfId({ text }: OpenDocument, old: Node | null, end: number): number {
  return isMap(old) && /^ the [^"]+ ".*"$/u.test(old.comment ?? "") ? lineEnd(text, end) : end;
}

function withoutLineEnd(text: string, end: number): number {
  return text[end - 1] === "\n" ? end - (text[end - 2] === "\r" ? 2 : 1) : end;
}

/** Replaces the lines of a field's block by a text on the line of the field. */
function onOneLine(document: OpenDocument, pair: Pair, block: YamlCollection, written: string): Splice {
  const { text } = document;
  const start = afterColon(pair);
  const comment = text.slice(start, lineEnd(text, start));
  const last = linesOfMembers(document, block).at(-1)?.end ?? start;
  const end = withComments(text, last, columnIn(text, startOf(block)));
  return { start, end, text: () => ` ${written}${comment}` };
}

/** The splices that remove fields from a map and add others. */
export function mapSplices(document: OpenDocument, map: YAMLMap, change: MapChange): readonly Splice[] {
  if (isBlock(map)) return blockMapSplices(document, map, change);
  const field = emptyField(document, map);
  if (field === undefined) return [flowMapSplice(document, map, change)];
  const lines = change.added.flatMap(({ name, value }) => pairLines(name, value, document));
  const column = placeInText(document, field).column + document.step;
  return bracketsToBlock(document, field, map, () => indented(lines, column));
}

function blockMapSplices(
  document: OpenDocument,
  map: YAMLMap,
  { removed, added }: MapChange,
): readonly Splice[] {
  const column = columnIn(document.text, startOf(map));
  const kept = linesOfMembers(document, map).flatMap((lines, index) => {
    const pair = map.items[index] as Pair;
    const element = { kind: "old", lines, column, of: map } as const;
    return removed.has(pair) ? [] : [{ name: nameOfPair(pair), element }];
  });
  const elements = withAdded<BlockElement>(kept, added, (field) => ({
    kind: "new",
    lines: (slice) => fieldLines(inStyleOf(document, map), field, slice),
  }));
  return elements.length === 0 ? emptied(document, map, "{}") : [blockSplice(document, map, elements)];
}

function flowMapSplice(document: OpenDocument, map: YAMLMap, { removed, added }: MapChange): Splice {
  const kept = map.items.flatMap((pair, index) =>
    removed.has(pair) ? [] : [{ name: nameOfPair(pair), element: { kind: "old", index } as const }],
  );
  const elements = withAdded<FlowElement>(kept, added, (field) => ({
    kind: "new",
    text: (slice) => inlineField(document, field, slice),
    comments: commentsOfItems(document, field.items ?? []),
  }));
  return flowSplice(document, map, elements);
}

function nameOfPair(pair: Pair): string {
  return textOfScalar(pair.key);
}

/** The kept fields, with each added one after the field that it follows. */
function withAdded<T>(
  kept: readonly { readonly name: string; readonly element: T }[],
  added: readonly AddedField[],
  make: (field: AddedField) => T,
): readonly T[] {
  const all = [...kept];
  for (const field of added) {
    const at = field.after === undefined ? -1 : all.findIndex(({ name }) => name === field.after);
    const entry = { name: field.name, element: make(field) };
    if (field.after === "") all.unshift(entry);
    else if (at === -1) all.push(entry);
    else all.splice(at + 1, 0, entry);
  }
  return all.map(({ element }) => element);
}

/** The splices that set the items of a list. */
export function listSplices(
  document: OpenDocument,
  list: YAMLSeq,
  items: readonly ListItem[],
): readonly Splice[] {
  if (isBlock(list)) {
    if (items.length === 0) return emptied(document, list, "[]");
    const elements = items.map((item) => blockElement(inStyleOf(document, list), item));
    return [blockSplice(document, list, elements)];
  }
  const field = items.length === 0 ? undefined : emptyField(document, list);
  if (field === undefined) return [flowListSplice(document, list, items)];
  const { step, indentsLists } = document;
  const column = placeInText(document, field).column + (indentsLists ? step : 0);
  return bracketsToBlock(document, field, list, (slice) =>
    items.flatMap((item) => linesOfItem(document, item, column, slice)),
  );
}

function blockElement(document: StyledDocument, item: ListItem): BlockElement {
  if (!isExisting(item) || !isBlock(item.list))
    return { kind: "new", lines: (slice) => linesOfItem(document, item, 0, slice) };
  const { list, index } = item;
  const lines = linesOfMember(document, list, index);
  return { kind: "old", lines, column: columnIn(document.text, startOf(list)), of: list };
}

function flowListSplice(document: OpenDocument, list: YAMLSeq, items: readonly ListItem[]): Splice {
  for (const item of items) refuseAliases(list, item);
  const elements = items.map((item): FlowElement => {
    if (isExisting(item) && item.list === list) return { kind: "old", index: item.index };
    const comments = commentsOfItem(document, item);
    return { kind: "new", text: (slice) => inlineItem(document, item, slice), comments };
  });
  return flowSplice(document, list, elements);
}

/** Refuses an item with an alias that would move into brackets: its text is written anew there, without references to anchors. */
function refuseAliases(list: YAMLSeq, item: ListItem): void {
  if (!isExisting(item)) {
    for (const inner of (item.lists ?? []).flatMap(({ items }) => items)) refuseAliases(list, inner);
    return;
  }
  if (item.list === list || !isBlock(item.list)) return;
  visit(item.list.items[item.index] as Node, {
    Alias() {
      throw new NotInPlaceError(obstacles.aliasInBrackets);
    },
  });
}

/** The field of an empty pair of brackets, if a block can replace them: no other brackets are around it. */
function emptyField(document: OpenDocument, collection: YamlCollection): Pair | undefined {
  if (collection.items.length > 0 || placeInText(document, collection).inFlow) return undefined;
  return fieldWith(document, collection);
}

/** Replaces the empty brackets of a field by the lines of a block. */
function bracketsToBlock(
  { text, eol }: OpenDocument,
  field: Pair,
  brackets: Node,
  lines: (slice: Slice) => readonly string[],
): readonly Splice[] {
  const start = afterColon(field);
  const end = endOf(brackets) || start;
  const at = lineEnd(text, end);
  return [
    { start, end, text: () => "" },
    { start: at, end: at, text: (slice) => asFurtherLines(lines(slice), eol) },
  ];
}

function asFurtherLines(lines: readonly string[], eol: string): string {
  return lines.map((line) => eol + line).join("");
}

/** Replaces a block that loses all its members by empty brackets. */
function emptied(document: OpenDocument, block: YamlCollection, brackets: "{}" | "[]"): readonly Splice[] {
  const field = fieldWith(document, block);
  if (field === undefined) throw new NotInPlaceError(obstacles.empty);
  return [onOneLine(document, field, block, brackets)];
}

/** The splices that give fields or another value to an item that is a bare text. */
export function bareSplices(
  document: OpenDocument,
  item: Node,
  { field, value, added }: BareChange,
): readonly Splice[] {
  const { text, eol } = document;
  const { inFlow } = placeInText(document, item);
  const [start, end] = [item.range?.[0] ?? 0, endOf(item)];
  const own = (slice: Slice) => (value === undefined ? slice(start, end) : inlineText(value));
  const becomesMap = added.length > 0 || (typeof value === "object" && value !== null);
  const named = (slice: Slice) => (becomesMap ? `${field}: ${own(slice)}` : own(slice));
  if (inFlow && becomesMap) {
    const further = added.map((each) => `, ${inlinePair(each.name, each.value)}`).join("");
    return [{ start, end, text: (slice) => `{ ${named(slice)}${further} }` }];
  }
  const lines = indented(
    added.flatMap((each) => pairLines(each.name, each.value, document)),
    columnIn(text, start),
  );
  const at = lineEnd(text, end);
  return [
    { start, end, text: named },
    { start: at, end: at, text: () => asFurtherLines(lines, eol) },
  ];
}
