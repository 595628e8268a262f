import {
  isCollection,
  isMap,
  isNode,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  visit,
  type YAMLMap,
  type YAMLSeq,
} from "yaml";
import { parseYaml } from "../parse-yaml.ts";
import { yamlOptions } from "../yaml-source.ts";
import { type BlockElement, blockSplice, linesOfMembers, withComments } from "./block-entries.ts";
import {
  type AddedField,
  type BareChange,
  type ListItem,
  type MapChange,
  type NewItem,
  NotInPlaceError,
} from "./edits.ts";
import { flowSplice } from "./flow-entries.ts";
import { commentsOf, type FlowComments, type FlowElement, noComments } from "./flow-lines.ts";
import { indented } from "./indent.ts";
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
import { inlinePair, inlineText, itemLines, pairLines, scalarText } from "./render-value.ts";
import type { Slice, Splice } from "./splice.ts";

/** The splices that give a field another value. */
export function valueSplices(document: OpenDocument, pair: Pair, value: unknown): readonly Splice[] {
  const old = pair.value as Node | null;
  const at = afterColon(pair);
  const block = asBlock(old);
  if (block !== undefined) return [collectionSplice(document, pair, block, inlineText(value))];
  const isPlain = value === null || typeof value !== "object";
  const written = isPlain
    ? scalarText(old, value, { ...document, ...memberPlace(document, pair) }).replaceAll("\n", document.eol)
    : inlineText(value);
  if (endOf(old) === 0) return [{ start: at, end: at, text: () => ` ${written}` }];
  const end = lastCharacter(document.text, endOf(old));
  return [{ start: old?.range?.[0] ?? at, end, text: () => written }];
}

function lastCharacter(text: string, end: number): number {
  return text[end - 1] === "\n" ? end - (text[end - 2] === "\r" ? 2 : 1) : end;
}

/** Replaces the lines of a field's collection by a text on one line. */
function collectionSplice(
  document: OpenDocument,
  pair: Pair,
  collection: YamlCollection,
  written: string,
): Splice {
  const { text } = document;
  const start = afterColon(pair);
  const beside = text.slice(start, lineEnd(text, start));
  const last = linesOfMembers(document, collection).at(-1)?.end ?? start;
  const end = withComments(text, last, columnIn(text, startOf(collection)));
  return { start, end, text: () => ` ${written}${beside}` };
}

interface PlaceInText {
  readonly inFlow: boolean;
  /** The column of the collection that contains it. */
  readonly column: number;
}

/** Whether a member is in brackets, and the column of the block around it. */
function memberPlace(document: OpenDocument, member: Pair | Node): PlaceInText {
  const holders = holdersOf(document, member);
  const inFlow = holders.some((holder) => holder.flow === true);
  const block = holders.findLast((holder) => holder.flow !== true);
  return { inFlow, column: block === undefined ? 0 : columnIn(document.text, startOf(block)) };
}

/** The collections that contain a member, outermost first. */
function holdersOf({ root }: OpenDocument, wanted: Pair | Node): readonly YamlCollection[] {
  const search = (node: unknown): readonly YamlCollection[] | undefined => {
    if (!isCollection(node)) return undefined;
    for (const item of node.items) {
      if (item === wanted) return [node];
      const inner: unknown = isNode(item) ? item : (item as Pair).value;
      const found = inner === wanted ? [] : search(inner);
      if (found !== undefined) return [node, ...found];
    }
    return undefined;
  };
  return search(root) ?? [];
}

/** The splices that remove fields from a map and add others. */
export function mapSplices(
  document: OpenDocument,
  map: YAMLMap,
  { removed, added }: MapChange,
): readonly Splice[] {
  const rest = map.items.filter((pair) => !removed.has(pair));
  if (!isBlock(map)) {
    const place = memberPlace(document, map);
    const holder = pairWith(document, map);
    if (map.items.length === 0 && !place.inFlow && holder !== undefined)
      return filled(
        document,
        holder,
        map,
        joined(added.map((field) => pairLines(field.name, field.value, document))),
      );
    const elements = withAdded<FlowElement>(
      rest.map((pair) => ({
        name: pairName(pair),
        element: { kind: "old", index: map.items.indexOf(pair) },
      })),
      added,
      (field) => ({
        kind: "new",
        text: (slice) => inlineField(document, field, slice),
        comments: commentsInside(document, field.items ?? []),
      }),
    );
    return [flowSplice(document, map, elements)];
  }
  const lines = linesOfMembers(document, map);
  const column = columnIn(document.text, startOf(map));
  const elements = withAdded<BlockElement>(
    rest.map((pair) => ({
      name: pairName(pair),
      element: { kind: "old", lines: existing(lines[map.items.indexOf(pair)]), column, of: map },
    })),
    added,
    (field) => ({ kind: "new", lines: (slice) => fieldLines(document, field, slice) }),
  );
  return elements.length === 0 ? emptied(document, map, "{}") : [blockSplice(document, map, elements)];
}

function joined(blocks: readonly (readonly string[])[]): readonly string[] {
  return blocks.flat();
}

function pairName(pair: Pair): string {
  return isScalar(pair.key) ? String(pair.key.value) : "";
}

/** The members, with each new one after the field that it follows. */
function withAdded<T>(
  old: readonly { readonly name: string; readonly element: T }[],
  added: readonly AddedField[],
  make: (field: AddedField) => T,
): readonly T[] {
  const all = [...old];
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
    return [
      blockSplice(
        document,
        list,
        items.map((item) => blockElement(document, item)),
      ),
    ];
  }
  const holder = pairWith(document, list);
  if (
    list.items.length === 0 &&
    holder !== undefined &&
    !memberPlace(document, list).inFlow &&
    items.length > 0
  ) {
    const { step, indentsLists } = document;
    const column = memberPlace(document, holder).column + (indentsLists ? step : 0);
    return filledWith(document, holder, list, (slice) =>
      items.flatMap((item) => linesOfItem(document, item, column, slice)),
    );
  }
  for (const item of items) refuseAliases(list, item);
  const elements = items.map((item): FlowElement => {
    if ("list" in item && item.list === list) return { kind: "old", index: item.index };
    const comments = commentsFrom(document, item);
    return { kind: "new", text: (slice) => inlineItem(document, item, slice), comments };
  });
  return [flowSplice(document, list, elements)];
}

/** Replaces an empty pair of brackets by a block. */
function filled(document: OpenDocument, pair: Pair, old: Node, lines: readonly string[]): readonly Splice[] {
  const column = memberPlace(document, pair).column + document.step;
  return filledWith(document, pair, old, () => indented(lines, column));
}

function filledWith(
  { text, eol }: OpenDocument,
  pair: Pair,
  old: Node,
  lines: (slice: Slice) => readonly string[],
): readonly Splice[] {
  const start = afterColon(pair);
  const end = endOf(old) || start;
  const at = lineEnd(text, end);
  return [
    { start, end, text: () => "" },
    {
      start: at,
      end: at,
      text: (slice) =>
        lines(slice)
          .map((line) => eol + line)
          .join(""),
    },
  ];
}

function emptied(document: OpenDocument, collection: YamlCollection, brackets: string): readonly Splice[] {
  const pair = pairWith(document, collection);
  if (pair === undefined) throw new NotInPlaceError("it would be empty");
  return [collectionSplice(document, pair, collection, brackets)];
}

function pairWith(document: OpenDocument, collection: Node): Pair | undefined {
  const holder = holdersOf(document, collection).at(-1);
  return isMap(holder) ? holder.items.find((pair) => pair.value === collection) : undefined;
}

function blockElement(document: OpenDocument, item: ListItem): BlockElement {
  if ("list" in item && isBlock(item.list)) {
    const lines = existing(linesOfMembers(document, item.list)[item.index]);
    return { kind: "old", lines, column: columnIn(document.text, startOf(item.list)), of: item.list };
  }
  return { kind: "new", lines: (slice) => linesOfItem(document, item, 0, slice) };
}

function fieldLines(
  document: OpenDocument,
  { name, value, items }: AddedField,
  slice: Slice,
): readonly string[] {
  if (items === undefined) return pairLines(name, value, document);
  const { step, indentsLists } = document;
  return [
    `${name}:`,
    ...items.flatMap((item) => linesOfItem(document, item, indentsLists ? step : 0, slice)),
  ];
}

function inlineField(document: OpenDocument, { name, value, items }: AddedField, slice: Slice): string {
  if (items === undefined) return inlinePair(name, value);
  return `${inlineText(name)}: [${items.map((item) => inlineItem(document, item, slice)).join(", ")}]`;
}

/** The lines of an item, for a list that starts in this column. */
function linesOfItem(
  document: OpenDocument,
  item: ListItem,
  column: number,
  slice: Slice,
): readonly string[] {
  if (!("list" in item)) return indented(newItemLines(document, item, slice), column);
  const { list, index } = item;
  if (!isBlock(list)) {
    const member = list.items[index] as Node;
    const { lead, after } = commentsOf(document, list, index);
    const text = `${slice(member.range?.[0] ?? 0, endOf(member))} ${after}`.trimEnd();
    const [first = "", ...further] = text.split(/\r?\n/);
    // Lines in brackets may have any indent that is deeper than the entry with the brackets.
    const deeper = indented(further, column + 2 - columnIn(document.text, member.range?.[0] ?? 0));
    return [...indented([...lead, `- ${first}`], column), ...deeper];
  }
  const { lead, start, end } = existing(linesOfMembers(document, list)[index]);
  const lines = slice(lead, end).split(/\r?\n/);
  const from = columnIn(document.text, startOf(list));
  if (lead === start) lines[0] = " ".repeat(from) + lines[0];
  return indented(lines, column - from);
}

function newItemLines(
  document: OpenDocument,
  { value, lists = [] }: NewItem,
  slice: Slice,
): readonly string[] {
  const { step, indentsLists } = document;
  const lines = itemLines(value, document);
  const inner = lists.flatMap(({ field, items }) => {
    if (items.length === 0) return [`  ${field}: []`];
    const column = 2 + (indentsLists ? step : 0);
    return [`  ${field}:`, ...items.flatMap((item) => linesOfItem(document, item, column, slice))];
  });
  return [...lines, ...inner];
}

/** Refuses an item with an alias that would move into brackets: its text is written anew there, without references to anchors. */
function refuseAliases(list: YAMLSeq, item: ListItem): void {
  if (!("list" in item)) {
    for (const inner of (item.lists ?? []).flatMap(({ items }) => items)) refuseAliases(list, inner);
    return;
  }
  if (item.list === list || !isBlock(item.list)) return;
  visit(item.list.items[item.index] as Node, {
    Alias() {
      throw new NotInPlaceError("it contains an alias, and the list is in brackets");
    },
  });
}

/** The comments that move into brackets with an item, including those of its contents. */
function commentsFrom(document: OpenDocument, item: ListItem): FlowComments {
  if (!("list" in item))
    return commentsInside(
      document,
      (item.lists ?? []).flatMap(({ items }) => items),
    );
  return isBlock(item.list) ? noComments : commentsOf(document, item.list, item.index);
}

/** The comments of items that move to one line. All of them go above that line. */
function commentsInside(document: OpenDocument, items: readonly ListItem[]): FlowComments {
  const all = items.map((item) => commentsFrom(document, item));
  const lead = all.flatMap((each) => [...each.lead, each.after]);
  return { lead: lead.filter((line) => line !== ""), after: "" };
}

/** The text of an item in brackets. */
function inlineItem(document: OpenDocument, item: ListItem, slice: Slice): string {
  if ("list" in item) {
    const member = item.list.items[item.index] as Node;
    if (!isBlock(item.list)) return slice(member.range?.[0] ?? 0, endOf(member));
    return inlineText(parsedItem(linesOfItem(document, item, 0, slice)));
  }
  const { value, lists = [] } = item;
  const further = lists.map(({ field, items }) => {
    const inner = items.map((each) => inlineItem(document, each, slice));
    return `, ${inlineText(field)}: [${inner.join(", ")}]`;
  });
  const text = inlineText(value);
  return further.length === 0 ? text : `${text.slice(0, -1).trimEnd()}${further.join("")} }`;
}

/** The parsed item from its lines, without comments: there is no room for them in brackets. */
function parsedItem(lines: readonly string[]): unknown {
  const [document] = parseYaml(lines.join("\n"), yamlOptions);
  const contents = document?.contents;
  visit(contents ?? null, {
    Node(_key, node) {
      node.comment = null;
      node.commentBefore = null;
      node.spaceBefore = false;
    },
  });
  return isSeq(contents) ? contents.items[0] : undefined;
}

/** The splices that give fields or another value to an item that is a bare text. */
export function bareSplices(
  document: OpenDocument,
  item: Node,
  { field, value, added }: BareChange,
): readonly Splice[] {
  const { text, eol } = document;
  const { inFlow } = memberPlace(document, item);
  const [start, end] = [item.range?.[0] ?? 0, endOf(item)];
  const own = (slice: Slice) => (value === undefined ? slice(start, end) : inlineText(value));
  const isMapped = added.length > 0 || (typeof value === "object" && value !== null);
  const named = (slice: Slice) => (isMapped ? `${field}: ${own(slice)}` : own(slice));
  if (inFlow && isMapped) {
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
    { start: at, end: at, text: () => lines.map((line) => eol + line).join("") },
  ];
}

function existing<T>(value: T | undefined): T {
  if (value === undefined) throw new TypeError("A member of a file that was read is not in it.");
  return value;
}
