import * as z from "zod";
import { isJsonObject, type Json, type JsonObject } from "../util/json.ts";
import { snakeCase } from "./terraform-names.ts";

/** The shape of an attribute's values, as the service's JSON and in Terraform. */
export type Shape =
  | { readonly kind: "number" | "bool" }
  /** Any JSON. In Terraform it is a text. */
  | { readonly kind: "json" }
  /** `nullAs`: the text that means null in Terraform. */
  | { readonly kind: "string"; readonly nullAs?: string }
  /** `map`: an object whose field names are values themselves, such as languages. */
  | { readonly kind: "list" | "set" | "map"; readonly element: Shape }
  | { readonly kind: "object"; readonly fields: readonly ShapeField[] };

export interface ShapeField {
  /** Name in Terraform. */
  readonly name: string;
  /** Name in JSON. */
  readonly json: string;
  readonly shape: Shape;
  /** The JSON Schema of its values. */
  readonly schema: JsonObject;
  readonly required: boolean;
}

/** The JSON Schema of what a Zod schema accepts. */
export function jsonSchemaOf(schema: z.ZodType): JsonObject {
  return z.toJSONSchema(schema, { unrepresentable: "any", io: "input" }) as JsonObject;
}

/** Whether a Terraform value must be JSON and does not parse. */
export function isBrokenJson(shape: Shape, value: unknown): boolean {
  if (shape.kind !== "json" || typeof value !== "string") return false;
  try {
    JSON.parse(value);
    return false;
  } catch {
    return true;
  }
}

/** The shape of the values that a schema accepts. `set`: the order of a list does not matter. */
export function shapeOf(schema: JsonObject, set = false): Shape {
  const variants = schema["anyOf"] ?? schema["oneOf"];
  if (Array.isArray(variants)) return mergeShapes(variants.filter(isJsonObject).map((each) => shapeOf(each)));
  if (isJsonObject(schema["properties"])) return objectShape(schema, schema["properties"]);
  const { type, additionalProperties } = schema;
  if (type === "object" && isJsonObject(additionalProperties))
    return { kind: "map", element: shapeOf(additionalProperties) };
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
      schema: asObject(properties[json]),
      required: required.includes(json),
    })),
  };
}

/**
 * Merges the shapes of several variants into one. Objects get all fields of all variants; a field is required if every variant requires it.
 */
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
        schema:
          fields.length === 1 ? (fields[0]?.schema ?? {}) : { anyOf: fields.map((field) => field.schema) },
        required: fields.length === shapes.length && fields.every((field) => field.required),
      };
    }),
  };
}
