import { isJsonObject, type Json } from "../../model/json.ts";
import type { NamesById } from "../../plan/plan.ts";
import { plainLines } from "../text/plain-text.ts";

/** The limit of a value, because ten thousand of them must fit into one page. */
const longest = 2000;

/** A changed value, before and after. Names replace ids. */
export function shownChange({
  before,
  after,
  namesById = {},
}: {
  readonly before: Json;
  readonly after: Json;
  readonly namesById?: NamesById;
}): { readonly before: string; readonly after: string } {
  const shown = (value: Json) =>
    typeof value === "string" && Object.hasOwn(namesById, value)
      ? plainLines(namesById[value] ?? value)
      : pageValue(value);
  return { before: shown(before), after: shown(after) };
}

/** A planned value as text, whole unless it is very long. References appear as addresses, and secrets never. */
export function pageValue(value: Json | undefined): string {
  if (value === undefined) return "(not set)";
  if (value === null) return "(none)";
  const plain = withoutMarks(value);
  return shortened(plainLines(typeof plain === "string" ? plain : JSON.stringify(plain, null, 2)));
}

function withoutMarks(value: Json): Json {
  if (Array.isArray(value)) return value.map((item: Json) => withoutMarks(item));
  if (!isJsonObject(value)) return value;
  if (typeof value["$ref"] === "string") return value["$ref"];
  if ("$secret" in value || "$hash" in value) return "(secret)";
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, withoutMarks(part)]));
}

function shortened(text: string): string {
  if (text.length <= longest) return text;
  const points = Array.from(text);
  return points.length <= longest
    ? text
    : `${points.slice(0, longest).join("")}… (${points.length} characters)`;
}
