import { isJsonObject, type Json } from "../../model/json.ts";
import { plainText } from "./plain-text.ts";

const longest = 100;

/** A planned value in one line: references as addresses, secrets never. */
export function renderValue(value: Json | undefined): string {
  if (value === undefined) return "(not set)";
  if (value === null) return "(none)";
  if (typeof value === "string") return shortened(JSON.stringify(plainText(value)));
  if (Array.isArray(value)) return shortened(`[${value.map(renderValue).join(", ")}]`);
  if (isJsonObject(value)) return shortened(renderObject(value));
  return JSON.stringify(value);
}

function renderObject(value: { readonly [key: string]: Json }): string {
  if (typeof value["$ref"] === "string") return plainText(value["$ref"]);
  if ("$secret" in value || "$hash" in value) return "(secret)";
  const fields = Object.entries(value).map(([key, item]) => `${plainText(key)}: ${renderValue(item)}`);
  return `{ ${fields.join(", ")} }`;
}

function shortened(text: string): string {
  const points = Array.from(text);
  if (points.length <= longest) return text;
  return `${points.slice(0, longest).join("")}… (${points.length} characters)`;
}

/** `1 step`, `2 steps`. */
export function count(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`;
}
