import * as z from "zod";
import { fail } from "../../model/codes/service-words.ts";
import type { Call, Endpoint, QueryValue } from "../../model/endpoint.ts";
import type { DocsformError } from "../../model/errors.ts";
import type { Json } from "../../util/json.ts";
import { didYouMean } from "../../util/nearest.ts";
import { once } from "../../util/once.ts";
import { present } from "../../util/present.ts";

/** The place of a request part: path, query, a field of the body, or the whole body. */
export type PartPlace = "path" | "query" | "body" | "whole-body";

/** A part of the input of an operation. */
export interface RequestPart {
  readonly name: string;
  readonly in: PartPlace;
  readonly required: boolean;
  /** The part that replaces this one: `body`, the whole body, replaces the fields of the body. */
  readonly replacedBy?: string;
  /** Absent: any text. */
  readonly schema?: z.ZodType;
}

/** All parts of the input of an operation. Their names differ. */
export interface RequestParts {
  readonly parts: ReadonlyMap<string, RequestPart>;
  /** Whether the body also accepts fields that no part names. */
  readonly acceptsAnyField: boolean;
}

/** Reads the parts of the input from the declaration of an operation. */
export function requestPartsOf(endpoint: Endpoint): RequestParts {
  const all = [
    ...pathParts(endpoint),
    ...queryParts(endpoint),
    ...pagingParts(endpoint),
    ...bodyParts(endpoint),
  ];
  return {
    parts: new Map(all.map((part) => [part.name, part])),
    acceptsAnyField: acceptsAnyField(endpoint.body),
  };
}

/** The required parts that an input does not have. */
export function missingParts({ parts }: RequestParts, input: PartInput): readonly RequestPart[] {
  const isGiven = (name: string) => Object.hasOwn(input, name);
  return [...parts.values()].filter(
    ({ name, required, replacedBy }) =>
      required && !isGiven(name) && !(replacedBy !== undefined && isGiven(replacedBy)),
  );
}

/** The input of an operation, by name. */
export type PartInput = Readonly<Record<string, unknown>>;

/**
 * Returns a function that turns an input into a call. It throws `client/unknown-input` for a name that the operation does not have,
 * and for an input that has both the whole body and fields of it.
 */
export function callsOf(endpoint: Endpoint): (input: PartInput) => Call {
  const parts = once(() => requestPartsOf(endpoint));
  return (input) => callOf(endpoint, parts(), input);
}

function callOf(endpoint: Endpoint, { parts, acceptsAnyField }: RequestParts, input: PartInput): Call {
  const { operation } = endpoint;
  const params: Record<string, string> = {};
  const query: Record<string, QueryValue> = {};
  const fields: Record<string, Json> = {};
  let wholeBody: Json | undefined;
  const put: Readonly<Record<PartPlace, (name: string, value: unknown) => void>> = {
    path: (name, value) => (params[name] = `${value as string | number}`),
    query: (name, value) => (query[name] = value as QueryValue),
    body: (name, value) => (fields[name] = value as Json),
    "whole-body": (_, value) => (wholeBody = value as Json),
  };
  for (const [name, value] of Object.entries(input)) {
    const part = parts.get(name);
    if (part === undefined && !acceptsAnyField) throw unknownInput(operation, name, [...parts.keys()]);
    if (value !== undefined) put[part?.in ?? "body"](name, value);
  }
  const [field] = Object.keys(fields);
  if (wholeBody !== undefined && field !== undefined)
    throw fail("client/unknown-input", { case: "duplicate", operation, name: field });
  const hasFields = endpoint.body instanceof z.ZodObject || field !== undefined;
  return { endpoint, params, query, ...present({ body: wholeBody ?? (hasFields ? fields : undefined) }) };
}

function pathParts({ path, params = {} }: Endpoint): readonly RequestPart[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => ({
    name,
    in: "path",
    required: true,
    ...present({ schema: params[name] }),
  }));
}

function queryParts({ query }: Endpoint): readonly RequestPart[] {
  return partsOfFields(query, "query");
}

const paging = z.object({
  page: z.string().optional().describe("The `next` of the page before. Absent: the first page."),
  limit: z.int().min(0).max(1000).optional().describe("Items per page."),
});

function pagingParts({ paged }: Endpoint): readonly RequestPart[] {
  return paged === true ? partsOfFields(paging, "query") : [];
}

function bodyParts({ body }: Endpoint): readonly RequestPart[] {
  if (body === undefined) return [];
  if (body instanceof z.ZodObject) return partsOfFields(body, "body");
  const wholeBody: RequestPart = { name: "body", in: "whole-body", required: isRequired(body), schema: body };
  const item = itemOfOneOrMany(body);
  if (item === undefined) return [wholeBody];
  const fields = partsOfFields(item, "body").map((part) => ({ ...part, replacedBy: wholeBody.name }));
  return [{ ...wholeBody, required: false }, ...fields];
}

/** The object schema, for a body that is one object or a list of them. Undefined: for any other body. */
function itemOfOneOrMany(body: z.ZodType): z.ZodObject | undefined {
  if (!(body instanceof z.ZodUnion)) return undefined;
  const [one, many, ...others] = body.options as readonly z.ZodType[];
  const isOneOrMany = many instanceof z.ZodArray && many.element === one && others.length === 0;
  return isOneOrMany && one instanceof z.ZodObject ? one : undefined;
}

function partsOfFields(object: z.ZodObject | undefined, place: PartPlace): readonly RequestPart[] {
  return Object.entries((object?.shape ?? {}) as Readonly<Record<string, z.ZodType>>).map(
    ([name, schema]) => ({
      name,
      in: place,
      required: isRequired(schema),
      schema,
    }),
  );
}

function isRequired(schema: z.ZodType): boolean {
  return !schema.safeParse(undefined).success;
}

function acceptsAnyField(body: z.ZodType | undefined): boolean {
  const { catchall } = (body && (body instanceof z.ZodObject ? body : itemOfOneOrMany(body)))?.def ?? {};
  return catchall !== undefined && !(catchall instanceof z.ZodNever);
}

function unknownInput(operation: string, name: string, inputs: readonly string[]): DocsformError {
  const meant = didYouMean(name, inputs);
  if (meant !== undefined) return fail("client/unknown-input", { case: "unknown", operation, name, meant });
  if (inputs.length === 0) return fail("client/unknown-input", { case: "none", operation, name });
  return fail("client/unknown-input", { case: "listed", operation, name, inputs });
}
