import type { z } from "zod";
import type { Call, Endpoint } from "../model/endpoint.ts";
import { firstProblem, valueAt } from "../model/explain-issue.ts";
import { isJsonObject, type Json } from "../model/json.ts";
import { present } from "../model/present.ts";
import type { TransportResponse } from "./transport.ts";

/** What a call that succeeded gave. */
export interface Answer {
  readonly status: number;
  /** As the service sent it, unknown fields included; null when there is none. */
  readonly body: Json;
  /** The service said that there was nothing left to do. */
  readonly alreadySo: boolean;
  readonly requestId?: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
}

/** What an answer means for its call. */
export type Reading =
  | { readonly kind: "success"; readonly answer: Answer }
  | { readonly kind: "failure" }
  | { readonly kind: "bad-answer"; readonly defect: "broken" | "misfit"; readonly problem: string };

const successes: readonly number[] = [200, 201, 202, 204, 205];

/** True when the status says that the call was done. */
export function isSuccess(endpoint: Endpoint, status: number): boolean {
  return successes.includes(status) || endpoint.success.includes(status);
}

/** True when a success of this endpoint says something that docsform relies on. */
export function needsBody(endpoint: Endpoint): boolean {
  return endpoint.response !== undefined || endpoint.paged === true;
}

/** Tells success from failure, and checks the body of a success against what its endpoint declares. */
export function readAnswer(call: Call, response: TransportResponse): Reading {
  const { endpoint } = call;
  const { status } = response;
  const requestId = requestIdOf(response);
  const common = { status, headers: response.headers, ...present({ requestId }) };
  if (isSuccess(endpoint, status)) {
    const read = readBody(endpoint, response);
    if ("problem" in read) return { kind: "bad-answer", ...read };
    return { kind: "success", answer: { ...common, body: read.body, alreadySo: false } };
  }
  const isSo = call.alreadySo?.includes(status) === true || (endpoint.method === "DELETE" && status === 404);
  if (isSo) return { kind: "success", answer: { ...common, body: null, alreadySo: true } };
  return { kind: "failure" };
}

/** The service's name for the request, for its support. */
export function requestIdOf(response: TransportResponse): string | undefined {
  const { headers } = response;
  return headers["x-request-id"] ?? headers["request-id"] ?? headers["cf-ray"];
}

/** What a failure says, from the service's error body. */
export function errorMessageOf(response: TransportResponse): string | undefined {
  const body = parseJson(response.text);
  const error = isJsonObject(body) ? body["error"] : undefined;
  const message = isJsonObject(error) ? error["message"] : undefined;
  return typeof message === "string" && message !== "" ? message : undefined;
}

type ReadBody = { readonly body: Json } | { readonly defect: "broken" | "misfit"; readonly problem: string };

function readBody(endpoint: Endpoint, response: TransportResponse): ReadBody {
  const body = response.text === "" ? undefined : parseJson(response.text);
  if (!needsBody(endpoint)) return { body: body ?? null };
  if (body === undefined) {
    // Another type of content is no transmission fault: something other than the service answered.
    const type = response.headers["content-type"] ?? "json";
    const defect = type.includes("json") ? "broken" : "misfit";
    return { defect, problem: response.text === "" ? "it is empty" : "it is not JSON" };
  }
  const problem = endpoint.paged ? problemOfPage(endpoint, body) : problemOf(endpoint.response, body, []);
  return problem === undefined ? { body } : { defect: "misfit", problem };
}

function problemOfPage(endpoint: Endpoint, body: Json): string | undefined {
  const items = isJsonObject(body) ? body["items"] : undefined;
  if (!Array.isArray(items)) return "items must be a list";
  for (let index = 0; index < items.length; index++) {
    const problem = problemOf(endpoint.response, body, ["items", index]);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

/** `at`: where in the body the value is that the schema is of. */
function problemOf(
  schema: z.ZodType | undefined,
  body: Json,
  at: readonly (string | number)[],
): string | undefined {
  const issues = schema?.safeParse(valueAt(body, at)).error?.issues ?? [];
  const placed = issues.map((issue) => ({ ...issue, path: [...at, ...issue.path] }));
  return firstProblem(placed, body);
}

function parseJson(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
