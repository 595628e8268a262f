import { isJsonObject, type Json } from "../../model/json.ts";
import type { NamesById } from "../../plan/plan.ts";
import { plainText } from "./plain-text.ts";

/** The default maximum length of a shown value, in characters. */
const longest = 100;

/** A planned value in one line. References appear as addresses, and secrets never. A value longer than `most` characters is cut. */
export function renderValue(value: Json | undefined, most = longest): string {
  return shortened(wholeValue(value), most);
}

/** A value, or the name of the object with this id. */
function namedValue(value: Json | undefined, namesById: NamesById): string {
  const name = typeof value === "string" && Object.hasOwn(namesById, value) ? namesById[value] : undefined;
  return name === undefined ? wholeValue(value) : plainText(name);
}

function wholeValue(value: Json | undefined): string {
  if (value === undefined) return "(not set)";
  if (value === null) return "(none)";
  if (typeof value === "string") return JSON.stringify(plainText(value));
  if (Array.isArray(value)) return `[${value.map(wholeValue).join(", ")}]`;
  if (isJsonObject(value)) return wholeObject(value);
  return JSON.stringify(value);
}

function wholeObject(value: { readonly [key: string]: Json }): string {
  if (typeof value["$ref"] === "string") return plainText(value["$ref"]);
  if ("$secret" in value || "$hash" in value) return "(secret)";
  const fields = Object.entries(value).map(([key, item]) => `${plainText(key)}: ${wholeValue(item)}`);
  return `{ ${fields.join(", ")} }`;
}

function shortened(text: string, most: number): string {
  if (text.length <= most) return text;
  const points = Array.from(text);
  if (points.length <= most) return text;
  return `${points.slice(0, most).join("")}… (${points.length} characters)`;
}

/** The number of characters before the first difference of two long values. */
const leadIn = 12;

/** A changed value, and the names of the ids in it. */
interface ChangedValue {
  readonly before?: Json;
  readonly after?: Json;
  readonly namesById?: NamesById;
}

/** `"A" → "B"`. If cutting the end would hide the difference, cuts the common start instead. */
export function renderChanged({ before, after, namesById = {} }: ChangedValue, most = longest): string {
  const [was, willBe] = [namedValue(before, namesById), namedValue(after, namesById)];
  const shared = sharedStart(was, willBe);
  const isHidden = Math.max(was.length, willBe.length) > most && shared > most / 2;
  const from = isHidden ? shared - leadIn : 0;
  // Does not split a surrogate pair.
  const rest = (text: string) => `…${text.slice(from).replace(/^[\udc00-\udfff]/u, "")}`;
  const shown = (text: string) => shortened(from > 0 ? rest(text) : text, most);
  return `${shown(was)} → ${shown(willBe)}`;
}

function sharedStart(one: string, other: string): number {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  return at;
}

/** `1 step`, `2 steps`. */
export function count(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`;
}
