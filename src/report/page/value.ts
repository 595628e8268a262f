import type { Json } from "../../util/json.ts";
import { plainLines } from "../text/plain-text.ts";
import type { ValueView } from "../view/value-view.ts";

/** The limit of a value, because ten thousand of them must fit into one page. */
const longest = 2000;

/** A value as text, whole unless it is very long. */
export function pageValue(value: ValueView): string {
  const plain = jsonOf(value);
  if (plain === null) return "(none)";
  return shortened(plainLines(typeof plain === "string" ? plain : JSON.stringify(plain, null, 2)));
}

function jsonOf(value: ValueView): Json {
  if ("words" in value) return value.words;
  if ("data" in value) return value.data;
  if ("items" in value) return value.items.map(jsonOf);
  return Object.fromEntries(Object.entries(value.fields).map(([name, part]) => [name, jsonOf(part)]));
}

function shortened(text: string): string {
  if (text.length <= longest) return text;
  const points = Array.from(text);
  return points.length <= longest
    ? text
    : `${points.slice(0, longest).join("")}… (${points.length} characters)`;
}
