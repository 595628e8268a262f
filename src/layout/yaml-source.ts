import {
  type Alias,
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  type ParsedNode,
  parseDocument,
  type YAMLMap,
} from "yaml";
import type { Diagnostic, SourcePosition } from "../model/diagnostic.ts";

/** A layout file as a person wrote it. */
export interface SourceText {
  readonly file: string;
  readonly text: string;
}

/** A parsed layout file: its tree, and where each part of it is. */
export interface YamlSource {
  readonly file: string;
  readonly contents: Node | null;
  /** Where a node is; of a node over several lines, the first. */
  readonly at: (node: Node) => SourcePosition;
  /** The node itself, or what an alias stands for; undefined where the alias was reported. */
  readonly follow: (node: unknown) => Node | undefined;
}

/** A key of a map with its value. */
export interface Field {
  readonly name: string;
  readonly source: YamlSource;
  readonly key: Node;
  /** Absent: nothing was written, or an alias was reported. */
  readonly value: Node | undefined;
}

export type Report = (diagnostic: Diagnostic) => void;

/** Nodes that aliases may add to a file: enough for reuse, too few for a bomb. */
const maxAliasedNodes = 100_000;

const textTag = (tag: string) => ({ tag, resolve: (text: string) => text });

/** Parses one file; what is not YAML is reported. */
export function parseSource(source: SourceText, report: Report): YamlSource | undefined {
  const lines = new LineCounter();
  const at = (start: number, end: number) => positionIn(source, lines, start, end);
  try {
    const document = parseDocument(source.text, {
      version: "1.2",
      schema: "core",
      merge: false,
      lineCounter: lines,
      prettyErrors: false,
      // The library's own check compares each key with all before it; fieldsOf() does it in linear time.
      uniqueKeys: false,
      customTags: [textTag("!env"), textTag("!file")],
    });
    for (const problem of [...document.errors, ...document.warnings]) {
      const message = `Not valid YAML: ${sentence(problem.message)}`;
      report({ severity: "error", code: "layout/invalid-yaml", message, at: at(...problem.pos) });
    }
    if (document.errors.length > 0) return undefined;
    return openTree(source, document.contents, at, report);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const message = "The file is nested too deeply to be read.";
    report({ severity: "error", code: "layout/invalid-yaml", message, at: at(0, 1) });
    return undefined;
  }
}

function openTree(
  source: SourceText,
  contents: ParsedNode | null,
  at: (start: number, end: number) => SourcePosition,
  report: Report,
): YamlSource {
  const position = (node: Node) => at(node.range?.[0] ?? 0, node.range?.[1] ?? 1);
  const targets = source.text.includes("*")
    ? aliasTargets(contents, position, report)
    : new Map<Alias, Node>();
  return {
    file: source.file,
    contents,
    at: position,
    follow: (node) => {
      if (isAlias(node)) return targets.get(node);
      return isNode(node) ? node : undefined;
    },
  };
}

/** The fields of a map in order; a key that is written twice is reported, and the first one counts. */
export function fieldsOf(source: YamlSource, map: YAMLMap, report: Report): readonly Field[] {
  const fields = new Map<string, Field>();
  for (const pair of map.items) {
    const key = source.follow(pair.key);
    if (key === undefined) continue;
    if (!isScalar(key) || key.value === null || key.value === "" || typeof key.value === "object") {
      report({
        severity: "error",
        code: "layout/invalid-key",
        message: "A key must be a name.",
        at: source.at(key),
      });
      continue;
    }
    const name = textOf(key);
    const first = fields.get(name);
    if (first === undefined) fields.set(name, { name, source, key, value: source.follow(pair.value) });
    else report(duplicateKey(name, source.at(key), source.at(first.key)));
  }
  return [...fields.values()];
}

/** The same key in two places. */
export function duplicateKey(name: string, at: SourcePosition, first: SourcePosition): Diagnostic {
  const message = `${name} is already declared at ${placeOf(first)}.`;
  return {
    severity: "error",
    code: "layout/duplicate-key",
    message,
    remedy: "Remove one, or give it another key.",
    at,
  };
}

/** `file:line:column`. */
export function placeOf(position: SourcePosition): string {
  return `${position.file}:${position.line}:${position.column}`;
}

/** Where a field's value is; of a value that is not written, its key. */
export function valuePosition(field: Field): SourcePosition {
  const { value, source } = field;
  const range = value?.range;
  return value === undefined || range == null || range[1] <= range[0]
    ? source.at(field.key)
    : source.at(value);
}

/** Each alias with its target. Sizes are added up on the way, so that a bomb is known before it goes off. */
function aliasTargets(
  contents: ParsedNode | null,
  at: (node: Node) => SourcePosition,
  report: Report,
): ReadonlyMap<Alias, Node> {
  const anchors = new Map<string, { readonly node: Node; size: number | undefined }>();
  const targets = new Map<Alias, Node>();
  let added = 0;
  const refuse = (node: Node, code: string, message: string) => {
    report({ severity: "error", code, message, at: at(node) });
    return 1;
  };
  const sizeOfAlias = (alias: Alias): number => {
    const anchor = anchors.get(alias.source);
    if (anchor === undefined)
      return refuse(alias, "layout/unknown-alias", `No anchor &${alias.source} comes before this alias.`);
    if (anchor.size === undefined)
      return refuse(
        alias,
        "layout/recursive-alias",
        `The alias *${alias.source} stands for something that it is in.`,
      );
    const before = added;
    added += anchor.size;
    if (added > maxAliasedNodes) {
      if (before > maxAliasedNodes) return 1;
      return refuse(
        alias,
        "layout/too-many-aliases",
        `The aliases of this file stand for more than ${maxAliasedNodes} values.`,
      );
    }
    targets.set(alias, anchor.node);
    return anchor.size;
  };
  const sizeOf = (node: unknown): number => {
    if (isAlias(node)) return sizeOfAlias(node);
    if (!isNode(node)) return 0;
    const anchor =
      "anchor" in node && node.anchor !== undefined
        ? { node, size: undefined as number | undefined }
        : undefined;
    if (anchor !== undefined) anchors.set(String((node as { anchor?: string }).anchor), anchor);
    let size = 1;
    if (isMap(node)) for (const pair of node.items) size += sizeOf(pair.key) + sizeOf(pair.value);
    if (isSeq(node)) for (const item of node.items) size += sizeOf(item);
    if (anchor !== undefined) anchor.size = size;
    return size;
  };
  sizeOf(contents);
  return targets;
}

/** Where a part of a text is; of a part over several lines, the first. */
export function positionIn(
  source: SourceText,
  lines: LineCounter,
  start: number,
  end: number,
): SourcePosition {
  const { line, col } = lines.linePos(start);
  const lineEnd = source.text.indexOf("\n", start);
  let last = Math.min(end, lineEnd === -1 ? source.text.length : lineEnd);
  if (source.text[last - 1] === "\r") last -= 1;
  return {
    file: source.file,
    line: Math.max(1, line),
    column: Math.max(1, col),
    length: Math.max(1, last - start),
  };
}

/** What a scalar says, as text. */
export function textOf(node: unknown): string {
  const value = isScalar(node) ? node.value : undefined;
  if (typeof value === "string") return value;
  return typeof value === "number" || typeof value === "boolean" ? String(value) : "";
}

function sentence(message: string): string {
  const first = message.trim();
  return /[.!?]$/.test(first) ? first : `${first}.`;
}
