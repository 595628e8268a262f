import type { CtyType, ObjectType } from "./cty-type.ts";
import { type CtyObject, type CtyValue, ctyObject } from "./cty-value.ts";
import { type CtyNumber, numberFromText } from "./numbers.ts";
import { placingErrors, refuse, refuseAttribute, ValueError } from "./value-errors.ts";

/** How to read JSON that another version of the type has written. */
export interface JsonReadOptions {
  /** `drop`: omit attributes that the type does not have (a state of an older schema). Default: refuse them. */
  readonly unknownAttributes?: "drop" | "refuse";
}

/** Reads a value of the type from JSON, as in states and some messages. Throws {@link ValueError} with the path. */
export function decodeJson(text: string, type: CtyType, options: JsonReadOptions = {}): CtyValue {
  const reading: JsonReading = { path: [], dropsUnknown: options.unknownAttributes === "drop" };
  return placingErrors(reading.path, () => fromNode(reading, parse(text), type));
}

const manyDigits = /[\d.]{16}/;
const longNumber = /-?\d[\d.eE+-]{15,}/g;

/** Parses JSON and keeps numbers that `JSON.parse` would round as text. Readers of numbers accept text too. */
function parse(text: string): unknown {
  try {
    return JSON.parse(manyDigits.test(text) ? quoteLongNumbers(text) : text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    // The parser's message quotes the text, which may contain secrets.
    throw new ValueError("the value is not JSON");
  }
}

/** Reads texts by their ends, because a regular expression for a text of many megabytes exceeds the engine's stack. */
function quoteLongNumbers(text: string): string {
  const parts: string[] = [];
  let at = 0;
  while (at < text.length) {
    const start = text.indexOf('"', at);
    const end = start < 0 ? text.length : start;
    parts.push(text.slice(at, end).replace(longNumber, '"$&"'));
    at = start < 0 ? end : endOfText(text, start);
    parts.push(text.slice(end, at));
  }
  return parts.join("");
}

/** The index after the quote that ends the text. `start`: the index of its first quote. */
function endOfText(text: string, start: number): number {
  for (let at = start + 1; ; at += 1) {
    at = text.indexOf('"', at);
    if (at < 0) return text.length;
    let backslashes = 0;
    while (text[at - 1 - backslashes] === "\\") backslashes += 1;
    if (backslashes % 2 === 0) return at + 1;
  }
}

interface JsonReading {
  readonly path: (string | number)[];
  readonly dropsUnknown: boolean;
}

function fromNode(reading: JsonReading, node: unknown, type: CtyType): CtyValue {
  if (node === null) return null;
  switch (type.kind) {
    case "string":
      return textFromNode(node);
    case "number":
      return numberFromNode(node);
    case "bool":
      return boolFromNode(node);
    case "list":
    case "set":
      return elementsFromNode(reading, node, type.element);
    case "map":
      return mapFromNode(reading, node, type.element);
    case "object":
      return objectFromNode(reading, node, type);
  }
}

// States of older schemas may contain `"1"` for a type that is now a number, or the reverse. Terraform converts them, so docsform
// does.
function textFromNode(node: unknown): string {
  if (typeof node === "string") return node;
  return typeof node === "number" || typeof node === "boolean" ? String(node) : refuse("string");
}

function numberFromNode(node: unknown): CtyNumber {
  const isNumber = typeof node === "number" || typeof node === "string";
  return (isNumber ? numberFromText(String(node)) : undefined) ?? refuse("number");
}

function boolFromNode(node: unknown): boolean {
  if (node === true || node === "true") return true;
  return node === false || node === "false" ? false : refuse("bool");
}

function elementsFromNode(reading: JsonReading, node: unknown, type: CtyType): CtyValue[] {
  if (!Array.isArray(node)) return refuse("sequence");
  return (node as unknown[]).map((element, index) => within(reading, index, element, type));
}

function mapFromNode(reading: JsonReading, node: unknown, type: CtyType): CtyObject {
  if (typeof node !== "object" || node === null || Array.isArray(node)) return refuse("map");
  return ctyObject(Object.entries(node).map(([key, each]) => [key, within(reading, key, each, type)]));
}

function objectFromNode(reading: JsonReading, node: unknown, type: ObjectType): CtyObject {
  if (typeof node !== "object" || node === null || Array.isArray(node)) return refuse("object");
  const surplus = Object.keys(node).find((name) => type.attributes[name] === undefined);
  if (surplus !== undefined && !reading.dropsUnknown) {
    reading.path.push(surplus);
    refuseAttribute();
  }
  const object: Record<string, CtyValue> = {};
  for (const [name, attribute] of Object.entries(type.attributes)) {
    const part = Object.hasOwn(node, name) ? (node as Record<string, unknown>)[name] : null;
    object[name] = within(reading, name, part, attribute);
  }
  return object;
}

function within(reading: JsonReading, step: string | number, node: unknown, type: CtyType): CtyValue {
  reading.path.push(step);
  const value = fromNode(reading, node, type);
  reading.path.pop();
  return value;
}
