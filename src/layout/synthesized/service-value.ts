import { type DesiredValue, isReference } from "../../model/desired-world.ts";
import { Secret } from "../../model/secret.ts";
import type { Shape } from "../../model/terraform-shape.ts";
import { canonicalJson, isJsonObject, type Json, jsonIn } from "../../util/json.ts";
import type { Span } from "./json-source.ts";
import { type JsonNode, jsonEntries } from "./json-source.ts";

/** A field that the value of an attribute cannot have. */
export interface UnknownField {
  readonly path: readonly PropertyKey[];
  readonly known: readonly string[];
}

/**
 * Converts a Terraform value to the service's form: with the conversions that Terraform makes, and the service's names. A value of another
 * form stays as it is, so that its schema refuses it. `report` gets unknown fields.
 */
export function serviceValue(
  shape: Shape,
  value: DesiredValue,
  report: (unknown: UnknownField) => void,
  path: readonly PropertyKey[] = [],
): DesiredValue {
  if (value === null || value instanceof Secret || isReference(value)) return value;
  if (shape.kind === "object") return isJsonObject(value) ? serviceObject(shape, value, report, path) : value;
  if (!("element" in shape)) return plainValue(shape, value);
  if (shape.kind === "map")
    return isJsonObject(value) ? serviceMap(shape.element, value, report, path) : value;
  if (!Array.isArray(value)) return value;
  const items = value.map((item: DesiredValue, at) =>
    serviceValue(shape.element, item, report, [...path, at]),
  );
  return shape.kind === "set" ? distinct(items) : items;
}

type PlainShape = Extract<Shape, { kind: "string" | "number" | "bool" | "json" }>;

function plainValue(shape: PlainShape, value: DesiredValue): DesiredValue {
  switch (shape.kind) {
    case "string":
      if (value === shape.nullAs) return null;
      return typeof value === "number" || typeof value === "boolean" ? String(value) : value;
    case "number":
      return isNumeric(value) ? Number(value) : value;
    case "bool":
      return value === "true" || value === "false" ? value === "true" : value;
    case "json":
      return typeof value === "string" ? jsonIn(value) : value;
  }
}

function serviceObject(
  { fields }: Extract<Shape, { kind: "object" }>,
  value: Readonly<Record<string, DesiredValue>>,
  report: (unknown: UnknownField) => void,
  path: readonly PropertyKey[],
): DesiredValue {
  const converted: Record<string, DesiredValue> = {};
  for (const [name, part] of Object.entries(value)) {
    const field = fields.find((each) => each.name === name);
    if (field === undefined) report({ path: [...path, name], known: fields.map((each) => each.name) });
    // In objects, null is the same as absent.
    else if (part !== null)
      converted[field.json] = serviceValue(field.shape, part, report, [...path, field.json]);
  }
  return converted;
}

function serviceMap(
  element: Shape,
  value: Readonly<Record<string, DesiredValue>>,
  report: (unknown: UnknownField) => void,
  path: readonly PropertyKey[],
): DesiredValue {
  const given = Object.entries(value).filter(([, part]) => part !== null);
  return Object.fromEntries(
    given.map(([name, part]) => [name, serviceValue(element, part, report, [...path, name])]),
  );
}

function isNumeric(value: DesiredValue): boolean {
  return typeof value === "string" && value.trim() !== "" && Number.isFinite(Number(value));
}

function distinct(items: readonly DesiredValue[]): readonly DesiredValue[] {
  const known = new Set<string>();
  return items.filter((item) => {
    if (item instanceof Secret || isReference(item)) return true;
    const key = canonicalJson(item as Json);
    if (known.has(key)) return false;
    known.add(key);
    return true;
  });
}

/** The place of a part of a value, by its path in the service's names. A part of an expression's value has the place of the expression. */
export function spanAt(
  shape: Shape,
  node: JsonNode,
  path: readonly PropertyKey[],
  part: "key" | "value",
): Span {
  let [here, found, key]: [Shape | undefined, JsonNode, Span | undefined] = [shape, node, undefined];
  for (const step of path) {
    if (found.kind === "array") {
      const item: JsonNode | undefined = found.items[Number(step)];
      if (item === undefined) return found;
      [here, found, key] = [elementOf(here), item, undefined];
      continue;
    }
    const field: ReturnType<typeof fieldIn> = fieldIn(here, step);
    const entry = jsonEntries(found).get(field?.name ?? String(step));
    if (entry === undefined) return found;
    [here, found, key] = [field?.shape, entry.value, entry.key];
  }
  return part === "key" && key !== undefined ? key : found;
}

function elementOf(shape: Shape | undefined): Shape | undefined {
  return shape?.kind === "list" || shape?.kind === "set" ? shape.element : undefined;
}

function fieldIn(shape: Shape | undefined, json: PropertyKey) {
  return shape?.kind === "object" ? shape.fields.find((field) => field.json === json) : undefined;
}
