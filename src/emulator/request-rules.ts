import type * as z from "zod";
import { foreignParts, isKnownTo } from "../model/api-version-marks.ts";
import { EmulatorRefusal, type EmulatorRequest } from "../model/emulator-rules.ts";
import type { ApiVersion, Endpoint } from "../model/endpoint.ts";
import { explainIssues } from "../model/explain-issue.ts";
import { isJsonObject, type Json, type JsonObject, parseShallow, TooDeepError } from "../util/json.ts";

/** The body that the endpoint's schema accepts, with the paths of the fields that the service silently drops. */
export interface CheckedBody {
  readonly body: JsonObject;
  readonly bodyItems: readonly Json[];
  readonly ignoredFields: readonly string[];
}

/** Parses the body of a request. Throws the service's 400 if it is not JSON, or nested too deeply. */
export function parseBody(text: string | undefined): Json | undefined {
  if (text === undefined || text === "") return undefined;
  try {
    return parseShallow(text) as Json;
  } catch (error) {
    const problem = error instanceof TooDeepError ? `invalid: ${error.message}` : "not valid JSON";
    throw new EmulatorRefusal(400, `The request body is ${problem}.`);
  }
}

/** Checks a body against the endpoint's schema in this API version. Throws the service's 400 with the first problem. */
export function checkBody(endpoint: Endpoint, sent: Json | undefined, apiVersion: ApiVersion): CheckedBody {
  if (endpoint.body === undefined) return { body: {}, bodyItems: [], ignoredFields: [] };
  const value = sent ?? {};
  const parsed = parseLeniently(endpoint.body, value);
  if (!parsed.success) throw new EmulatorRefusal(400, firstProblem("body", parsed.error, value));
  refuseForeignParts(endpoint.body, parsed.data, apiVersion);
  const accepted = (parsed.data ?? {}) as Json;
  return { ...asParts(accepted), ignoredFields: missingFields(value, accepted, "") };
}

function asParts(body: Json): Pick<CheckedBody, "body" | "bodyItems"> {
  if (Array.isArray(body)) return { body: {}, bodyItems: body };
  return { body: body as JsonObject, bodyItems: [] };
}

function refuseForeignParts(schema: z.ZodType, body: unknown, apiVersion: ApiVersion): void {
  const [foreign] = foreignParts(schema, body, apiVersion);
  if (foreign === undefined) return;
  throw new EmulatorRefusal(400, `Invalid ${["body", ...foreign.path].join(".")}: unknown to this service`);
}

/** Parses a body and drops the fields that a schema forbids, as the service does. Every other mismatch remains a problem. */
function parseLeniently(schema: z.ZodType, value: Json): z.ZodSafeParseResult<unknown> {
  const first = schema.safeParse(value);
  if (first.success) return first;
  const { issues } = first.error;
  if (!issues.every((issue) => issue.code === "unrecognized_keys")) return first;
  const copy = structuredClone(value) as Json;
  for (const issue of issues) {
    const object = issue.path.reduce<unknown>(
      (at, key) => (at as Record<PropertyKey, unknown> | undefined)?.[key],
      copy,
    );
    if (isJsonObject(object)) for (const key of issue.keys) delete (object as Record<string, Json>)[key];
  }
  return schema.safeParse(copy);
}

function firstProblem(where: string, error: z.ZodError, value: unknown): string {
  const issue = error.issues[0];
  // "Invalid union" does not help. The message describes the problem of the likeliest variant instead.
  const [reported] = issue?.code === "invalid_union" ? explainIssues(where, [issue], value, false) : [];
  if (reported !== undefined) return `Invalid ${where}: ${reported.message}`;
  return `Invalid ${[where, ...(issue?.path ?? [])].map(String).join(".")}: ${issue?.message ?? "unknown"}`;
}

function missingFields(sent: Json, accepted: Json, prefix: string): readonly string[] {
  if (Array.isArray(sent) && Array.isArray(accepted)) {
    return sent.flatMap((item: Json, index) =>
      missingFields(item, accepted[index] as Json, `${prefix}${index}.`),
    );
  }
  if (!isJsonObject(sent) || !isJsonObject(accepted)) return [];
  return Object.keys(sent).flatMap((field) =>
    accepted[field] === undefined
      ? [`${prefix}${field}`]
      : missingFields(sent[field] as Json, accepted[field], `${prefix}${field}.`),
  );
}

/** Query parameters, checked against the endpoint's declaration. */
export type CheckedQuery = Pick<EmulatorRequest, "query" | "queryLists">;

/**
 * Checks the declared query parameters, and `page` and `limit` of lists. The service ignores parameters that the endpoint does not
 * declare, and those that only another API version has.
 */
export function checkQuery(endpoint: Endpoint, query: URLSearchParams, apiVersion: ApiVersion): CheckedQuery {
  const lists = Object.fromEntries([...new Set(query.keys())].map((name) => [name, query.getAll(name)]));
  for (const [name, rule] of Object.entries((endpoint.query?.shape ?? {}) as Record<string, z.ZodType>)) {
    if (isKnownTo(rule, apiVersion)) checkDeclared(name, rule, lists[name], apiVersion);
    else delete lists[name];
  }
  const lastValues = lastOf(lists);
  const limit = lastValues["limit"];
  if (endpoint.paged === true && limit !== undefined) {
    if (!/^\d{1,4}$/.test(limit) || Number(limit) > 1000) {
      throw new EmulatorRefusal(400, "Invalid query.limit: expected a number from 0 to 1000");
    }
  }
  return { query: lastValues, queryLists: lists };
}

/** The last value of each parameter. It is the one that counts if a parameter with a single value is repeated. */
export function lastOf(lists: CheckedQuery["queryLists"]): CheckedQuery["query"] {
  return Object.fromEntries(Object.entries(lists).map(([name, values]) => [name, values.at(-1) ?? ""]));
}

function checkDeclared(
  name: string,
  rule: z.ZodType,
  values: readonly string[] | undefined,
  apiVersion: ApiVersion,
): void {
  const [text] = values ?? [];
  const isRepeated = values !== undefined && values.length > 1;
  const readings: readonly unknown[] = isRepeated
    ? [values, values.map(typed)]
    : [text, typed(text), values, values?.map(typed)];
  const accepted = readings.filter((reading) => rule.safeParse(reading).success);
  const { error } = rule.safeParse(readings[0]);
  if (accepted.length === 0 && error !== undefined)
    throw new EmulatorRefusal(400, firstProblem(`query.${name}`, error, readings[0]));
  if (foreignParts(rule, accepted[0], apiVersion).length > 0)
    throw new EmulatorRefusal(400, `Invalid query.${name}: unknown to this service`);
}

/** A query parameter in the type that its schema may expect: a boolean or a number instead of text. */
function typed(text: string | undefined): Json | undefined {
  if (text === "true" || text === "false") return text === "true";
  return text !== "" && Number.isFinite(Number(text)) ? Number(text) : text;
}
