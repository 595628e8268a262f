import { isMap } from "yaml";
import { type Collection, endOf, type OpenDocument, startOfMember } from "./open-document.ts";
import type { Slice, Splice } from "./splice.ts";

/** What a changed collection in brackets holds: a member that it has, or new text. */
export type FlowElement =
  | { readonly kind: "old"; readonly index: number }
  | { readonly kind: "new"; readonly text: (slice: Slice) => string };

interface Extent {
  readonly start: number;
  readonly end: number;
}

/** Writes what is in brackets anew; undefined where comments in it would be lost. */
export function flowSplices(
  { text }: OpenDocument,
  collection: Collection,
  elements: readonly FlowElement[],
): readonly Splice[] | undefined {
  const [start, end] = collection.range ?? [0, 0];
  const members = collection.items.map((member, index) => ({
    start: startOfMember(collection, index),
    end: endOf(member),
  }));
  if (!hasComments(text, { start, end }, members))
    return [{ start, end, text: (slice) => rewritten(text, collection, members, elements, slice) }];
  return addedAndRemoved(text, members, elements);
}

function hasComments(text: string, { start, end }: Extent, members: readonly Extent[]): boolean {
  const bounds = [start, ...members.flatMap((member) => [member.start, member.end]), end];
  return bounds.some((from, index) => index % 2 === 0 && text.slice(from, bounds[index + 1]).includes("#"));
}

function rewritten(
  text: string,
  collection: Collection,
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
  const lines = before.includes("\n") ? `,${before.slice(1)}` : ", ";
  const between = second === undefined ? lines : text.slice(first.end, second.start);
  return `${before}${texts.join(between)}${text.slice(last.end, end)}`;
}

/** Each change by itself, so that the comments between stay; undefined where members change places. */
function addedAndRemoved(
  text: string,
  members: readonly Extent[],
  elements: readonly FlowElement[],
): readonly Splice[] | undefined {
  const kept = elements.flatMap((element) => (element.kind === "old" ? [element.index] : []));
  if (kept.some((index, at) => at > 0 && index < (kept[at - 1] ?? 0))) return undefined;
  const splices: Splice[] = members.flatMap((member, index) =>
    kept.includes(index) ? [] : [{ start: member.start, end: withComma(text, member.end), text: () => "" }],
  );
  let last: Extent | undefined;
  for (const element of elements) {
    if (element.kind === "old") last = members[element.index];
    else if (last === undefined) return undefined;
    else splices.push({ start: last.end, end: last.end, text: (slice) => `, ${element.text(slice)}` });
  }
  return splices;
}

function withComma(text: string, end: number): number {
  const [found] = /^\s*,[ \t]*/.exec(text.slice(end)) ?? [""];
  return end + found.length;
}
