import { usualGap, withoutBlank } from "./block-entries.ts";
import {
  columnIn,
  endOf,
  lineStart,
  type OpenDocument,
  startOfMember,
  type YamlCollection,
} from "./open-document.ts";
import type { Slice, Splice } from "./splice.ts";

/** A member of a changed collection in brackets: an existing one, or new text with comments of its own. */
export type FlowElement =
  | { readonly kind: "old"; readonly index: number }
  | { readonly kind: "new"; readonly text: (slice: Slice) => string; readonly comments?: FlowComments };

/** The comments that belong to a member in brackets. They move with it, and are removed with it. */
export interface FlowComments {
  /** Lines above the member. */
  readonly lead: readonly string[];
  /** The comment after the member, on its line. */
  readonly after: string;
}

export const noComments: FlowComments = { lead: [], after: "" };

/** A member of a collection in brackets. */
interface FlowMember extends FlowComments {
  readonly start: number;
  readonly end: number;
  /** The lines between the member before and its comments: blank lines, and comments that belong to no member. */
  readonly gap: readonly string[];
  readonly isFirstOnLine: boolean;
}

/** A collection in brackets, split into its parts. */
export interface Brackets {
  readonly start: number;
  readonly end: number;
  readonly members: readonly FlowMember[];
  /** The rest of the line after the opening bracket. */
  readonly opening: string;
  /** The text after the last member: the rest of its line, and the lines up to the closing bracket. */
  readonly closing: readonly string[];
}

export function bracketsOf({ text }: OpenDocument, collection: YamlCollection): Brackets {
  const [start, end] = collection.range ?? [0, 0];
  const extents = collection.items.map((member, index) => {
    const from = startOfMember(collection, index);
    return { start: from, end: Math.max(endOf(member), from) };
  });
  const linesFrom = (from: number, to: number) => text.slice(from, to).split(/\r?\n/);
  const last = extents.at(-1)?.end ?? start + 1;
  const members = extents.map((extent, index): FlowMember => {
    const above = linesFrom(extents[index - 1]?.end ?? start + 1, extent.start);
    const [beside = ""] = linesFrom(extent.end, extents[index + 1]?.start ?? end - 1);
    return { ...extent, ...commentsAbove(above), after: commentIn(beside), isFirstOnLine: above.length > 1 };
  });
  const [opening = ""] = linesFrom(start + 1, extents[0]?.start ?? end - 1);
  return { start, end, members, opening, closing: linesFrom(last, end - 1) };
}

/**
 * Whether any member or the closing bracket is on a line of its own. A comment ends its line, so this is true for every collection with
 * comments.
 */
export function isOverLines({ members, closing }: Brackets): boolean {
  return closing.length > 1 || members.some(({ isFirstOnLine }) => isFirstOnLine);
}

/** The comment in a line between members, which contains only blanks, commas and comments. */
function commentIn(line: string): string {
  return /[ \t]*#.*/.exec(line)?.[0] ?? "";
}

function commentsAbove([, ...lines]: readonly string[]): Pick<FlowMember, "gap" | "lead"> {
  const above = lines.slice(0, -1).map(withoutComma);
  const first = above.findLastIndex((line) => !line.trimStart().startsWith("#")) + 1;
  return { gap: above.slice(0, first), lead: above.slice(first) };
}

/** Removes a comma at the start of a line, as some people write it. It is no part of the comment. */
function withoutComma(line: string): string {
  return line.replace(/^(\s*),/, "$1");
}

/** The comments of a member, without indents, for another place. */
export function commentsOf(document: OpenDocument, collection: YamlCollection, index: number): FlowComments {
  const { lead, after } = bracketsOf(document, collection).members[index] ?? noComments;
  return { lead: lead.map((line) => line.trim()), after: after.trim() };
}

/** The state of writing brackets anew. */
interface Rewriting extends Brackets {
  readonly document: OpenDocument;
  readonly elements: readonly FlowElement[];
  /** Whether most members are on lines of their own. */
  readonly isByLine: boolean;
  /** The column of members on lines of their own. */
  readonly column: number;
}

/**
 * Writes a collection in brackets over several lines. Each member keeps its comments, and new members get lines of their own if most
 * members have them. The text between members that stay neighbors stays as it is.
 */
export function linesInBrackets(
  document: OpenDocument,
  brackets: Brackets,
  elements: readonly FlowElement[],
): Splice {
  const { text, step } = document;
  const { members, start, end } = brackets;
  const onLines = members.filter(({ isFirstOnLine }) => isFirstOnLine);
  const [first] = onLines;
  const rewriting: Rewriting = {
    ...brackets,
    document,
    elements,
    isByLine: onLines.length * 2 > members.length,
    column: first === undefined ? indentationAt(text, start) + step : columnIn(text, first.start),
  };
  return { start, end, text: (slice) => rewritten(rewriting, slice) };
}

/** Column of a line's first text after the dashes of items. */
function indentationAt(text: string, offset: number): number {
  const line = text.slice(lineStart(text, offset), offset);
  return (/^(?:\s|- )*/.exec(line) ?? [""])[0].length;
}

function rewritten(rewriting: Rewriting, slice: Slice): string {
  const { document, start, end, opening, elements } = rewriting;
  const written = elements.map((element, at) => {
    const { start: from, end: to } = partOf(rewriting, element) ?? { start, end: start };
    const own = element.kind === "new" ? element.text(slice) : slice(from, to);
    return textBefore(rewriting, element, elements[at - 1]) + own;
  });
  if (written.length === 0) written.push(opening.trimEnd());
  const inside = [...written, textBehind(rewriting)].join("");
  return `${document.text[start] ?? ""}${inside.trim() === "" ? "" : inside}${document.text[end - 1] ?? ""}`;
}

/** The text between an element and the one before it, or the opening bracket. */
function textBefore(rewriting: Rewriting, element: FlowElement, before?: FlowElement): string {
  const { document, start, members } = rewriting;
  if (element.kind === "old" && element.index === indexBehind(before)) {
    const from = members[element.index - 1]?.end ?? start + 1;
    return document.text.slice(from, members[element.index]?.start);
  }
  const lines = linesAbove(rewriting, element);
  return before === undefined ? textOpening(rewriting, lines) : textBetween(rewriting, before, lines);
}

/** Index of the member that came after an element, or after the opening bracket. Undefined: the element is new. */
function indexBehind(element: FlowElement | undefined): number | undefined {
  if (element === undefined) return 0;
  return element.kind === "old" ? element.index + 1 : undefined;
}

function textOpening(rewriting: Rewriting, lines: readonly string[]): string {
  const { members, opening } = rewriting;
  const isBeside = members[0]?.isFirstOnLine === false && lines.length === 0;
  return isBeside ? opening : opening.trimEnd() + onNewLine(rewriting, withoutBlank(lines));
}

function textBetween(rewriting: Rewriting, before: FlowElement, lines: readonly string[]): string {
  const { after } = commentsWith(rewriting, before);
  const isBeside = !rewriting.isByLine && after === "" && lines.length === 0;
  return `,${after}${isBeside ? " " : onNewLine(rewriting, lines)}`;
}

/** The text between the last element and the closing bracket. */
function textBehind(rewriting: Rewriting): string {
  const { document, start, members, elements, closing } = rewriting;
  const isSame = indexBehind(elements.at(-1)) === members.length && elements.length > 0;
  const [beside = "", ...below] = isSame ? closing : closingAnew(rewriting);
  const orphans = orphansOf(rewriting);
  if (below.length > 0) return [beside, ...orphans, ...below].join(document.eol);
  if (orphans.length === 0 && !beside.includes("#")) return beside;
  const margin = " ".repeat(indentationAt(document.text, start));
  return [beside.trimEnd(), ...orphans, margin].join(document.eol);
}

/** The closing text after another last element than before: with that element's comment, and a comma if there was one. */
function closingAnew(rewriting: Rewriting): readonly string[] {
  const { closing, elements } = rewriting;
  const [beside = "", ...below] = closing;
  const last = elements.at(-1);
  const comma = closing.some((line) => /^\s*,/.test(line)) ? "," : "";
  const own = last === undefined ? "" : comma + commentsWith(rewriting, last).after;
  const pad = below.length > 0 ? "" : (/[ \t]*$/.exec(beside)?.[0] ?? "");
  return [own + pad, ...below.map(withoutComma)];
}

/** The comments that belong to no member. They stay, also if the member below them is removed. */
function orphansOf({ members, elements }: Rewriting): readonly string[] {
  const kept = new Set(elements.map((element) => (element.kind === "old" ? element.index : -1)));
  const gone = members.filter((_member, index) => !kept.has(index));
  return gone.flatMap(({ gap }) => gap.filter((line) => line.trim() !== ""));
}

function linesAbove(rewriting: Rewriting, element: FlowElement): readonly string[] {
  const { members } = rewriting;
  const { gap } = partOf(rewriting, element) ?? {};
  const isFirst = element.kind === "old" && element.index === 0 && gap?.length === 0;
  const blank = gap === undefined || isFirst ? usualGap(members) : gap;
  return [...blank, ...commentsWith(rewriting, element).lead];
}

function onNewLine({ document, column }: Rewriting, lines: readonly string[]): string {
  return ["", ...lines, " ".repeat(column)].join(document.eol);
}

function partOf({ members }: Rewriting, element: FlowElement): FlowMember | undefined {
  return element.kind === "old" ? members[element.index] : undefined;
}

function commentsWith(rewriting: Rewriting, element: FlowElement): FlowComments {
  if (element.kind === "old") return partOf(rewriting, element) ?? noComments;
  const { lead, after } = element.comments ?? noComments;
  const pad = " ".repeat(rewriting.column);
  return { lead: lead.map((line) => pad + line), after: after === "" ? "" : ` ${after}` };
}
