import * as z from "zod";
import { apiVersionsOf } from "../../model/api-version-marks.ts";
import { textIn } from "../../model/emulator-responses.ts";
import type { ApiVersion } from "../../model/endpoint.ts";
import { isJsonObject, type Json, type JsonObject } from "../../util/json.ts";
import type { RequestPart } from "./request-parts.ts";

/**
 * Describes a request part: its values, the API versions that have it, and its meaning. `first` comes before them:
 * `required; one of asc, desc. Order by the time of posting.`
 */
export function describePart(part: RequestPart, first: readonly string[] = []): string {
  const meaning = meaningOf(part);
  const values = valuesOf(part);
  const facts = [
    ...first,
    ...(values === "text" && meaning !== undefined ? [] : [values]),
    ...onlyIn(part.schema && apiVersionsOf(part.schema)),
  ].join("; ");
  return [facts, meaning].filter((text) => text !== undefined && text !== "").join(". ");
}

/** The meaning of a request part. Undefined: its declaration does not say it. */
export function meaningOf({ name, schema }: RequestPart): string | undefined {
  return schema === undefined ? idWords(name) : descriptionIn(schema);
}

/** The values that a request part accepts: `text of 2 to 128 characters`, `one of asc, desc`. */
export function valuesOf({ schema }: RequestPart): string {
  return schema === undefined ? "text" : describe(jsonSchemaOf(schema));
}

/** `spaceId` → `Id of the space.`. Undefined: the name is not that of an id. */
function idWords(name: string): string | undefined {
  if (!name.endsWith("Id")) return undefined;
  const words = name.slice(0, -"Id".length).replaceAll(/[A-Z]/gu, (letter) => ` ${letter.toLowerCase()}`);
  return `Id of the ${words}.`;
}

/** The description of a schema. An optional or nullable value has that of the value. */
function descriptionIn(schema: z.ZodType): string | undefined {
  if (schema.description !== undefined) return schema.description;
  const isWrapped = schema instanceof z.ZodOptional || schema instanceof z.ZodNullable;
  return isWrapped ? descriptionIn(schema.unwrap() as z.ZodType) : undefined;
}

function onlyIn(apiVersions: readonly ApiVersion[] | undefined): readonly string[] {
  if (apiVersions === undefined) return [];
  return [`only in the API version${apiVersions.length === 1 ? "" : "s"} ${apiVersions.join(" and ")}`];
}

function jsonSchemaOf(schema: z.ZodType): JsonObject {
  return z.toJSONSchema(schema, {
    unrepresentable: "any",
    io: "input",
    override: ({ zodSchema, jsonSchema }) => {
      const words = rulesOf(zodSchema);
      if (words.length > 0) jsonSchema["rules"] = [...words];
    },
  }) as JsonObject;
}

/** The messages of a text's patterns: `must not begin or end with whitespace`. Empty if a pattern has none. */
function rulesOf({ _zod: { def } }: z.core.$ZodType): readonly string[] {
  const patterns = (def.checks ?? []).map((check) => check._zod.def).filter((check) => "pattern" in check);
  const messages = patterns.map(({ error }) => (error as (() => unknown) | undefined)?.());
  return messages.every((message) => typeof message === "string") ? messages : [];
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
      return withRange("a number", declaredBound(schema["minimum"]), declaredBound(schema["maximum"]), "");
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
  if (kind !== "text") return text;
  const { rules } = schema;
  if (Array.isArray(rules)) return `${text} (${rules.join("; ")})`;
  return [text, ...patternsIn(schema)].join(" that matches ");
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
  const declared = Object.entries(isJsonObject(schema["properties"]) ? schema["properties"] : {});
  if (declared.length === 0) return "JSON";
  const possible = declared.filter(([, field]) => !isNever(field)).map(([name]) => name);
  return possible.length === 0 ? "an empty object" : `an object with ${possible.join(", ")}`;
}

function isNever(field: Json): boolean {
  return isJsonObject(field) && field["not"] !== undefined;
}

function itemsOf({ items }: JsonObject): JsonObject {
  return isJsonObject(items) ? items : {};
}

function withRange(kind: string, least: Json | undefined, most: Json | undefined, unit: string): string {
  if (least === undefined && most === undefined) return kind;
  if (most === undefined && least === 1 && unit !== "") return `${kind} that is not empty`;
  if (most === undefined) return `${kind} of ${textOf(least)}${unit} or more`;
  if (least === undefined || least === 0) return `${kind} of at most ${textOf(most)}${unit}`;
  return `${kind} of ${textOf(least)} to ${textOf(most)}${unit}`;
}

/** Omits the bounds that zod writes into the JSON Schema of every whole number. */
function declaredBound(bound: Json | undefined): Json | undefined {
  return Math.abs(Number(bound)) === Number.MAX_SAFE_INTEGER ? undefined : bound;
}

function textOf(value: Json | undefined): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
