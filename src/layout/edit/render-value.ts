import { Document, isScalar, type Node, Scalar, visit } from "yaml";
import { documentText } from "../document-text.ts";
import { commentGaps, SecretGap } from "../secret-gap.ts";
import { indented } from "./indent.ts";

/** The indents of a file, which new text follows. */
interface Indents {
  readonly step: number;
  readonly indentsLists: boolean;
}

/** The lines of a field with its value. */
export function pairLines(name: string, value: unknown, indents: Indents): readonly string[] {
  return linesOf(new Map([[name, value]]), indents);
}

/** The lines of an item of a list. */
export function itemLines(value: unknown, indents: Indents): readonly string[] {
  return linesOf([value], indents);
}

function linesOf(value: unknown, { step, indentsLists }: Indents): readonly string[] {
  const document = newDocument(value);
  commentGaps(document);
  return documentText(document, { indent: step, indentSeq: indentsLists }).replace(/\n$/, "").split("\n");
}

function newDocument(value: unknown): Document {
  const document = new Document({}, { version: "1.2", schema: "core" });
  document.contents = document.createNode(value, { aliasDuplicateObjects: false }) as never;
  return document;
}

/** A value on one line, in the form for brackets. */
export function inlineText(value: unknown): string {
  const document = newDocument([value]);
  visit(document, {
    Collection(_key, node) {
      node.flow = true;
    },
    // Brackets have no room for the comment about an omitted secret.
    Pair: (_key, { value: part }) => (part instanceof SecretGap ? visit.REMOVE : undefined),
  });
  const text = documentText(document, { flowCollectionPadding: true, lineWidth: 0 }).trim();
  return text.slice(1, -1).trim();
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
