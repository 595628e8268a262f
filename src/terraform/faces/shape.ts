import { z } from "zod";
import { isJsonObject, type Json, type JsonObject } from "../../model/json.ts";
import { type CtyType, cty } from "../values/cty-type.ts";
import { type CtyObject, type CtyValue, ctyObject, isUnknown } from "../values/cty-value.ts";
import type { CtyNumber } from "../values/numbers.ts";
import type { Path, PathStep } from "../values/path.ts";
import { snakeCase } from "./names.ts";

/** What values of an attribute look like, on both sides: as the service's JSON and as Terraform's values. */
export type Shape =
  | { readonly kind: "string" | "number" | "bool" }
  | { readonly kind: "list" | "set"; readonly element: Shape }
  | { readonly kind: "object"; readonly fields: readonly ShapeField[] };

export interface ShapeField {
  /** In Terraform. */
  readonly name: string;
  /** In JSON. */
  readonly json: string;
  readonly shape: Shape;
  readonly required: boolean;
}

/** The JSON Schema of a rule on values. */
export function jsonSchemaOf(schema: z.ZodType): JsonObject {
  return z.toJSONSchema(schema, { unrepresentable: "any", io: "input" }) as JsonObject;
}

/** The shape of the values that a rule allows. `set`: the order of a list does not matter. */
export function shapeOf(schema: JsonObject, set = false): Shape {
  const variants = schema["anyOf"] ?? schema["oneOf"];
  if (Array.isArray(variants)) return mergeShapes(variants.filter(isJsonObject).map((each) => shapeOf(each)));
  if (isJsonObject(schema["properties"])) return objectShape(schema, schema["properties"]);
  const { type } = schema;
  if (type === "array") return { kind: set ? "set" : "list", element: shapeOf(asObject(schema["items"])) };
  return { kind: typeof type === "string" ? (plainKinds[type] ?? "string") : "string" };
}

const plainKinds: Readonly<Record<string, "string" | "number" | "bool">> = {
  boolean: "bool",
  number: "number",
  integer: "number",
};

function asObject(value: Json | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}

function objectShape(schema: JsonObject, properties: JsonObject): Shape {
  const required = Array.isArray(schema["required"]) ? schema["required"] : [];
  return {
    kind: "object",
    fields: Object.keys(properties).map((json) => ({
      name: snakeCase(json),
      json,
      shape: shapeOf(asObject(properties[json])),
      required: required.includes(json),
    })),
  };
}

/** One shape for a choice between several: of objects, all fields of any, required where all require them. */
function mergeShapes(shapes: readonly Shape[]): Shape {
  const [first] = shapes;
  if (first === undefined) return { kind: "string" };
  if (first.kind !== "object") return first;
  const objects = shapes.filter((shape) => shape.kind === "object");
  const names = new Set(objects.flatMap((object) => object.fields.map((field) => field.json)));
  return {
    kind: "object",
    fields: [...names].map((json) => {
      const fields = objects.flatMap((object) => object.fields.filter((field) => field.json === json));
      return {
        name: snakeCase(json),
        json,
        shape: mergeShapes(fields.map((field) => field.shape)),
        required: fields.length === shapes.length && fields.every((field) => field.required),
      };
    }),
  };
}

/** Terraform's type of the values of a shape. */
export function ctyTypeOf(shape: Shape): CtyType {
  switch (shape.kind) {
    case "string":
    case "number":
    case "bool":
      return { kind: shape.kind };
    case "list":
    case "set":
      return { kind: shape.kind, element: ctyTypeOf(shape.element) };
    case "object":
      return cty.object(
        Object.fromEntries(shape.fields.map((field) => [field.name, ctyTypeOf(field.shape)])),
      );
  }
}

/** The service's value as Terraform's. What does not fit its shape is shown as its text, or left out. */
export function toCty(shape: Shape, value: Json | undefined): CtyValue {
  if (value === undefined || value === null) return null;
  switch (shape.kind) {
    case "string":
      return typeof value === "string" ? value : JSON.stringify(value);
    case "number":
    case "bool":
      return plainToCty(shape.kind, value);
    case "list":
    case "set":
      return Array.isArray(value) ? value.map((item: Json) => toCty(shape.element, item)) : null;
    case "object":
      return isJsonObject(value) ? objectToCty(shape.fields, value) : null;
  }
}

function plainToCty(kind: "number" | "bool", value: Json): CtyValue {
  const isRight = kind === "bool" ? typeof value === "boolean" : typeof value === "number";
  return isRight ? (value as boolean | number) : null;
}

function objectToCty(fields: readonly ShapeField[], value: JsonObject): CtyObject {
  return ctyObject(fields.map((field) => [field.name, toCty(field.shape, value[field.json])]));
}

/** Terraform's value, wholly known, as the service's. In objects null is left out: it says nothing there. */
export function toJson(shape: Shape, value: CtyValue): Json {
  if (value === null || isUnknown(value)) return null;
  switch (shape.kind) {
    case "string":
      return value as string;
    case "number":
      return Number(value as CtyNumber);
    case "bool":
      return value as boolean;
    case "list":
    case "set":
      return (value as readonly CtyValue[]).map((item) => toJson(shape.element, item));
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

/** The path in Terraform of a path in JSON. It ends where the shape does, and at sets, whose elements have no address. */
export function pathIn(shape: Shape, jsonPath: readonly PropertyKey[]): Path {
  const path: PathStep[] = [];
  let here: Shape = shape;
  for (const step of jsonPath) {
    if (here.kind === "list" && typeof step === "number") {
      path.push({ index: step });
      here = here.element;
    } else if (here.kind === "object") {
      const field: ShapeField | undefined = here.fields.find((each) => each.json === step);
      if (field === undefined) return path;
      path.push({ attribute: field.name });
      here = field.shape;
    } else return path;
  }
  return path;
}
