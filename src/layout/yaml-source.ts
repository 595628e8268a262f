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
  type YAMLError,
  type YAMLMap,
} from "yaml";
import type { Words } from "../model/codes/fail.ts";
import { wordsOf } from "../model/codes/layout-words.ts";
import { type Diagnostic, errorAt, type SourcePosition } from "../model/diagnostic.ts";
import { mostCharacters } from "../model/most-characters.ts";
import { once } from "../util/once.ts";
import { parseYaml, TooMuchError } from "./parse-yaml.ts";
import { endText, unclosedAt, unclosedBrackets } from "./unclosed-brackets.ts";
import { isUnclosed, mistakeOf, unclosedWords, withoutEchoes } from "./yaml-mistakes.ts";

/** A layout file as a person wrote it. */
export interface SourceText {
  readonly file: string;
  readonly text: string;
}

/** A parsed layout file: its tree, and the position of each part. */
export interface YamlSource {
  readonly file: string;
  readonly contents: Node | null;
  /** Position of a node; for a node over several lines, the part on the first. */
  readonly at: (node: Node) => SourcePosition;
  /** The node itself, or the target of an alias. Undefined: it is no node, or an error about the alias was reported. */
  readonly follow: (node: unknown) => Node | undefined;
}

/** A key of a map with its value. */
export interface YamlField {
  readonly name: string;
  readonly source: YamlSource;
  readonly key: Node;
  /** Undefined: there is no value, or an error about an alias was reported. */
  readonly value: Node | undefined;
}

export type Report = (diagnostic: Diagnostic) => void;

/** Number of nodes that aliases may add to a file: enough for reuse, too few for an attack that expands aliases exponentially. */
const maxAliasedNodes = 100_000;

/** Maximum nesting after aliases are followed. */
const maxAliasedDepth = 100;

function textTag(tag: string) {
  return { tag, resolve: (text: string) => text };
}

/** Parses one file. Undefined: it is not one YAML document, and errors were reported. */
export function parseSource(source: SourceText, report: Report): YamlSource | undefined {
  const lines = lineCounterOf(source.text);
  const at = (start: number, end: number) => positionIn(source, lines, start, end);
  const refuse = (words: Words, start: number, length = 1): undefined => {
    report(errorAt(at(start, start + length), words));
  };
  const invalidAt = source.text.indexOf("\ufffd");
  if (invalidAt >= 0) return refuse(wordsOf("layout/not-utf8"), invalidAt);
  try {
    const [document, second] = parseYaml(source.text, yamlOptions);
    if (document === undefined) return undefined;
    const wrong = [...document.errors, ...document.warnings];
    const conflicts = wrong.length === 0 ? [] : mergeConflicts(source.text);
    for (const start of conflicts) refuse(wordsOf("layout/merge-conflict"), start, conflictMark.length);
    if (conflicts.length > 0) return undefined;
    for (const { place, words } of mistakesIn(source.text, document.contents, wrong, lines))
      report(errorAt(at(...place), words));
    if (wrong.length > 0) return undefined;
    if (second !== undefined) return refuse(wordsOf("layout/several-documents"), second.range[0], 3);
    if (document.contents === null) return refuse(wordsOf("layout/empty-file"), 0);
    return openTree(source, document.contents, at, report);
  } catch (error) {
    if (!(error instanceof TooMuchError)) throw error;
    return refuse(error.words, error.offset);
  }
}

/** How every file of a layout is parsed. */
export const yamlOptions: Parameters<typeof parseYaml>[1] = {
  version: "1.2",
  schema: "core",
  merge: false,
  prettyErrors: false,
  // The library's own check compares each key with all earlier ones. mapFields() does it in linear time.
  uniqueKeys: false,
  customTags: [textTag("!env"), textTag("!file")],
};

const conflictMark = "<<<<<<<";

/** Positions of Git's conflict marks. */
function mergeConflicts(text: string): readonly number[] {
  return [...text.matchAll(/^<{7}(?: .*)?$/gmu)].map(({ index }) => index);
}

/** The mistakes of invalid YAML, each with its place. */
function mistakesIn(
  text: string,
  contents: Node | null,
  errors: readonly YAMLError[],
  lines: LineCounter,
): readonly { readonly place: YAMLError["pos"]; readonly words: Words }[] {
  const brackets = once(() => unclosedBrackets(text));
  return withoutEchoes(errors).map((error) => {
    const bracket = isUnclosed(error) ? unclosedAt(brackets(), error.pos[0]) : undefined;
    if (bracket === undefined) return { place: placeIn(contents, error), words: mistakeOf(text, error) };
    const { open } = bracket;
    return { place: [open, open + 1], words: unclosedWords(error, endText(bracket, text, lines)) };
  });
}

/** The place where a person looks for the error: an unclosed quote is an error at its start, not at the end of the file. */
function placeIn(contents: Node | null, { message, pos }: YAMLError): YAMLError["pos"] {
  const start = message.startsWith("Missing closing") ? lastScalar(contents)?.range?.[0] : undefined;
  return start === undefined ? pos : [start, start + 1];
}

function lastScalar(node: unknown): Node | undefined {
  if (isScalar(node)) return node;
  if (isSeq(node)) return lastScalar(node.items.at(-1));
  if (!isMap(node)) return undefined;
  const last = node.items.at(-1);
  return lastScalar(last?.value) ?? lastScalar(last?.key);
}

export function lineCounterOf(text: string): LineCounter {
  const lines = new LineCounter();
  lines.addNewLine(0);
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) lines.addNewLine(at + 1);
  return lines;
}

/** The tree of a file that docsform has parsed before without errors. */
export function treeOf(source: SourceText, contents: ParsedNode | null): YamlSource {
  const lines = lineCounterOf(source.text);
  return openTree(
    source,
    contents,
    (start, end) => positionIn(source, lines, start, end),
    () => undefined,
  );
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

/** The fields of a map, in order. Reports a key that occurs twice; its first occurrence counts. */
export function mapFields(source: YamlSource, map: YAMLMap, report: Report): readonly YamlField[] {
  const fields = new Map<string, YamlField>();
  const merged: YamlField[] = [];
  for (const pair of map.items) {
    const key = source.follow(pair.key);
    if (key === undefined) continue;
    if (isMergeKey(key)) {
      merged.push(...mergedFields(source, key, source.follow(pair.value), report));
      continue;
    }
    if (!isScalar(key) || key.value === null || key.value === "" || typeof key.value === "object") {
      report(errorAt(source.at(key), wordsOf("layout/invalid-key")));
      continue;
    }
    const name = textOfScalar(key);
    const first = fields.get(name);
    if (first === undefined) fields.set(name, { name, source, key, value: source.follow(pair.value) });
    else report(duplicateKey(name, source.at(key), source.at(first.key)));
  }
  // The map's own fields take precedence over merged ones, and among those the first.
  for (const field of merged) if (!fields.has(field.name)) fields.set(field.name, field);
  return [...fields.values()];
}

/** Whether docsform ignores a field at the top of a layout: it is for a team's own use, such as a place for anchors. */
export function isOwnField(name: string): boolean {
  return name.startsWith("x-");
}

/** `<<`, unless it is in quotes. */
function isMergeKey(key: Node): boolean {
  return isScalar(key) && key.value === "<<" && key.type === "PLAIN";
}

/** The fields of the maps that `<<` merges. */
function mergedFields(
  source: YamlSource,
  key: Node,
  value: Node | undefined,
  report: Report,
): readonly YamlField[] {
  if (value === undefined) return [];
  const maps = isSeq(value) ? value.items.flatMap((item) => source.follow(item) ?? []) : [value];
  return maps.flatMap((map) => {
    if (isMap(map)) return mapFields(source, map, report);
    report(errorAt(source.at(key), wordsOf("layout/invalid-merge")));
    return [];
  });
}

/** The error for a key that occurs twice. */
export function duplicateKey(key: string, at: SourcePosition, first: SourcePosition): Diagnostic {
  return errorAt(at, wordsOf("layout/duplicate-key", { key, place: positionText(first) }));
}

/** `file:line:column`. */
export function positionText(position: SourcePosition): string {
  return `${position.file}:${position.line}:${position.column}`;
}

/** Position of a field's value; without a value, of its key. */
export function valuePosition(field: YamlField): SourcePosition {
  const { value, source } = field;
  const range = value?.range;
  return value === undefined || range == null || range[1] <= range[0]
    ? source.at(field.key)
    : source.at(value);
}

/** The size of a node when its aliases are followed. */
interface Extent {
  readonly size: number;
  readonly characters: number;
  readonly depth: number;
}

const single: Extent = { size: 1, characters: 0, depth: 1 };

/** Each alias with its target. Adds up the sizes on the way, and refuses an alias beyond a limit before anything expands it. */
function aliasTargets(
  contents: ParsedNode | null,
  at: (node: Node) => SourcePosition,
  report: Report,
): ReadonlyMap<Alias, Node> {
  const anchors = new Map<string, { readonly node: Node; extent: Extent | undefined }>();
  const targets = new Map<Alias, Node>();
  let added = 0;
  let addedCharacters = 0;
  const refuse = (node: Node, words: Words) => {
    report(errorAt(at(node), words));
    return single;
  };
  const extentOfAlias = (alias: Alias): Extent => {
    const { source } = alias;
    const anchor = anchors.get(source);
    if (anchor === undefined) return refuse(alias, wordsOf("layout/unknown-alias", { alias: source }));
    const { extent } = anchor;
    if (extent === undefined) return refuse(alias, wordsOf("layout/recursive-alias", { alias: source }));
    const before = added;
    added += extent.size;
    if (added > maxAliasedNodes) {
      if (before > maxAliasedNodes) return single;
      return refuse(alias, wordsOf("layout/too-many-aliases", { case: "values", most: maxAliasedNodes }));
    }
    const charactersBefore = addedCharacters;
    addedCharacters += extent.characters;
    if (addedCharacters > mostCharacters.layout) {
      if (charactersBefore > mostCharacters.layout) return single;
      const facts = { case: "characters", most: mostCharacters.layout } as const;
      return refuse(alias, wordsOf("layout/too-many-aliases", facts));
    }
    if (extent.depth > maxAliasedDepth) {
      const facts = { case: "nesting", alias: source, most: maxAliasedDepth } as const;
      return refuse(alias, wordsOf("layout/too-many-aliases", facts));
    }
    targets.set(alias, anchor.node);
    return extent;
  };
  const extentOf = (node: unknown): Extent => {
    if (isAlias(node)) return extentOfAlias(node);
    if (!isNode(node)) return { size: 0, characters: 0, depth: 0 };
    const name = "anchor" in node ? node.anchor : undefined;
    const anchor = { node, extent: undefined as Extent | undefined };
    if (name !== undefined) anchors.set(String(name), anchor);
    let [size, depth, characters] = [1, 0, textOfScalar(node).length];
    for (const part of nodeParts(node)) {
      const inner = extentOf(part);
      size += inner.size;
      characters += inner.characters;
      depth = Math.max(depth, inner.depth);
    }
    anchor.extent = { size, characters, depth: depth + 1 };
    return anchor.extent;
  };
  extentOf(contents);
  return targets;
}

/** The direct children of a node. */
export function nodeParts(node: Node): readonly unknown[] {
  if (isMap(node)) return node.items.flatMap(({ key, value }) => [key, value]);
  return isSeq(node) ? node.items : [];
}

/** Position of a part of a text; for a part over several lines, of its first line. */
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

/** The text of a scalar as the file has it, without quotes: `1.10`, not `1.1`. Empty: the node is no scalar, or it is null. */
export function textOfScalar(node: unknown): string {
  if (!isScalar(node)) return "";
  const { value, source } = node;
  if (typeof value === "string") return value;
  return typeof value === "number" || typeof value === "boolean" ? (source ?? String(value)) : "";
}
