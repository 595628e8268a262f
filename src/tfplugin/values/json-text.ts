import { ValueError } from "./errors.ts";
import { type CtyNumber, numberFromDecimal } from "./numbers.ts";

/** JSON as {@link parseJson} reads it. Decimals and big numbers are wrapped, so that they stay apart from text. */
export type JsonNode = null | boolean | number | string | JsonNumber | readonly JsonNode[] | JsonObjectNode;

export interface JsonObjectNode {
  readonly [key: string]: JsonNode;
}

/** A number of a JSON text, with all its digits. */
export class JsonNumber {
  readonly value: CtyNumber;

  constructor(value: CtyNumber) {
    this.value = value;
  }
}

const token =
  /[ \t\n\r]*(?:([{}[\],:])|("(?:[^"\\]|\\.)*")|(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)|(true|false|null))/y;

/** A number that may be another one in JavaScript: of 16 digits, or with a fraction or an exponent. Some texts match too. */
const delicateNumber =
  /(?:^|[:,[])\s*-?\d+(?:\d{15}|(?:\.\d+|[eE][+-]?\d+|\.\d+[eE][+-]?\d+)\s*(?:$|[,}\]]))/;

/** Reads JSON without rounding its numbers, which `JSON.parse` does: it reads those texts that it does not change. */
export function parseJson(text: string): JsonNode {
  return delicateNumber.test(text) ? parseExactly(text) : parsePlain(text);
}

function parsePlain(text: string): JsonNode {
  try {
    return JSON.parse(text) as JsonNode;
  } catch {
    throw notJson();
  }
}

function parseExactly(text: string): JsonNode {
  const scanner = new RegExp(token);
  const value = readNode({ text, scanner });
  if (text.slice(scanner.lastIndex).trim() !== "") throw notJson();
  return value;
}

interface Scanning {
  readonly text: string;
  readonly scanner: RegExp;
}

function notJson(): ValueError {
  return new ValueError("what is there is not JSON");
}

function next(scanning: Scanning): RegExpExecArray {
  const match = scanning.scanner.exec(scanning.text);
  if (match === null) throw notJson();
  return match;
}

function readNode(scanning: Scanning): JsonNode {
  return nodeOf(scanning, next(scanning));
}

function nodeOf(scanning: Scanning, match: RegExpExecArray): JsonNode {
  const [, punctuation, text, number, word] = match;
  if (text !== undefined) return readText(text);
  if (number !== undefined) return new JsonNumber(numberFromDecimal(number) ?? number);
  if (word !== undefined) return JSON.parse(word) as boolean | null;
  if (punctuation === "[") return readArray(scanning);
  if (punctuation === "{") return readObject(scanning);
  throw notJson();
}

/** The scanner only finds where a text ends; which escapes and characters it may hold is for JSON.parse to say. */
function readText(quoted: string): string {
  try {
    return JSON.parse(quoted) as string;
  } catch {
    throw notJson();
  }
}

function readArray(scanning: Scanning): JsonNode[] {
  const elements: JsonNode[] = [];
  let match = next(scanning);
  if (match[1] === "]") return elements;
  for (;;) {
    elements.push(nodeOf(scanning, match));
    if (expectSeparator(scanning, "]")) return elements;
    match = next(scanning);
  }
}

function readObject(scanning: Scanning): JsonObjectNode {
  const object: Record<string, JsonNode> = Object.create(null);
  let match = next(scanning);
  if (match[1] === "}") return object;
  for (;;) {
    if (match[2] === undefined || next(scanning)[1] !== ":") throw notJson();
    object[readText(match[2])] = readNode(scanning);
    if (expectSeparator(scanning, "}")) return object;
    match = next(scanning);
  }
}

/** Steps over a comma (false) or the end of the container (true). */
function expectSeparator(scanning: Scanning, end: string): boolean {
  const punctuation = next(scanning)[1];
  if (punctuation !== "," && punctuation !== end) throw notJson();
  return punctuation === end;
}
