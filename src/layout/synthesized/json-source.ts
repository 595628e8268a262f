import type { FactsOf } from "../../model/codes/fail.ts";
import { wordsOf } from "../../model/codes/layout-words.ts";
import type { synthCodes } from "../../model/codes/synth-codes.ts";
import { errorAt, type SourcePosition } from "../../model/diagnostic.ts";
import { lineCounterOf, positionIn, type Report, type SourceText } from "../yaml-source.ts";

/** A part of a text: from its first character to the character after its last. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A JSON value and its place in the text. */
export type JsonNode = ObjectNode | ArrayNode | ScalarNode;

export interface ObjectNode extends Span {
  readonly kind: "object";
  readonly entries: ReadonlyMap<string, JsonEntry>;
}

export interface ArrayNode extends Span {
  readonly kind: "array";
  readonly items: readonly JsonNode[];
}

export interface ScalarNode extends Span {
  readonly kind: "scalar";
  readonly value: string | number | boolean | null;
}

export interface JsonEntry {
  readonly name: string;
  readonly key: Span;
  readonly value: JsonNode;
}

/** A parsed JSON file, and the position of each part. */
export interface JsonSource {
  readonly file: string;
  readonly root: JsonNode;
  readonly at: (span: Span) => SourcePosition;
}

/** Maximum nesting. No synthesized file is nested deeper. */
const maxDepth = 500;

/** Parses a JSON file. Undefined: it is not JSON, and an error was reported at the first wrong character. */
export function parseJsonSource(source: SourceText, report: Report): JsonSource | undefined {
  const at = positionsOf(source);
  const invalidAt = source.text.indexOf("\ufffd");
  if (invalidAt >= 0) {
    const where = at({ start: invalidAt, end: invalidAt + 1 });
    report(errorAt(where, wordsOf("synth/not-utf8")));
    return undefined;
  }
  const reader = new Reader(source.text);
  try {
    return { file: source.file, root: reader.document(), at };
  } catch (error) {
    if (!(error instanceof NotJson)) throw error;
    const where = at({ start: error.offset, end: error.offset + 1 });
    report(errorAt(where, wordsOf("synth/invalid-json", error.facts)));
    return undefined;
  }
}

/** The fields of an object; none for other nodes. */
export function jsonEntries(node: JsonNode | undefined): ReadonlyMap<string, JsonEntry> {
  return node?.kind === "object" ? node.entries : noEntries;
}

const noEntries: ReadonlyMap<string, JsonEntry> = new Map();

/** The value of a field. Undefined: there is none, or it is null. */
export function jsonField(node: JsonNode | undefined, name: string): JsonNode | undefined {
  const value = jsonEntries(node).get(name)?.value;
  return value?.kind === "scalar" && value.value === null ? undefined : value;
}

/** The text of a node. Undefined: it is not text. */
export function jsonText(node: JsonNode | undefined): string | undefined {
  return node?.kind === "scalar" && typeof node.value === "string" ? node.value : undefined;
}

/** The blocks of a node. Terraform treats a block and a list of blocks alike. */
export function blocksOf(node: JsonNode | undefined): readonly JsonNode[] {
  if (node === undefined) return [];
  return node.kind === "array" ? node.items : [node];
}

function positionsOf(source: SourceText): JsonSource["at"] {
  const lines = lineCounterOf(source.text);
  return ({ start, end }) => positionIn(source, lines, start, end);
}

type Facts = FactsOf<(typeof synthCodes)["synth/invalid-json"]>;

class NotJson extends Error {
  readonly facts: Facts;
  readonly offset: number;

  constructor(facts: Facts, offset: number) {
    super(facts.case);
    this.facts = facts;
    this.offset = offset;
  }
}

const literals = new Map<string, boolean | null>([
  ["true", true],
  ["false", false],
  ["null", null],
]);

/** Reads a JSON text, and the place of each value in it. */
class Reader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  document(): JsonNode {
    if (this.#text.startsWith("\ufeff")) this.#at = 1;
    const root = this.#value(0);
    this.#blanks();
    if (this.#at < this.#text.length) throw this.#wrong({ case: "afterEnd" });
    return root;
  }

  #value(depth: number): JsonNode {
    if (depth > maxDepth) throw this.#wrong({ case: "depth" });
    this.#blanks();
    const first = this.#text[this.#at];
    if (first === "{") return this.#object(depth);
    if (first === "[") return this.#array(depth);
    const start = this.#at;
    const value = first === '"' ? this.#string() : this.#plain();
    return { kind: "scalar", value, start, end: this.#at };
  }

  #object(depth: number): ObjectNode {
    const start = this.#at;
    const entries = new Map<string, JsonEntry>();
    this.#each("}", () => {
      this.#blanks();
      const key = this.#at;
      if (this.#text[key] !== '"') throw this.#wrong({ case: "name" });
      const name = this.#string();
      const span = { start: key, end: this.#at };
      this.#blanks();
      if (this.#text[this.#at] !== ":") throw this.#wrong({ case: "colon" });
      this.#at += 1;
      entries.set(name, { name, key: span, value: this.#value(depth + 1) });
    });
    return { kind: "object", entries, start, end: this.#at };
  }

  #array(depth: number): ArrayNode {
    const start = this.#at;
    const items: JsonNode[] = [];
    this.#each("]", () => items.push(this.#value(depth + 1)));
    return { kind: "array", items, start, end: this.#at };
  }

  /** Reads the members between a bracket and its partner, separated by commas. */
  #each(close: string, readOne: () => void): void {
    this.#at += 1;
    this.#blanks();
    let isFirst = true;
    while (this.#text[this.#at] !== close) {
      if (!isFirst) {
        if (this.#text[this.#at] !== ",") throw this.#wrong({ case: "comma", bracket: close });
        this.#at += 1;
      }
      isFirst = false;
      readOne();
      this.#blanks();
    }
    this.#at += 1;
  }

  #string(): string {
    const start = this.#at;
    const end = endOfText(this.#text, start);
    try {
      const text = JSON.parse(this.#text.slice(start, end)) as string;
      this.#at = end;
      return text;
    } catch {
      throw this.#wrong({ case: "text" });
    }
  }

  #plain(): number | boolean | null {
    plainPattern.lastIndex = this.#at;
    const found = plainPattern.exec(this.#text)?.[0];
    if (found === undefined) throw this.#wrong({ case: "value" });
    this.#at += found.length;
    return literals.has(found) ? (literals.get(found) as boolean | null) : Number(found);
  }

  #blanks(): void {
    blankPattern.lastIndex = this.#at;
    this.#at += blankPattern.exec(this.#text)?.[0].length ?? 0;
  }

  #wrong(facts: Facts): NotJson {
    return new NotJson(facts, Math.min(this.#at, Math.max(0, this.#text.length - 1)));
  }
}

const plainPattern = /(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)(?![\w.])/y;
const blankPattern = /[ \t\r\n]*/y;

/** End of a text in quotation marks: after the second mark, or at the end of the line. */
export function endOfText(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text[at] !== '"' && text[at] !== "\n") at += text[at] === "\\" ? 2 : 1;
  return Math.min(at + (text[at] === '"' ? 1 : 0), text.length);
}
