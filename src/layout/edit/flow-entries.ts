import { isMap } from "yaml";
import { bracketsOf, type FlowElement, isOverLines, linesInBrackets } from "./flow-lines.ts";
import type { OpenDocument, YamlCollection } from "./open-document.ts";
import type { Slice, Splice } from "./splice.ts";

/** Writes the members of a collection in brackets anew. */
export function flowSplice(
  document: OpenDocument,
  collection: YamlCollection,
  elements: readonly FlowElement[],
): Splice {
  const brackets = bracketsOf(document, collection);
  const isLong = isOverLines(brackets) || elements.some(hasComments);
  if (isLong) return linesInBrackets(document, brackets, elements);
  const { start, end, members } = brackets;
  return { start, end, text: (slice) => onOneLine(document.text, collection, members, elements, slice) };
}

function hasComments(element: FlowElement): boolean {
  if (element.kind === "old") return false;
  const { lead = [], after = "" } = element.comments ?? {};
  return lead.length > 0 || after !== "";
}

interface Extent {
  readonly start: number;
  readonly end: number;
}

function onOneLine(
  text: string,
  collection: YamlCollection,
  members: readonly Extent[],
  elements: readonly FlowElement[],
  slice: Slice,
): string {
  const [start, end] = collection.range ?? [0, 0];
  const [open, close] = isMap(collection) ? ["{", "}"] : ["[", "]"];
  if (elements.length === 0) return `${open}${close}`;
  const texts = elements.map((element) => {
    const member = element.kind === "old" ? members[element.index] : undefined;
    if (element.kind === "new") return element.text(slice);
    return member === undefined ? "" : slice(member.start, member.end);
  });
  const [first, second] = members;
  const last = members.at(-1);
  if (first === undefined || last === undefined) {
    const pad = open === "{" ? " " : "";
    return `${open}${pad}${texts.join(", ")}${pad}${close}`;
  }
  const before = text.slice(start, first.start);
  const between = second === undefined ? ", " : text.slice(first.end, second.start);
  return `${before}${texts.join(between)}${text.slice(last.end, end)}`;
}
