import type { ChangedValues, ItemChange } from "../view/field-view.ts";
import type { ValueView } from "../view/value-view.ts";
import { plainText } from "./plain-text.ts";

/** The default maximum length of a shown value, in characters. */
const longest = 100;
/** The maximum length of a value that is shown for itself, because a text may be a file of megabytes. */
export const longestWhole = 2000;

/** A value in one line. A value longer than `most` characters is cut. */
export function renderValue(value: ValueView, most = longest): string {
  return shortened(wholeValue(value), most);
}

function wholeValue(value: ValueView): string {
  if ("words" in value) return plainText(value.words);
  if ("items" in value) return `[${value.items.map(wholeValue).join(", ")}]`;
  if ("fields" in value) return wholeObject(value.fields);
  const { data } = value;
  if (data === null) return "(none)";
  return JSON.stringify(typeof data === "string" ? plainText(data) : data);
}

function wholeObject(fields: Readonly<Record<string, ValueView>>): string {
  const parts = Object.entries(fields).map(([name, part]) => `${plainText(name)}: ${wholeValue(part)}`);
  return `{ ${parts.join(", ")} }`;
}

/** A text with at most this number of characters. */
export function shortened(text: string, most: number): string {
  if (text.length <= most) return text;
  const points = Array.from(text);
  if (points.length <= most) return text;
  return `${points.slice(0, most).join("")}… (${points.length} characters)`;
}

/** The number of characters before the first difference of two long values. */
const leadIn = 12;

/** `"A" → "B"`, or `- "A", + "B"` of a list. */
export function renderChanged(change: ChangedValues, most = longest): string {
  if (change.items !== undefined) return shortened(change.items.map(renderItem).join(", "), most);
  return changedSides(change, most)
    .map((side) => shortened(side, most))
    .join(" → ");
}

/** `+ "A"`. */
export function renderItem({ sign, value }: ItemChange): string {
  return `${sign} ${renderValue(value)}`;
}

/** Both values of a change. If cutting the end would hide the difference, the common start is cut instead. */
export function changedSides({ before, after }: ChangedValues, most: number): readonly [string, string] {
  const [was, willBe] = [wholeValue(before), wholeValue(after)];
  const shared = sharedStart(was, willBe);
  const isHidden = Math.max(was.length, willBe.length) > most && shared > most / 2;
  const from = isHidden ? shared - leadIn : 0;
  // Does not split a surrogate pair.
  const rest = (text: string) => (from > 0 ? `…${text.slice(from).replace(/^[\udc00-\udfff]/u, "")}` : text);
  return [rest(was), rest(willBe)];
}

function sharedStart(one: string, other: string): number {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  return at;
}
