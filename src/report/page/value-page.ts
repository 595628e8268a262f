import type { Json } from "../../util/json.ts";
import { plainLines } from "../text/plain-text.ts";
import { longestWhole, shortened } from "../text/value-text.ts";
import type { ValueView } from "../view/value-view.ts";

/** A value as text, whole unless it is very long. */
export function pageValue(value: ValueView): string {
  const plain = jsonOf(value);
  if (plain === null) return "(none)";
  return shortened(
    plainLines(typeof plain === "string" ? plain : JSON.stringify(plain, null, 2)),
    longestWhole,
  );
}

function jsonOf(value: ValueView): Json {
  if ("words" in value) return value.words;
  if ("data" in value) return value.data;
  if ("items" in value) return value.items.map(jsonOf);
  return Object.fromEntries(Object.entries(value.fields).map(([name, part]) => [name, jsonOf(part)]));
}
