import * as z from "zod";
import { type RequestPart, requestPartsOf } from "../../contract/client/request-parts.ts";
import { effectOf } from "../../model/endpoint.ts";
import { isJsonObject, type Json, type JsonObject } from "../../util/json.ts";
import type { NamedOperation } from "./directory.ts";
import { flagOf, isFlag } from "./flag-of.ts";
import { kebabCase } from "./kebab-case.ts";

/** A call with all required inputs: `docsform call sites create --organization-id ORGANIZATION_ID --write`. */
export function exampleOf({ system, name, endpoint }: NamedOperation): string {
  const required = [...requestPartsOf(endpoint).parts.values()].filter((part) => part.required);
  return [
    `docsform call ${system} ${name}`,
    ...required.map((part) => (isFlag(part) ? flagOf(part) : `${flagOf(part)} ${wordFor(part)}`)),
    ...(effectOf(endpoint) === "read" ? [] : ["--write"]),
  ].join(" ");
}

/** The value as a word for a shell. */
function wordFor({ name, schema }: RequestPart): string {
  const value = schema === undefined ? placeholder(name) : sampleOf(name, jsonSchemaOf(schema));
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return /^[\w./:@-]+$/u.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

function jsonSchemaOf(schema: z.ZodType): JsonObject {
  return z.toJSONSchema(schema, { unrepresentable: "any", io: "input" }) as JsonObject;
}

/** `siteId` → `SITE_ID`: the user replaces it. */
function placeholder(name: string): string {
  return kebabCase(name).replaceAll("-", "_").toUpperCase();
}

const texts: Readonly<Record<string, string>> = {
  uri: "https://example.com",
  email: "ann@example.com",
  "date-time": "2026-01-31T12:00:00Z",
};

/** A small value that the schema accepts, with placeholders for texts. */
function sampleOf(name: string, schema: JsonObject): Json {
  const { enum: values, const: value, type, items } = schema;
  if (value !== undefined) return value;
  if (Array.isArray(values)) return values[0] ?? null;
  const variant = firstVariant(schema);
  if (variant !== undefined) return sampleOf(name, variant);
  switch (typeof type === "string" ? type : "") {
    case "array":
      return isJsonObject(items) ? [sampleOf(name, items)] : [];
    case "object":
      return objectOf(schema);
    case "boolean":
      return true;
    case "number":
    case "integer":
      return leastOf(schema);
    default:
      return textOf(name, schema);
  }
}

function firstVariant({ anyOf, oneOf = anyOf }: JsonObject): JsonObject | undefined {
  return Array.isArray(oneOf) ? oneOf.find(isJsonObject) : undefined;
}

function leastOf({ minimum }: JsonObject): number {
  return typeof minimum === "number" ? minimum : 1;
}

function textOf(name: string, { format, pattern, description }: JsonObject): string {
  const text = (typeof format === "string" ? texts[format] : undefined) ?? placeholder(name);
  if (typeof pattern !== "string" || new RegExp(pattern, "u").test(text)) return text;
  const [, described = text] = (typeof description === "string" && /`([^`]+)`/u.exec(description)) || [];
  return described;
}

/** The required fields. */
function objectOf({ properties, required }: JsonObject): JsonObject {
  const fields = isJsonObject(properties) ? Object.entries(properties) : [];
  const names: readonly Json[] = Array.isArray(required) ? required : [];
  return Object.fromEntries(
    fields.flatMap(([name, field]) =>
      names.includes(name) && isJsonObject(field) ? [[name, sampleOf(name, field)]] : [],
    ),
  );
}
