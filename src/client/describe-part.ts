import * as z from "zod";
import { apiVersionsOf } from "../model/api-version-marks.ts";
import { textIn } from "../model/emulator-responses.ts";
import { isJsonObject, type Json, type JsonObject } from "../model/json.ts";
import type { RequestPart } from "./request-parts.ts";

/** Describes the values of a request part: `text of 2 to 128 characters`, `one of asc, desc`. */
export function describePart({ name, schema }: RequestPart): string {
  if (schema === undefined) return idWords(name) ?? "text";
  const { description } = schema;
  const apiVersions = apiVersionsOf(schema);
  const values = describe(jsonSchemaOf(schema));
  const parts = [
    values === "text" && description !== undefined ? undefined : values,
    apiVersions &&
      `only in the API version${apiVersions.length === 1 ? "" : "s"} ${apiVersions.join(" and ")}`,
    description,
  ];
  return parts.filter((part) => part !== undefined).join("; ");
}

/** `spaceId` → `id of the space`. Undefined: the name is not that of an id. */
function idWords(name: string): string | undefined {
  if (!name.endsWith("Id")) return undefined;
  const words = name.slice(0, -"Id".length).replaceAll(/[A-Z]/gu, (letter) => ` ${letter.toLowerCase()}`);
  return `id of the ${words}`;
}

function jsonSchemaOf(schema: z.ZodType): JsonObject {
  return z.toJSONSchema(schema, { unrepresentable: "any", io: "input" }) as JsonObject;
}

function describe(schema: JsonObject): string {
  const { enum: values, const: value, anyOf, type } = schema;
  if (Array.isArray(values)) return `one of ${values.map(textOf).join(", ")}`;
  if (value !== undefined) return textOf(value);
  if (Array.isArray(anyOf)) return describeVariants(anyOf.filter(isJsonObject));
  if (Array.isArray(type)) return describeVariants(type.map((each: Json) => ({ ...schema, type: each })));
  switch (textIn(type)) {
    case "string":
      return describeText(schema);
    case "number":
    case "integer":
      return withRange("a number", schema["minimum"], declaredMaximum(schema["maximum"]), "");
    case "boolean":
      return "true or false";
    case "null":
      return "null";
    case "array":
      return `${withRange("a list", schema["minItems"], schema["maxItems"], " items")}, each ${describe(itemsOf(schema))}`;
    default:
      return describeObject(schema);
  }
}

function describeVariants(variants: readonly JsonObject[]): string {
  const descriptions = [...new Set(variants.map(describe))];
  // The schema of a boolean query parameter also accepts the same value as text. The description omits that.
  const isBoolean = descriptions.includes("true or false");
  return descriptions.filter((each) => !isBoolean || each !== "one of true, false").join(", or ");
}

function describeText(schema: JsonObject): string {
  const kind = textKinds[textIn(schema["format"])] ?? "text";
  const text = withRange(kind, schema["minLength"], schema["maxLength"], " characters");
  return kind === "text" ? [text, ...patternsIn(schema)].join(" that matches ") : text;
}

/** The patterns that text must match. Formats such as URLs have long patterns of their own; the caller omits those. */
function patternsIn({ pattern, allOf }: JsonObject): readonly string[] {
  const further = Array.isArray(allOf) ? allOf.filter(isJsonObject).flatMap(patternsIn) : [];
  return typeof pattern === "string" ? [pattern, ...further] : further;
}

const textKinds: Readonly<Record<string, string>> = {
  uri: "a URL",
  "date-time": "a time as in 2026-01-31T12:00:00Z",
  email: "an e-mail address",
};

function describeObject(schema: JsonObject): string {
  const fields = Object.keys(isJsonObject(schema["properties"]) ? schema["properties"] : {});
  return fields.length === 0 ? "JSON" : `an object with ${fields.join(", ")}`;
}

function itemsOf({ items }: JsonObject): JsonObject {
  return isJsonObject(items) ? items : {};
}

function withRange(kind: string, least: Json | undefined, most: Json | undefined, unit: string): string {
  if (least === undefined && most === undefined) return kind;
  if (most === undefined) return `${kind} of ${textOf(least)}${unit} or more`;
  if (least === undefined || least === 0) return `${kind} of at most ${textOf(most)}${unit}`;
  return `${kind} of ${textOf(least)} to ${textOf(most)}${unit}`;
}

/** Omits the bound that zod writes into the JSON Schema of every whole number. */
function declaredMaximum(most: Json | undefined): Json | undefined {
  return most === Number.MAX_SAFE_INTEGER ? undefined : most;
}

function textOf(value: Json | undefined): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
