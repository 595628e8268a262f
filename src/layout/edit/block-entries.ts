import { indented } from "./indent.ts";
import {
  columnIn,
  endOf,
  lineEnd,
  lineStart,
  type OpenDocument,
  startOf,
  startOfMember,
  type YamlCollection,
} from "./open-document.ts";
import type { Slice, Splice } from "./splice.ts";

/** A member of a block collection: its lines, and the comments that belong to it. */
interface Lines {
  /** Start of its comments. It is the start of a line, except for a first member after a dash. */
  readonly lead: number;
  readonly start: number;
  /** The end of its last line. */
  readonly end: number;
  /** The lines between the member before and its comments: blank lines, and comments that belong to no member. */
  readonly gap: readonly string[];
}

/** The lines of a collection's members. */
export function linesOfMembers({ text }: OpenDocument, collection: YamlCollection): readonly Lines[] {
  const column = columnIn(text, startOf(collection));
  const isCompact = text.slice(lineStart(text, startOf(collection)), startOf(collection)).trim() !== "";
  const found: Lines[] = [];
  for (const [index, member] of collection.items.entries()) {
    const start = startOfMember(collection, index);
    const before = found.at(-1)?.end;
    const end = withComments(text, lineEnd(text, lastOf(text, endOf(member) || start)), column + 1);
    if (before === undefined) {
      const lead = isCompact ? start : leadOf(text, start, firstLineOf(text, start, column));
      found.push({ lead, start, end, gap: [] });
    } else {
      const from = afterLine(text, before);
      const lead = leadOf(text, start, from);
      found.push({ lead, start, end, gap: linesBetween(text, from, lead) });
    }
  }
  return found;
}

export function linesOfMember(document: OpenDocument, collection: YamlCollection, index: number): Lines {
  const lines = linesOfMembers(document, collection)[index];
  if (lines === undefined) throw new TypeError("The collection has no such member.");
  return lines;
}

/** The end of a text, without the line ends that a text over several lines includes. */
function lastOf(text: string, end: number): number {
  let last = end;
  while (last > 0 && (text[last - 1] === "\n" || text[last - 1] === "\r")) last -= 1;
  return last;
}

/** Start of the next line. */
function afterLine(text: string, end: number): number {
  const next = text.indexOf("\n", end);
  return next === -1 ? text.length : next + 1;
}

/** The end of a member, including the comments after it that have at least this indent: they belong to it. */
export function withComments(text: string, end: number, least: number): number {
  let last = end;
  for (let at = afterLine(text, end); at < text.length; at = afterLine(text, at)) {
    const line = text.slice(at, lineEnd(text, at));
    const isInside = line.trimStart().startsWith("#") && line.length - line.trimStart().length >= least;
    if (isInside) last = lineEnd(text, at);
    else if (line.trim() !== "") break;
  }
  return last;
}

/** Start of the comment lines directly above a line. */
function leadOf(text: string, start: number, from: number): number {
  let lead = lineStart(text, start);
  while (lead > from) {
    const above = lineStart(text, lead - 1);
    if (!text.slice(above, lead).trimStart().startsWith("#")) break;
    lead = above;
  }
  return lead;
}

/** Start of the first member with its comments: those with the same indent. */
function firstLineOf(text: string, start: number, column: number): number {
  let first = lineStart(text, start);
  while (first > 0) {
    const above = lineStart(text, first - 1);
    const line = text.slice(above, first);
    if (line.length - line.trimStart().length !== column || !line.trimStart().startsWith("#")) break;
    first = above;
  }
  return column === 0 ? lineStart(text, start) : first;
}

function linesBetween(text: string, from: number, to: number): readonly string[] {
  return to <= from
    ? []
    : text
        .slice(from, to)
        .replace(/\r?\n$/, "")
        .split(/\r?\n/);
}

/** A member of a changed collection: an existing one, of this or another collection, or new lines. */
export type BlockElement =
  | { readonly kind: "old"; readonly lines: Lines; readonly column: number; readonly of: YamlCollection }
  | { readonly kind: "new"; readonly lines: (slice: Slice) => readonly string[] };

/** Writes the members of a collection in their new order, each with its own comments. */
export function blockSplice(
  document: OpenDocument,
  collection: YamlCollection,
  elements: readonly BlockElement[],
): Splice {
  const { text, eol } = document;
  const all = linesOfMembers(document, collection);
  const [first] = all;
  if (first === undefined) throw new TypeError("A collection over lines of its own holds something.");
  const column = columnIn(text, startOf(collection));
  const isCompact = first.lead > lineStart(text, first.lead);
  const blank = usualGap(all);
  return {
    start: first.lead,
    end: all.at(-1)?.end ?? first.end,
    text: (slice) => {
      const out: string[] = [];
      const kept = new Set(elements.map((element) => (element.kind === "old" ? element.lines.start : -1)));
      // Comments that belong to no member stay, also if the member below them is removed.
      const orphans = all.filter(({ start }) => !kept.has(start)).flatMap(({ gap }) => withoutBlank(gap));
      for (const [index, element] of elements.entries()) {
        const gap = index === 0 ? withoutBlank(gapOf(element, first, blank)) : gapOf(element, first, blank);
        out.push(...gap, ...elementLines(element, column, slice));
      }
      if (isCompact && out[0] !== undefined) out[0] = out[0].trimStart();
      return [...out, ...orphans].join(eol);
    },
  };
}

/** The gap between most members: a blank line, or none. */
export function usualGap(all: readonly Pick<Lines, "gap">[]): readonly string[] {
  const gaps = all.slice(1);
  const blank = gaps.filter(({ gap }) => gap.some((line) => line.trim() === "")).length;
  return blank * 2 > gaps.length ? [""] : [];
}

function gapOf(element: BlockElement, first: Lines, blank: readonly string[]): readonly string[] {
  return element.kind === "new" || element.lines.start === first.start ? blank : element.lines.gap;
}

export function withoutBlank(gap: readonly string[]): readonly string[] {
  const comment = gap.findIndex((line) => line.trim() !== "");
  return comment === -1 ? [] : gap.slice(comment);
}

function elementLines(element: BlockElement, column: number, slice: Slice): readonly string[] {
  if (element.kind === "new") return indented(element.lines(slice), column);
  const { lead, start, end } = element.lines;
  const lines = slice(lead, end).split(/\r?\n/);
  // A first line after a dash has no indent of its own.
  if (lead === start) lines[0] = " ".repeat(element.column) + lines[0];
  return indented(lines, column - element.column);
}
