import { isAlias, isMap, isNode, isScalar, isSeq, type Node, type Pair } from "yaml";
import { canonicalJson, type Json } from "../../util/json.ts";
import { OutsideReference } from "../outside-reference.ts";
import { textOfScalar } from "../yaml-source.ts";
import { addField, type Editing, removeField, setItems, setValue } from "./edit-document.ts";
import { isExisting, type ListItem, NotInPlaceError } from "./edits.ts";
import { keptVariables } from "./kept-variables.ts";
import { obstacles } from "./obstacles.ts";
import { pairOf } from "./open-document.ts";

/** Values of the layout's variables, by name. */
export type KeptVariables = ReadonlyMap<string, string | undefined>;

/**
 * Gives a field a value, and changes as little of its text as possible. `value` is in the form to write: maps, lists, and escaped texts.
 * Returns notes for people. Throws a {@link NotInPlaceError}.
 */
export function mergeValue(
  editing: Editing,
  pair: Pair,
  value: unknown,
  variables: KeptVariables,
): readonly string[] {
  const written = pair.value;
  if (isAlias(written)) {
    setValue(editing, pair, value);
    return [];
  }
  if (isReadFromOutside(written))
    throw new NotInPlaceError(obstacles.fromOutside(`${written.tag} ${textOfScalar(written)}`));
  if (isMap(written) && value instanceof Map && !(value instanceof OutsideReference))
    return mergeMap(editing, written, value, variables);
  if (isSeq(written) && Array.isArray(value)) {
    const items = value.map((item): ListItem => {
      const index = written.items.findIndex((each) => comparableText(each, variables) === canonicalOf(item));
      return index === -1 ? { value: item } : { list: written, index };
    });
    setItems(editing, written, inFormerOrder(items), () => false);
    return [];
  }
  if (comparableText(written, variables) === canonicalOf(value)) return [];
  if (!isScalar(written) || typeof written.value !== "string" || typeof value !== "string") {
    setValue(editing, pair, value);
    return [];
  }
  const { text, lost } = keptVariables(written.value, (name) => variables.get(name), unescaped(value));
  setValue(editing, pair, text);
  return lost.map((name) => `\${${name}} no longer matches`);
}

function mergeMap(
  editing: Editing,
  map: Parameters<typeof addField>[1],
  value: ReadonlyMap<string, unknown>,
  variables: KeptVariables,
): readonly string[] {
  const notes: string[] = [];
  for (const [name, part] of value) {
    const pair = pairOf(map, name);
    if (pair === undefined) addField(editing, map, { name, value: part, after: undefined });
    else notes.push(...mergeValue(editing, pair, part, variables));
  }
  for (const pair of map.items) if (!value.has(textOfScalar(pair.key))) removeField(editing, map, pair);
  return notes;
}

/** Items that stay keep their order. New items come after them. */
function inFormerOrder(items: readonly ListItem[]): readonly ListItem[] {
  const indexOf = (item: ListItem) => (isExisting(item) ? item.index : Number.MAX_SAFE_INTEGER);
  return items
    .filter(
      (item, at) => !isExisting(item) || items.findIndex((other) => indexOf(other) === item.index) === at,
    )
    .sort((a, b) => indexOf(a) - indexOf(b));
}

/** Whether the value is read from the environment or a file. */
function isReadFromOutside(node: unknown): node is Node & { readonly tag: string } {
  return isScalar(node) && (node.tag === "!env" || node.tag === "!file");
}

/** The value of a node as canonical JSON, for comparisons. Undefined: the value is not in the layout, or the node contains an alias. */
function comparableText(node: unknown, variables: KeptVariables): string | undefined {
  const value = plainOf(node, variables);
  return value === undefined ? undefined : canonicalJson(value);
}

function plainOf(node: unknown, variables: KeptVariables): Json | undefined {
  if (isReadFromOutside(node) || !isNode(node)) return undefined;
  if (isScalar(node)) return scalarOf(node.value, variables);
  if (isSeq(node)) return allOf(node.items.map((item) => plainOf(item, variables)));
  if (!isMap(node)) return undefined;
  const values = allOf(node.items.map(({ value }) => plainOf(value, variables)));
  return (
    values &&
    Object.fromEntries(node.items.map(({ key }, index) => [textOfScalar(key), values[index] ?? null]))
  );
}

function scalarOf(value: unknown, variables: KeptVariables): Json | undefined {
  if (typeof value === "string")
    return value.replace(/\$?\$\{([^}]*)\}/g, (whole: string, name: string) =>
      whole.startsWith("$$") ? whole.slice(1) : (variables.get(name) ?? whole),
    );
  return value === null || typeof value === "number" || typeof value === "boolean" ? value : undefined;
}

function allOf(values: readonly (Json | undefined)[]): readonly Json[] | undefined {
  return values.every((value) => value !== undefined) ? values : undefined;
}

function canonicalOf(value: unknown): string {
  return canonicalJson(unwritten(value));
}

/** The value of a text, list or map that is in the form to write. */
function unwritten(value: unknown): Json {
  if (typeof value === "string") return unescaped(value);
  if (Array.isArray(value)) return value.map(unwritten);
  if (value instanceof Map)
    return Object.fromEntries(
      [...(value as ReadonlyMap<string, unknown>)].map(([key, part]) => [key, unwritten(part)]),
    );
  return value as Json;
}

function unescaped(text: string): string {
  return text.replaceAll("$${", "${");
}
