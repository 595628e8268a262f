import type { z } from "zod";
import { EmulatorRefusal } from "../model/emulator-rules.ts";
import type { Endpoint, Generation } from "../model/endpoint.ts";
import { foreignParts } from "../model/generation-marks.ts";
import { isJsonObject, type Json, type JsonObject } from "../model/json.ts";

/** A body by the endpoint's declaration, and what the service drops of it without a word. */
export interface CheckedBody {
  readonly body: JsonObject;
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

/** Checks a body by the endpoint's schema, as this generation has it; the first problem is the service's answer. */
export function checkBody(endpoint: Endpoint, sent: Json | undefined, generation: Generation): CheckedBody {
  if (endpoint.body === undefined) return { body: {}, dropped: [] };
  const value = sent ?? {};
  const parsed = parseLeniently(endpoint.body, value);
  if (!parsed.success) throw new EmulatorRefusal(400, firstProblem("body", parsed.error));
  refuseForeignParts(endpoint.body, parsed.data, generation);
  const body = (parsed.data ?? {}) as JsonObject;
  return { body, dropped: missingFields(value, body as Json, "") };
}

function refuseForeignParts(schema: z.ZodType, body: unknown, generation: Generation): void {
  const [foreign] = foreignParts(schema, body, generation);
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

function firstProblem(where: string, error: z.ZodError): string {
  const issue = error.issues[0];
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

/** Checks declared query parameters, and `page` and `limit` of lists; parameters that nobody declares are ignored. */
export function checkQuery(endpoint: Endpoint, query: URLSearchParams): Readonly<Record<string, string>> {
  const given = Object.fromEntries(query);
  if (endpoint.query !== undefined) checkDeclared(endpoint.query, query);
  const limit = given["limit"];
  if (endpoint.paged === true && limit !== undefined) {
    if (!/^\d{1,4}$/.test(limit) || Number(limit) < 1 || Number(limit) > 1000) {
      throw new EmulatorRefusal(400, "Invalid query.limit: expected a number from 1 to 1000");
    }
  }
  return given;
}

function checkDeclared(schema: z.ZodObject, query: URLSearchParams): void {
  for (const [name, rule] of Object.entries(schema.shape) as [string, z.ZodType][]) {
    const text = query.get(name) ?? undefined;
    const first = rule.safeParse(text);
    if (first.success) continue;
    const readings = text === undefined ? [] : [typed(text), query.getAll(name)];
    if (readings.some((reading) => rule.safeParse(reading).success)) continue;
    throw new EmulatorRefusal(400, firstProblem(`query.${name}`, first.error));
  }
}

/** A parameter as the declaration may mean it: text on the wire, a boolean or a number in the schema. */
function typed(text: string): Json {
  if (text === "true" || text === "false") return text === "true";
  return text !== "" && Number.isFinite(Number(text)) ? Number(text) : text;
}
