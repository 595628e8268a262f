import { isCollection, isMap, isScalar, type Node, Scalar, type YAMLMap, type YAMLSeq } from "yaml";
import { documentText, inlineText, newDocument } from "../document-text.ts";
import { fitMembersIntoLines } from "../one-line.ts";
import { commentGaps } from "../secret-gap.ts";
import { indented } from "./indent.ts";

/** The indents of a file, which new text follows. */
interface Indents {
  readonly step: number;
  readonly indentsLists: boolean;
}

/** The style of the neighbors, which new members follow. */
export interface MemberStyle extends Indents {
  /** The column of the members. Absent: they get lines of their own. */
  readonly fitsFrom?: number;
  /** Whether the entries of a new map fit into lines, but not the map itself. */
  readonly fitsEntries?: boolean;
}

/** The lines of a field with its value. */
export function pairLines(name: string, value: unknown, style: MemberStyle): readonly string[] {
  return linesOf(new Map([[name, value]]), style);
}

/** The lines of an item of a list. */
export function itemLines(value: unknown, style: MemberStyle): readonly string[] {
  return linesOf([value], style);
}

function linesOf(value: unknown, style: MemberStyle): readonly string[] {
  const { step, indentsLists } = style;
  const document = newDocument(value);
  commentGaps(document);
  if (isCollection(document.contents)) fit(document.contents as YAMLMap | YAMLSeq, style);
  return documentText(document, { indent: step, indentSeq: indentsLists }).replace(/\n$/, "").split("\n");
}

function fit(contents: YAMLMap | YAMLSeq, { step, fitsFrom, fitsEntries }: MemberStyle): void {
  if (fitsFrom !== undefined) fitMembersIntoLines(contents, fitsFrom);
  else if (fitsEntries === true && isMap(contents))
    for (const { value } of contents.items) if (isMap(value)) fitMembersIntoLines(value, step);
}

/** A field and its value on one line. */
export function inlinePair(name: string, value: unknown): string {
  return `${inlineText(name)}: ${inlineText(value)}`;
}

/** The text of a new scalar in the style of an old one. If it has several lines, those after the first have their indent. */
export function scalarText(
  old: Node | null | undefined,
  value: unknown,
  place: Indents & { readonly inFlow: boolean; readonly column: number },
): string {
  const node = new Scalar(value);
  if (isScalar(old) && typeof value === "string" && old.type !== undefined) node.type = old.type;
  if (place.inFlow) return inlineText(node);
  const [first = "", ...rest] = linesOf(new Map([["k", node]]), place);
  const wasInBlock = isScalar(old) && (old.type === "BLOCK_FOLDED" || old.type === "BLOCK_LITERAL");
  if (rest.length > 0 && !wasInBlock) return inlineText(value);
  return [first.slice("k: ".length), ...indented(rest, place.column)].join("\n");
}
