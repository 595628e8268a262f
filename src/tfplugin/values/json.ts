import type { CtyType, ObjectType } from "./cty-type.ts";
import type { CtyObject, CtyValue } from "./cty-value.ts";
import { placingErrors, refuse, refuseAttribute, ValueError } from "./errors.ts";
import { type CtyNumber, numberFromText } from "./numbers.ts";

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
const textOrLongNumber = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]{15,}/g;

/** Parses JSON and keeps numbers that `JSON.parse` would round as text. Readers of numbers accept text too. */
function parse(text: string): unknown {
  const quoted = (part: string) => (part.startsWith('"') ? part : `"${part}"`);
  try {
    return JSON.parse(manyDigits.test(text) ? text.replace(textOrLongNumber, quoted) : text);
  } catch {
    // The parser's message quotes the text, which may contain secrets.
    throw new ValueError("the value is not JSON");
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
