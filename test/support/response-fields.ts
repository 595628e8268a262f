import * as z from "zod";
import type { ApiVersion, Endpoint } from "../../src/model/endpoint.ts";
import type { ResourceType } from "../../src/model/resource-type.ts";
import { isJsonObject, type Json, type JsonObject } from "../../src/util/json.ts";
import { publishedDocument } from "./contract-document.ts";

/** A field of a response. */
export interface ResponseField {
  readonly operation: string;
  /** The kind of the object with the field, from the object's field `object`. Undefined: the response itself, or an item of its list. */
  readonly kind?: string;
  /** The path from that object to the field, without indexes of lists. */
  readonly path: readonly string[];
  readonly isRequired: boolean;
  readonly isNullable: boolean;
}

/** The operations that docsform reads with. */
export function readsOf(types: readonly ResourceType[]): readonly Endpoint[] {
  const endpoints = types.flatMap(({ reads, readById, details = [], currentUser }) => [
    ...reads.map(({ endpoint }) => endpoint),
    ...(readById === undefined ? [] : [readById.endpoint]),
    ...details.map(({ endpoint }) => endpoint),
    ...(currentUser === undefined ? [] : [currentUser.endpoint]),
  ]);
  return [...new Set(endpoints)];
}

/** The schema of a response, or of each item of a paged list. */
export interface ResponseSchema {
  readonly schema: JsonObject;
  /** Returns a schema, or follows its reference. */
  readonly resolve: (schema: Json | undefined) => JsonObject;
}

/** The fields that the row of an operation declares for its response. */
export function declaredFields(endpoint: Endpoint): readonly ResponseField[] {
  return fieldsOf(endpoint.operation, declaredResponse(endpoint));
}

/** The response schema that the row of an operation declares. */
export function declaredResponse({ response }: Endpoint): ResponseSchema | undefined {
  if (response === undefined) return undefined;
  const schema = z.toJSONSchema(response, { io: "input", unrepresentable: "any" }) as JsonObject;
  const resolve = (each: Json | undefined): JsonObject => {
    if (!isJsonObject(each)) return {};
    const target = each["$ref"];
    return typeof target === "string" ? resolve(at(schema, target)) : each;
  };
  return { schema, resolve };
}

/** The fields that a published document describes for an operation's response. */
export function publishedFields(endpoint: Endpoint, apiVersion: ApiVersion): readonly ResponseField[] {
  return fieldsOf(endpoint.operation, publishedResponse(endpoint, apiVersion));
}

/** The response schema of an operation in a published document. */
export function publishedResponse(
  { operation, paged }: Endpoint,
  apiVersion: ApiVersion,
): ResponseSchema | undefined {
  const document = publishedDocument(apiVersion);
  const resolve: Resolve = (schema) => document.resolve(schema);
  const responses = document.byId(operation)?.responses ?? {};
  const schema = (responses["200"] ?? responses["201"])?.schema;
  if (schema === undefined) return undefined;
  return { schema: paged === true ? itemOf(schema, resolve) : schema, resolve };
}

function itemOf(given: Json | undefined, resolve: Resolve): JsonObject {
  const schema = resolve(given);
  const { properties } = schema;
  const items = isJsonObject(properties) ? resolve(properties["items"])["items"] : undefined;
  if (items !== undefined) return resolve(items);
  for (const part of listIn(schema, "allOf")) {
    const item = itemOf(part, resolve);
    if (Object.keys(item).length > 0) return item;
  }
  return {};
}

type Resolve = ResponseSchema["resolve"];

interface Walk {
  readonly operation: string;
  readonly resolve: Resolve;
  readonly found: Map<string, ResponseField>;
  /** The paths at which each schema was visited, because schemas are recursive. */
  readonly seen: Map<JsonObject, Set<string>>;
}

function fieldsOf(operation: string, answer: ResponseSchema | undefined): readonly ResponseField[] {
  if (answer === undefined) return [];
  const { schema, resolve } = answer;
  const walk = { operation, resolve, found: new Map<string, ResponseField>(), seen: new Map() };
  visit(walk, schema, undefined, []);
  return [...walk.found.values()];
}

function visit(walk: Walk, given: Json | undefined, kind: string | undefined, path: readonly string[]): void {
  const schema = walk.resolve(given);
  const place = [kind ?? "", ...path].join(" ");
  const places = walk.seen.get(schema) ?? new Set();
  if (path.length > 5 || places.has(place)) return;
  walk.seen.set(schema, places.add(place));
  if (isJsonObject(schema["items"])) visit(walk, schema["items"], kind, path);
  for (const word of ["allOf", "oneOf", "anyOf"])
    for (const branch of listIn(schema, word)) visit(walk, branch, kind, path);
  const { properties } = schema;
  if (isJsonObject(properties)) visitProperties(walk, schema, properties, { kind, path });
}

interface Place {
  readonly kind: string | undefined;
  readonly path: readonly string[];
}

function visitProperties(
  walk: Walk,
  schema: JsonObject,
  properties: JsonObject,
  { kind, path }: Place,
): void {
  const isWhole = kind === undefined && path.length === 0;
  const own = isWhole ? undefined : onlyValue(walk.resolve(properties["object"]));
  const at: Place = own === undefined ? { kind, path } : { kind: own, path: [] };
  const required = listIn(schema, "required");
  for (const [name, field] of Object.entries(properties))
    visitField(walk, field, { kind: at.kind, path: [...at.path, name] }, required.includes(name));
}

function visitField(walk: Walk, field: Json, { kind, path }: Place, isDemanded: boolean): void {
  const key = [kind ?? "", ...path].join(" ");
  const known = walk.found.get(key);
  const { operation } = walk;
  walk.found.set(key, {
    operation,
    ...(kind !== undefined && { kind }),
    path,
    isRequired: isDemanded || known?.isRequired === true,
    isNullable: admitsNull(walk.resolve, field) || known?.isNullable === true,
  });
  if (known === undefined) visit(walk, field, kind, path);
}

function listIn(schema: JsonObject, name: string): readonly Json[] {
  const list = schema[name];
  return Array.isArray(list) ? list : [];
}

function onlyValue(schema: JsonObject): string | undefined {
  const values = [schema["const"], ...(listIn(schema, "enum").length === 1 ? listIn(schema, "enum") : [])];
  return values.find((value) => typeof value === "string");
}

function admitsNull(resolve: Resolve, given: Json | undefined): boolean {
  const schema = resolve(given);
  const { type } = schema;
  if (type === "null" || schema["nullable"] === true || (Array.isArray(type) && type.includes("null")))
    return true;
  if (listIn(schema, "enum").includes(null)) return true;
  return ["oneOf", "anyOf"].some((word) =>
    listIn(schema, word).some((branch) => admitsNull(resolve, branch)),
  );
}

function at(document: JsonObject, pointer: string): Json | undefined {
  return pointer
    .slice(2)
    .split("/")
    .filter((name) => name !== "")
    .reduce<Json | undefined>((place, name) => (isJsonObject(place) ? place[name] : undefined), document);
}

/** The body with the fields changed in each object of their kind. */
export function withFields(
  body: Json,
  fields: readonly ResponseField[],
  alter: "null" | "remove",
  paged: boolean,
): Json {
  const change = (value: Json, kind: string | undefined, path: readonly string[]): Json => {
    if (Array.isArray(value)) return value.map((item: Json) => change(item, kind, path));
    if (!isJsonObject(value)) return value;
    const isWhole = kind === undefined && path.length === 0;
    const own = !isWhole && typeof value["object"] === "string" ? value["object"] : undefined;
    const here = own === undefined || path.length === 0 ? path : [];
    const within = own ?? kind;
    const isMeant = (name: string) =>
      fields.some(
        (field) =>
          (field.kind === undefined || field.kind === within) &&
          field.path.length === here.length + 1 &&
          [...here, name].every((step, index) => field.path[index] === step),
      );
    const names = new Set([
      ...Object.keys(value),
      ...(alter === "null"
        ? fields.flatMap(({ path: [first = ""], path: { length } }) => (length === 1 ? [first] : []))
        : []),
    ]);
    return Object.fromEntries(
      [...names].flatMap((name) => {
        if (isMeant(name)) return alter === "null" ? [[name, null] as const] : [];
        const inner = value[name];
        return inner === undefined ? [] : [[name, change(inner, within, [...here, name])] as const];
      }),
    );
  };
  if (!paged || !isJsonObject(body)) return change(body, undefined, []);
  return { ...body, items: change(body["items"] ?? [], undefined, []) };
}
