import type { Shape, ShapeField } from "../../model/terraform-shape.ts";
import { canonicalJson, isJsonObject, type Json, type JsonObject, jsonIn } from "../../util/json.ts";
import { type CtyType, cty } from "../plugin/values/cty-type.ts";
import { type CtyObject, type CtyValue, ctyObject, isUnknown } from "../plugin/values/cty-value.ts";
import type { CtyNumber } from "../plugin/values/numbers.ts";
import type { Path } from "../plugin/values/path.ts";

/** Terraform's type for the values of a shape. */
export function ctyTypeOf(shape: Shape): CtyType {
  switch (shape.kind) {
    case "string":
    case "number":
    case "bool":
      return { kind: shape.kind };
    case "json":
      return { kind: "string" };
    case "list":
    case "set":
    case "map":
      return { kind: shape.kind, element: ctyTypeOf(shape.element) };
    case "object":
      return cty.object(
        Object.fromEntries(shape.fields.map((field) => [field.name, ctyTypeOf(field.shape)])),
      );
  }
}

/**
 * Converts the service's value to Terraform's. Null becomes its word, if it has one. A value that does not fit its shape becomes text, or
 * is omitted.
 */
export function toCty(shape: Shape, value: Json | undefined): CtyValue {
  if (value === undefined) return null;
  return value === null ? wordForNull(shape) : presentToCty(shape, value);
}

function wordForNull(shape: Shape): string | null {
  return shape.kind === "string" ? (shape.nullAs ?? null) : null;
}

function presentToCty(shape: Shape, value: NonNullable<Json>): CtyValue {
  switch (shape.kind) {
    case "string":
      return typeof value === "string" ? value : JSON.stringify(value);
    case "json":
      return canonicalJson(value);
    case "number":
    case "bool":
      return plainToCty(shape.kind, value);
    case "list":
    case "set":
      return Array.isArray(value) ? value.map((item: Json) => toCty(shape.element, item)) : null;
    case "map":
    case "object":
      return isJsonObject(value) ? entriesToCty(shape, value) : null;
  }
}

/** A map with other values. Null declares nothing. */
function convertedEntries<From, To>(map: Readonly<Record<string, From>>, convert: (value: From) => To) {
  const given = Object.entries(map).filter(([, value]) => value !== null);
  return Object.fromEntries(given.map(([key, value]) => [key, convert(value)]));
}

function plainToCty(kind: "number" | "bool", value: Json): CtyValue {
  const isRight = kind === "bool" ? typeof value === "boolean" : typeof value === "number";
  return isRight ? (value as boolean | number) : null;
}

/** The fields of an object, or the entries of a map. */
function entriesToCty(shape: Shape, value: JsonObject): CtyObject {
  if (shape.kind === "map") return convertedEntries(value, (part) => toCty(shape.element, part));
  const fields = shape.kind === "object" ? shape.fields : [];
  return ctyObject(fields.map((field) => [field.name, toCty(field.shape, value[field.json])]));
}

/** Converts Terraform's value, which must be wholly known, to the service's. Omits null fields of objects, because they declare nothing. */
export function toJson(shape: Shape, value: CtyValue): Json {
  if (value === null || isUnknown(value)) return null;
  switch (shape.kind) {
    case "string":
      return value === shape.nullAs ? null : (value as string);
    case "number":
      return Number(value as CtyNumber);
    case "bool":
      return value as boolean;
    case "json":
      return jsonIn(value as string);
    case "list":
    case "set":
      return (value as readonly CtyValue[]).map((item) => toJson(shape.element, item));
    case "map":
      return convertedEntries(value as CtyObject, (part) => toJson(shape.element, part));
    case "object":
      return objectToJson(shape.fields, value as CtyObject);
  }
}

function objectToJson(fields: readonly ShapeField[], value: CtyObject): JsonObject {
  const json: Record<string, Json> = {};
  for (const field of fields) {
    const part = value[field.name] ?? null;
    if (part !== null) json[field.json] = toJson(field.shape, part);
  }
  return json;
}

/** Converts a path in JSON to Terraform's path. The path ends where the shape ends, and at sets, whose elements have no address. */
export function pathIn(shape: Shape, jsonPath: readonly PropertyKey[]): Path {
  const path: (string | number)[] = [];
  let here: Shape = shape;
  for (const step of jsonPath) {
    if (here.kind === "list" && typeof step === "number") {
      path.push(step);
      here = here.element;
    } else if (here.kind === "map") {
      path.push(String(step));
      here = here.element;
    } else if (here.kind === "object") {
      const field: ShapeField | undefined = here.fields.find((each) => each.json === step);
      if (field === undefined) return path;
      path.push(field.name);
      here = field.shape;
    } else return path;
  }
  return path;
}
