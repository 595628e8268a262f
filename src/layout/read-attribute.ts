import { isMap, isScalar, isSeq, type Node } from "yaml";
import type { Address } from "../model/address.ts";
import { type DesiredValue, mapSecrets, type Reference } from "../model/desired-world.ts";
import type { SourcePosition } from "../model/diagnostic.ts";
import type { Attribute } from "../model/resource-type.ts";
import { Secret } from "../model/secret.ts";
import { explainIssues } from "./explain-issue.ts";
import { faceOfType } from "./layout-faces.ts";
import { didYouMean } from "./nearest.ts";
import { readText, readValue } from "./read-value.ts";
import { errorAt, type Reading } from "./reading.ts";
import { type Field, fieldsOf, textOf, valuePosition, type YamlSource } from "./yaml-source.ts";

/** The value that a field gives an attribute, checked. Undefined: it was reported. */
export function readAttribute(
  reading: Reading,
  field: Field,
  attribute: Attribute,
): DesiredValue | undefined {
  const { value: node, source } = field;
  if (node === undefined) return undefined;
  if (isScalar(node) && node.value === null && node.tag === undefined)
    return readNull(reading, field, attribute);
  if (attribute.reference !== undefined) return readReferenceAttribute(reading, field, attribute);
  const value = readValue(reading, source, node, attribute.sensitive === true ? "sensitive" : "plain");
  if (value === undefined) return undefined;
  return checkValue(reading, field.name, attribute, value, (path, part) =>
    positionAt(source, node, path, part),
  )
    ? value
    : undefined;
}

/** Checks a declared value against the attribute's schema and reports what is wrong, at the part that is wrong. */
export function checkValue(
  reading: Reading,
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
  const result = attribute.schema.safeParse(clear);
  if (result.success) {
    if (simple) remember(reading, attribute, value);
    return true;
  }
  // What a refinement says may quote the value, so of a secret only the built-in rules are told.
  const issues = result.error.issues.map((issue) =>
    hidden && issue.code === "custom" ? { ...issue, message: "Invalid input" } : issue,
  );
  const explanations = explainIssues(label, issues, clear, hidden);
  for (const { path, message, remedy, unknownField } of explanations) {
    reading.report(
      errorAt(positionOf(path, unknownField ? "key" : "value"), "invalid-value", message, remedy),
    );
  }
  return explanations.length === 0;
}

/** `key`, or `{ id: … }`: a reference to an object of one of the types, or an id. Undefined: it was reported. */
export function readReference(
  reading: Reading,
  field: Field,
  types: readonly string[],
): Reference | string | undefined {
  const { value: node, source } = field;
  if (isMap(node)) return readId(reading, field);
  const key = readText(reading, field, `a key of ${mapNames(reading, types)}, or { id: … }`);
  if (key === undefined || node === undefined) return undefined;
  const address = addressOfKey(reading, types, key);
  if (address !== undefined) return { $ref: address };
  const keys = types.flatMap((type) => [...(reading.keys.get(type)?.keys() ?? [])]);
  const remedy =
    didYouMean(key, keys) ?? `Declare it there, or write { id: … } for one that the layout does not declare.`;
  const message = `${field.name} refers to ${key}, which is not declared in ${mapNames(reading, types)}.`;
  reading.report(errorAt(source.at(node), "unknown-reference", message, remedy));
  return undefined;
}

function readNull(reading: Reading, field: Field, attribute: Attribute): null | undefined {
  if (attribute.nullable === true) return null;
  const message = `${field.name} cannot be cleared.`;
  const remedy = "Give it a value, or leave the field out: then it is not managed.";
  reading.report(errorAt(valuePosition(field), "not-nullable", message, remedy));
  return undefined;
}

function readReferenceAttribute(
  reading: Reading,
  field: Field,
  attribute: Attribute,
): DesiredValue | undefined {
  const value = readReference(reading, field, [attribute.reference?.type ?? ""]);
  if (typeof value !== "string") return value;
  return checkValue(reading, field.name, attribute, value, () => valuePosition(field)) ? value : undefined;
}

function readId(reading: Reading, field: Field): string | undefined {
  const { value: node, source, name } = field;
  const fields = isMap(node) ? fieldsOf(source, node, reading.report) : [];
  const id = fields.find((inner) => inner.name === "id");
  const other = fields.find((inner) => inner.name !== "id");
  if (other !== undefined) {
    reading.report(
      errorAt(source.at(other.key), "unknown-field", `A reference has no field ${other.name}, only id.`),
    );
  }
  if (id === undefined) {
    reading.report(errorAt(valuePosition(field), "invalid-value", `${name} must be a key, or { id: … }.`));
    return undefined;
  }
  return readText(reading, id, "the id of an object, as text");
}

function addressOfKey(reading: Reading, types: readonly string[], key: string): Address | undefined {
  for (const type of types) {
    const address = reading.keys.get(type)?.get(key);
    if (address !== undefined) return address;
  }
  return undefined;
}

function mapNames(reading: Reading, types: readonly string[]): string {
  const maps = types
    .map((type) => faceOfType(reading.faces, type).face)
    .filter((face) => face.kind === "map");
  return maps.map((face) => face.field).join(" or ") || "this layout";
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
  const pair = node.items.find(({ key }) => textOf(key) === String(step));
  const key = source.follow(pair?.key);
  const value = source.follow(pair?.value);
  return key === undefined || value === undefined ? undefined : { key, value };
}

function remember(reading: Reading, attribute: Attribute, value: DesiredValue): void {
  if (value instanceof Secret) return;
  const known = reading.valid.get(attribute);
  if (known === undefined) reading.valid.set(attribute, new Set([value]));
  else known.add(value);
}
