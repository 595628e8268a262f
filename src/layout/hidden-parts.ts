import { isMap, isScalar, isSeq, type Node, type YAMLMap } from "yaml";
import type { Attribute } from "../model/resource-type/attribute.ts";
import type { ContentsField } from "../model/resource-type/layout-syntax.ts";
import { hasPath } from "../model/schema-parts.ts";
import { hidesText, mayBeSecret } from "../model/secret-value.ts";
import { type FieldMeaning, type LayoutTypes, syntaxOfType, type TypeSyntax } from "./layout-types.ts";
import { headFields } from "./read-head.ts";
import type { HiddenPart } from "./reading.ts";
import { nodeParts, type SourceText, textOfScalar, type YamlSource } from "./yaml-source.ts";

/**
 * The parts of a layout file that no diagnostic may show: secrets, and values at places that docsform does not know. They depend only on
 * the form of the file, so they are the same whatever errors the file has.
 */
export function hiddenLayoutParts(types: LayoutTypes, source: YamlSource): readonly HiddenPart[] {
  const hiding: Hiding = { types, source, parts: [], visited: new Set(), secrets: new Set() };
  const { contents } = source;
  if (isMap(contents)) hideInLayout(hiding, contents);
  else if (contents !== null) hide(hiding, contents);
  return hiding.parts;
}

/** The nodes in secret attributes. They are also secret in other attributes, which may refer to them by an alias. */
export function secretNodes(types: LayoutTypes, source: YamlSource): ReadonlySet<Node> {
  const hiding: Hiding = { types, source, parts: [], visited: new Set(), secrets: new Set() };
  if (isMap(source.contents)) hideInLayout(hiding, source.contents);
  return hiding.secrets;
}

/** A file that is not YAML, with every word redacted except names of fields and marks. Any word may be secret. */
export function withoutWords({ file, text }: SourceText): SourceText {
  let before: "line start" | "bracket or comma" | "other" = "line start";
  const shown = text.replace(/[\n\r\u2028\u2029]|[{}[\],"']|[^\s{}[\],"']+/g, (part, offset: number) => {
    const isWord = !/^[\s{}[\],"']/.test(part);
    const isField =
      before !== "other" && isFieldName(part) && /^\s?$/.test(text.charAt(offset + part.length));
    if (/^\s/.test(part)) before = "line start";
    else if (part === "{" || part === ",") before = "bracket or comma";
    else if (part !== "-" || before !== "line start") before = "other";
    return !isWord || isField || isMark(part) ? part : "*".repeat(part.length);
  });
  return { file, text: shown };
}

function isFieldName(word: string): boolean {
  return /^[\w.-]{1,40}:$/.test(word);
}

function isMark(word: string): boolean {
  return /^[-|>?:&*!#]+$/.test(word);
}

interface Hiding {
  readonly types: LayoutTypes;
  readonly source: YamlSource;
  readonly parts: HiddenPart[];
  /** Visited nodes: the target of several aliases is hidden once. */
  readonly visited: Set<Node>;
  /** Nodes in secret attributes. */
  readonly secrets: Set<Node>;
}

function hideInLayout(hiding: Hiding, layout: YAMLMap): void {
  for (const [name, value] of fieldsIn(hiding, layout)) {
    if (name === "environments" && isMap(value)) {
      for (const [, each] of fieldsIn(hiding, value)) hideInEnvironment(hiding, each);
      continue;
    }
    if (name === "variables" && isMap(value)) hideInVariables(hiding, value);
    if (headFields.some((known) => known === name)) continue;
    const syntax = hiding.types.maps.get(name);
    if (syntax === undefined || !isMap(value)) hide(hiding, value);
    else for (const [, object] of fieldsIn(hiding, value)) hideInObject(hiding, [syntax], object);
  }
}

function hideInEnvironment(hiding: Hiding, environment: Node): void {
  if (isMap(environment)) hideInLayout(hiding, environment);
  else hide(hiding, environment);
}

/** Hides the default values of secret variables. */
function hideInVariables(hiding: Hiding, variables: YAMLMap): void {
  for (const [, declared] of fieldsIn(hiding, variables)) {
    if (!isMap(declared)) continue;
    const fields = new Map(fieldsIn(hiding, declared));
    const secret = fields.get("secret");
    const isPublic = secret === undefined || (isScalar(secret) && secret.value === false);
    const fallback = fields.get("default");
    if (!isPublic && fallback !== undefined) hide(hiding, fallback);
  }
}

/** `syntaxes`: the types that the object may have. */
function hideInObject(hiding: Hiding, syntaxes: readonly TypeSyntax[], object: Node): void {
  if (!isMap(object)) {
    hide(hiding, object);
    return;
  }
  for (const [name, value] of fieldsIn(hiding, object)) hideInField(hiding, syntaxes, name, value);
}

function hideInField(hiding: Hiding, syntaxes: readonly TypeSyntax[], name: string, value: Node): void {
  if (name === "<<") {
    for (const each of isSeq(value) ? value.items : [value]) hideInMerged(hiding, syntaxes, each);
    return;
  }
  const [syntax] = syntaxes.filter(({ fields }) => fields.has(name));
  const meanings = syntaxes.flatMap(({ fields }) => fields.get(name) ?? []);
  const contents = meanings.flatMap((meaning) => (meaning.kind === "contents" ? [meaning.contents] : []))[0];
  if (meanings.some(isSecret)) addAll(hiding.secrets, hiding.source, value);
  const attributes = meanings.flatMap((meaning) => (meaning.kind === "attribute" ? [meaning.attribute] : []));
  for (const attribute of attributes) hideInAttribute(hiding, attribute, value);
  if (syntax === undefined) hide(hiding, value);
  else if (contents !== undefined) hideInContents(hiding, contents, value);
  else if (name === "was" && isMap(value)) hideInFormer(hiding, syntax, value);
}

/** Treats a map that `<<` merges into an object as a part of the object. */
function hideInMerged(hiding: Hiding, syntaxes: readonly TypeSyntax[], merged: unknown): void {
  const node = hiding.source.follow(merged);
  if (node !== undefined) hideInObject(hiding, syntaxes, node);
}

function isSecret(meaning: FieldMeaning): boolean {
  return meaning.kind === "attribute" && meaning.attribute.sensitive === true;
}

/** Hides the secret texts in the value of an attribute. A name of a field is no value, unless the attribute has no such field. */
function hideInAttribute(hiding: Hiding, attribute: Attribute, value: Node): void {
  if (!mayBeSecret(attribute)) return;
  const { source } = hiding;
  const nodes = new Set<Node>();
  const hideAt = (part: unknown, path: readonly PropertyKey[], isName = false): void => {
    const node = source.follow(part);
    if (node === undefined || nodes.has(node)) return;
    nodes.add(node);
    if (isScalar(node)) {
      const isShown = isName && hasPath(attribute.schema, path);
      if (!isShown && hidesText(attribute, textOfScalar(node))) hide(hiding, node);
    }
    if (isSeq(node)) for (const item of node.items) hideAt(item, [...path, 0]);
    if (!isMap(node)) return;
    for (const pair of node.items) {
      const inside = [...path, textOfScalar(source.follow(pair.key))];
      hideAt(pair.key, inside, true);
      hideAt(pair.value, inside);
    }
  };
  hideAt(value, []);
}

function hideInFormer(hiding: Hiding, syntax: TypeSyntax, former: YAMLMap): void {
  for (const [name, value] of fieldsIn(hiding, former)) {
    const attribute = syntax.type.attributes[syntax.attributeNames.get(name) ?? ""];
    if (attribute?.sensitive === true) addAll(hiding.secrets, hiding.source, value);
    if (attribute === undefined) hide(hiding, value);
    else hideInAttribute(hiding, attribute, value);
  }
}

function hideInContents(hiding: Hiding, { types }: ContentsField, list: Node): void {
  const syntaxes = types.map((type) => syntaxOfType(hiding.types, type));
  const isShort = syntaxes.some(({ layout }) => layout.kind === "item" && layout.shorthand === true);
  const items = isSeq(list) ? list.items.map((item) => hiding.source.follow(item)) : [list];
  for (const item of items) {
    if (item === undefined || (isScalar(item) && isShort)) continue;
    const fields = isMap(item) ? fieldsIn(hiding, item).map(([name]) => name) : [];
    const meant = syntaxes.filter(({ layout }) => fields.includes(layout.field));
    hideInObject(hiding, meant.length === 0 ? syntaxes : meant, item);
  }
}

function fieldsIn({ source }: Hiding, map: YAMLMap): readonly (readonly [string, Node])[] {
  return map.items.flatMap((pair) => {
    const value = source.follow(pair.value);
    return value === undefined ? [] : [[textOfScalar(source.follow(pair.key)), value] as const];
  });
}

/** Adds a node and all nodes in it. */
function addAll(nodes: Set<Node>, source: YamlSource, node: Node): void {
  if (nodes.has(node)) return;
  nodes.add(node);
  for (const part of nodeParts(node)) {
    const followed = source.follow(part);
    if (followed !== undefined) addAll(nodes, source, followed);
  }
}

/** Hides all texts in a node, except the names of environment variables and files. */
function hide(hiding: Hiding, node: Node): void {
  const { source, parts, visited } = hiding;
  if (visited.has(node)) return;
  visited.add(node);
  if (isScalar(node)) {
    const [start, end] = node.range ?? [0, 0];
    if (node.tag === undefined || !fileTags.has(node.tag)) parts.push({ file: source.file, start, end });
    return;
  }
  for (const part of nodeParts(node)) {
    const followed = source.follow(part);
    if (followed !== undefined) hide(hiding, followed);
  }
}

const fileTags = new Set(["!env", "!file"]);
