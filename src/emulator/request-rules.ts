import type { z } from "zod";
import { foreignParts, isKnownTo } from "../model/api-version-marks.ts";
import { EmulatorRefusal, type EmulatorRequest } from "../model/emulator-rules.ts";
import type { ApiVersion, Endpoint } from "../model/endpoint.ts";
import { explainIssues } from "../model/explain-issue.ts";
import { isJsonObject, type Json, type JsonObject } from "../model/json.ts";

/** A body by the endpoint's declaration, and what the service drops of it without a word. */
export interface CheckedBody {
  readonly body: JsonObject;
  readonly bodyItems: readonly Json[];
  readonly dropped: readonly string[];
}

/** The JSON of a request; 400 when it is none. */
export function parseBody(text: string | undefined): Json | undefined {
  if (text === undefined || text === "") return undefined;
  try {
    return JSON.parse(text) as Json;
  } catch {
    throw new EmulatorRefusal(400, "The request body is not valid JSON.");
  }
}

/** Checks a body by the endpoint's schema, as this API version has it; the first problem is the service's answer. */
export function checkBody(endpoint: Endpoint, sent: Json | undefined, apiVersion: ApiVersion): CheckedBody {
  if (endpoint.body === undefined) return { body: {}, bodyItems: [], dropped: [] };
  const value = sent ?? {};
  const parsed = parseLeniently(endpoint.body, value);
  if (!parsed.success) throw new EmulatorRefusal(400, firstProblem("body", parsed.error, value));
  refuseForeignParts(endpoint.body, parsed.data, apiVersion);
  const accepted = (parsed.data ?? {}) as Json;
  return { ...asParts(accepted), dropped: missingFields(value, accepted, "") };
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

/** Fields that a schema forbids are dropped as the service drops them; everything else stays a problem. */
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
  // "Invalid union" helps nobody: the problem of the likeliest of its forms does.
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

/** Query parameters by the endpoint's declaration. */
export type CheckedQuery = Pick<EmulatorRequest, "query" | "queryLists">;

/**
 * Checks declared query parameters, and `page` and `limit` of lists. Parameters that nobody declares are ignored, and so are
 * those that only another API version has.
 */
export function checkQuery(endpoint: Endpoint, query: URLSearchParams, apiVersion: ApiVersion): CheckedQuery {
  const lists = Object.fromEntries([...new Set(query.keys())].map((name) => [name, query.getAll(name)]));
  for (const [name, rule] of Object.entries((endpoint.query?.shape ?? {}) as Record<string, z.ZodType>)) {
    if (isKnownTo(rule, apiVersion)) checkDeclared(name, rule, lists[name], apiVersion);
    else delete lists[name];
  }
  const given = lastOf(lists);
  const limit = given["limit"];
  if (endpoint.paged === true && limit !== undefined) {
    if (!/^\d{1,4}$/.test(limit) || Number(limit) > 1000) {
      throw new EmulatorRefusal(400, "Invalid query.limit: expected a number from 0 to 1000");
    }
  }
  return { query: given, queryLists: lists };
}

/** The value that counts where a parameter stands several times but means one. */
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

/** A parameter as the declaration may mean it: text on the wire, a boolean or a number in the schema. */
function typed(text: string | undefined): Json | undefined {
  if (text === "true" || text === "false") return text === "true";
  return text !== "" && Number.isFinite(Number(text)) ? Number(text) : text;
}
