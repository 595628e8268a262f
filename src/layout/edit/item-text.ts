import { isSeq, type Node, visit } from "yaml";
import { inlineText } from "../document-text.ts";
import { parseYaml } from "../parse-yaml.ts";
import { yamlOptions } from "../yaml-source.ts";
import { linesOfMember } from "./block-entries.ts";
import { type AddedField, type ExistingItem, isExisting, type ListItem, type NewItem } from "./edits.ts";
import { commentsOf, type FlowComments, noComments } from "./flow-lines.ts";
import { indented } from "./indent.ts";
import type { StyledDocument } from "./item-style.ts";
import { columnIn, endOf, isBlock, type OpenDocument, startOf } from "./open-document.ts";
import { inlinePair, itemLines, pairLines } from "./render-value.ts";
import type { Slice } from "./splice.ts";

/** The lines of a field that a block gets. */
export function fieldLines(
  document: StyledDocument,
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

/** The text of a field that a map in brackets gets. */
export function inlineField(
  document: OpenDocument,
  { name, value, items }: AddedField,
  slice: Slice,
): string {
  if (items === undefined) return inlinePair(name, value);
  return `${inlineText(name)}: [${items.map((item) => inlineItem(document, item, slice)).join(", ")}]`;
}

/** The lines of an item, for a list that starts in this column. */
export function linesOfItem(
  document: StyledDocument,
  item: ListItem,
  column: number,
  slice: Slice,
): readonly string[] {
  if (!isExisting(item)) return indented(linesOfNewItem(document, item, slice), column);
  return isBlock(item.list)
    ? linesFromBlock(document, item, column, slice)
    : linesFromBrackets(document, item, column, slice);
}

function linesFromBlock(
  document: OpenDocument,
  { list, index }: ExistingItem,
  column: number,
  slice: Slice,
): readonly string[] {
  const { lead, start, end } = linesOfMember(document, list, index);
  const lines = slice(lead, end).split(/\r?\n/);
  const from = columnIn(document.text, startOf(list));
  if (lead === start) lines[0] = " ".repeat(from) + lines[0];
  return indented(lines, column - from);
}

function linesFromBrackets(
  document: OpenDocument,
  { list, index }: ExistingItem,
  column: number,
  slice: Slice,
): readonly string[] {
  const member = list.items[index] as Node;
  const { lead, after } = commentsOf(document, list, index);
  const text = `${slice(member.range?.[0] ?? 0, endOf(member))} ${after}`.trimEnd();
  const [first = "", ...further] = text.split(/\r?\n/);
  // Lines in brackets may have any indent that is deeper than the entry with the brackets.
  const deeper = indented(further, column + 2 - columnIn(document.text, member.range?.[0] ?? 0));
  return [...indented([...lead, `- ${first}`], column), ...deeper];
}

function linesOfNewItem(
  document: StyledDocument,
  { value, lists = [] }: NewItem,
  slice: Slice,
): readonly string[] {
  const { step, indentsLists } = document;
  // Lists with existing items follow the other fields on lines of their own.
  const lines = itemLines(value, lists.length === 0 ? document : { step, indentsLists });
  const inner = lists.flatMap(({ field, items }) => {
    if (items.length === 0) return [`  ${field}: []`];
    const column = 2 + (indentsLists ? step : 0);
    return [`  ${field}:`, ...items.flatMap((item) => linesOfItem(document, item, column, slice))];
  });
  return [...lines, ...inner];
}

/** The text of an item in brackets. */
export function inlineItem(document: OpenDocument, item: ListItem, slice: Slice): string {
  if (isExisting(item)) {
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

/** The comments that move into brackets with an item, including those of its contents. */
export function commentsOfItem(document: OpenDocument, item: ListItem): FlowComments {
  if (isExisting(item)) return isBlock(item.list) ? noComments : commentsOf(document, item.list, item.index);
  return commentsOfItems(
    document,
    (item.lists ?? []).flatMap(({ items }) => items),
  );
}

/** The comments of items that move to one line. All of them go above that line. */
export function commentsOfItems(document: OpenDocument, items: readonly ListItem[]): FlowComments {
  const all = items.map((item) => commentsOfItem(document, item));
  const lead = all.flatMap((each) => [...each.lead, each.after]);
  return { lead: lead.filter((line) => line !== ""), after: "" };
}
