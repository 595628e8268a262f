import { isMap, isScalar, isSeq, type Node } from "yaml";
import { issuesOf } from "../model/check-value.ts";
import { wordsOf } from "../model/codes/layout-words.ts";
import { type DesiredValue, mapSecrets } from "../model/desired-world.ts";
import { errorAt, type SourcePosition } from "../model/diagnostic.ts";
import { explainIssues } from "../model/explain-issue.ts";
import { normalForm } from "../model/kinds-of.ts";
import { longTextAt } from "../model/long-text.ts";
import type { Attribute } from "../model/resource-type/attribute.ts";
import { mostCharactersAt } from "../model/schema-parts.ts";
import { Secret } from "../model/secret.ts";
import { isLongEnoughToHide, isSecretValue, textsIn, withSecretTexts } from "../model/secret-value.ts";
import type { Json, JsonObject } from "../util/json.ts";
import { itemTypeOf, readReference } from "./read-reference.ts";
import { readValue } from "./read-value.ts";
import type { LayoutReading, WrittenValue } from "./reading.ts";
import { textOfScalar, valuePosition, type YamlField, type YamlSource } from "./yaml-source.ts";

/**
 * Reads a value and calls `onFound` with it. A reference to an item waits until all items are read. Errors are reported, and `onFound` is not
 * called.
 */
export function readOrDefer(
  reading: LayoutReading,
  written: WrittenValue,
  onFound: (value: DesiredValue) => void,
): void {
  const type = itemTypeOf(reading, written);
  if (type !== undefined) {
    reading.itemReferences.push({ ...written, type, onFound });
    return;
  }
  const value = readAttribute(reading, written.field, written.attribute);
  if (value !== undefined) onFound(value);
}

/** The checked value of an attribute's field. Undefined: an error was reported. */
function readAttribute(
  reading: LayoutReading,
  field: YamlField,
  attribute: Attribute,
): DesiredValue | undefined {
  const { value: node, source } = field;
  if (node === undefined) return undefined;
  if (isScalar(node) && node.value === null && node.tag === undefined)
    return readNull(reading, field, attribute);
  if (attribute.reference !== undefined) return readReferenceAttribute(reading, field, attribute);
  const value = readValue(reading, source, node, { attribute, path: [] });
  if (value === undefined) return undefined;
  return checkedValue(reading, field.name, attribute, value, (path, part) =>
    positionAt(source, node, path, part),
  );
}

/** A checked value in its normal form, with its secret texts as secrets. Undefined: an error was reported. */
export function checkedValue(...checking: Parameters<typeof checkValue>): DesiredValue | undefined {
  const [, , attribute, value] = checking;
  return checkValue(...checking) ? withSecretTexts(attribute, normalForm(attribute, value)) : undefined;
}

/** Checks a declared value against the attribute's rules. Reports each error at the part of the value that is invalid. */
export function checkValue(
  reading: LayoutReading,
  label: string,
  attribute: Attribute,
  value: DesiredValue,
  positionOf: (path: readonly PropertyKey[], part: "key" | "value") => SourcePosition,
): boolean {
  const simple = typeof value !== "object";
  if (simple && reading.valid.get(attribute)?.has(value) === true) return true;
  let hidden = attribute.sensitive === true;
  const clear = simple
    ? value
    : mapSecrets(value, (secret) => {
        hidden = true;
        return secret.reveal();
      });
  hidden ||= isSecretValue(attribute, clear);
  const long = tooLongAt(attribute, clear);
  if (long !== undefined) {
    const facts = { case: "tooLong", field: [label, ...long.map(String)].join(".") } as const;
    reading.report(errorAt(positionOf(long, "value"), wordsOf("layout/invalid-value", facts)));
    return false;
  }
  const found = issuesOf(attribute, clear, reading);
  if (found.issues.length === 0) {
    if (simple) remember(reading, attribute, value);
    return true;
  }
  if (found.hasKey) hideKeys(reading, clear);
  // A message of a type's own rule may quote the value, which may be secret.
  const issues = found.issues.map((issue) =>
    hidden &&
    !found.areSafe &&
    issue.code === "custom" &&
    !hasSameMessageForOthers(attribute, issue.message, clear)
      ? { ...issue, message: "Invalid input" }
      : issue,
  );
  const explanations = explainIssues(label, issues, clear, hidden);
  for (const explanation of explanations) {
    const at = positionOf(explanation.path, explanation.unknownField ? "key" : "value");
    reading.report(errorAt(at, { code: "layout/invalid-value", ...explanation }));
  }
  return explanations.length === 0;
}

/**
 * Whether a rule has the same message for another value of the same form, with other characters. If so, the message contains nothing of
 * the value. Of a secret that is no text, field names and numbers could be secret too, so there is no such other value.
 */
function hasSameMessageForOthers(attribute: Attribute, message: string, value: Json): boolean {
  if (attribute.sensitive === true && typeof value !== "string") return false;
  const { error } = attribute.schema.safeParse(disguised(value));
  return error?.issues.some((issue) => issue.code === "custom" && issue.message === message) === true;
}

/** The value with other characters in its texts. Spaces and the signs by which a rule may recognize a form stay. */
function disguised(value: Json): Json {
  if (typeof value === "string") return value.replace(/[^\s./\\~:_-]/gu, (sign) => followers[sign] ?? "x");
  if (Array.isArray(value)) return value.map(disguised);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, disguised(part as Json)]));
}

const followers = Object.fromEntries(
  ["abcdefghijklmnopqrstuvwxyz", "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "0123456789"].flatMap((signs) =>
    signs.split("").map((sign, at) => [sign, signs[(at + 1) % signs.length]]),
  ),
);

/** docsform does not check longer texts, unless the attribute is for long texts: a pattern may take too long on them. */
const longestText = 20_000;

/** The path of a text that is too long to check. */
function tooLongAt(
  attribute: Attribute,
  value: Json,
  path: readonly PropertyKey[] = [],
): readonly PropertyKey[] | undefined {
  if (typeof value === "string") {
    const ofSecret = attribute.sensitive === true ? mostCharactersAt(attribute.schema, path) : undefined;
    const most = longTextAt(attribute, path) ?? ofSecret;
    return value.length > Math.max(longestText, most ?? 0) ? path : undefined;
  }
  if (typeof value !== "object" || value === null) return undefined;
  for (const [key, part] of Object.entries(value as JsonObject)) {
    const found = tooLongAt(attribute, part, [...path, key]);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** No line of a private key may stand in the lines of the layout that an error shows. */
function hideKeys(reading: LayoutReading, value: Json): void {
  const lines = textsIn(value).flatMap((text) => [
    text,
    ...text.split(/\r?\n|\\n/u).map((line) => line.trim()),
  ]);
  for (const line of lines)
    if (isLongEnoughToHide(line)) reading.secrets.push(new Secret(line, { kind: "literal" }));
}

function readNull(reading: LayoutReading, field: YamlField, attribute: Attribute): null | undefined {
  if (attribute.nullable === true) return null;
  reading.report(errorAt(valuePosition(field), wordsOf("layout/not-nullable", { field: field.name })));
  return undefined;
}

function readReferenceAttribute(
  reading: LayoutReading,
  field: YamlField,
  attribute: Attribute,
): DesiredValue | undefined {
  const value = readReference(reading, field, [attribute.reference?.type ?? ""]);
  if (typeof value !== "string") return value;
  return checkValue(reading, field.name, attribute, value, () => valuePosition(field)) ? value : undefined;
}

function positionAt(
  source: YamlSource,
  node: Node,
  path: readonly PropertyKey[],
  part: "key" | "value",
): SourcePosition {
  let found = node;
  let key: Node | undefined;
  for (const step of path) {
    const next = stepInto(source, found, step);
    if (next === undefined) return source.at(found);
    found = next.value;
    key = next.key;
  }
  return source.at(part === "key" && key !== undefined ? key : found);
}

function stepInto(
  source: YamlSource,
  node: Node,
  step: PropertyKey,
): { key?: Node; value: Node } | undefined {
  if (isSeq(node)) {
    const value = source.follow(node.items[Number(step)]);
    return value === undefined ? undefined : { value };
  }
  if (!isMap(node)) return undefined;
  const pair = node.items.find(({ key }) => textOfScalar(key) === String(step));
  const key = source.follow(pair?.key);
  const value = source.follow(pair?.value);
  return key === undefined || value === undefined ? undefined : { key, value };
}

function remember(reading: LayoutReading, attribute: Attribute, value: DesiredValue): void {
  if (value instanceof Secret) return;
  const known = reading.valid.get(attribute);
  if (known === undefined) reading.valid.set(attribute, new Set([value]));
  else known.add(value);
}
