import type { Call, Endpoint } from "../model/endpoint.ts";
import { isJsonObject, type Json, type JsonObject } from "../model/json.ts";
import { present } from "../model/present.ts";
import type { UnreadableField } from "../model/snapshot.ts";
import { tolerate } from "./tolerate.ts";
import type { TransportResponse } from "./transport.ts";

/** The response to a call that succeeded. */
export interface ApiResponse {
  readonly status: number;
  /** The body as the service sent it, with unknown fields and without optional fields that cannot be read. null: there is no body. */
  readonly body: Json;
  /** Whether the service answered that there was nothing to do. */
  readonly alreadySo: boolean;
  readonly requestId?: string;
  /** Fields that are omitted from the body because they differ from the contract. Absent: none. */
  readonly unreadable?: readonly UnreadableField[];
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
}

/** What an answer means for its call. */
export type ReadResult =
  | { readonly kind: "success"; readonly response: ApiResponse }
  | { readonly kind: "failure" }
  /** The status of a success, and a payment to be made instead: the service changed nothing. */
  | { readonly kind: "checkout" }
  | ({ readonly kind: "bad-answer" } & Defect);

/** Why the body of a success cannot be used. */
interface Defect {
  readonly defect: "broken" | "misfit";
  readonly problem: string;
  /** It is a field of what the service has, so the service itself has answered. */
  readonly isOfObject?: boolean;
}

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
export function readResponse(call: Call, response: TransportResponse): ReadResult {
  const { endpoint } = call;
  const { status } = response;
  const requestId = requestIdOf(response);
  const common = { status, headers: response.headers, ...present({ requestId }) };
  if (isSuccess(endpoint, status)) {
    if (isUnexpectedCheckout(endpoint, response)) return { kind: "checkout" };
    const read = readBody(endpoint, response);
    if ("problem" in read) return { kind: "bad-answer", ...read };
    return { kind: "success", response: { ...common, ...read, alreadySo: false } };
  }
  const isSo = call.alreadySo?.includes(status) === true || (endpoint.method === "DELETE" && status === 404);
  if (isSo) return { kind: "success", response: { ...common, body: null, alreadySo: true } };
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

/** Whether a write is answered with a checkout that its endpoint does not declare among its answers. */
function isUnexpectedCheckout({ method, response: schema }: Endpoint, { text }: TransportResponse): boolean {
  if (method === "GET" || !text.includes('"checkout"')) return false;
  const body = parseJson(text);
  return isCheckout(body) && (schema === undefined || !schema.safeParse(body).success);
}

/** Whether a body is the session of a payment, which the service answers with in place of what was asked for. */
export function isCheckout(body: unknown): boolean {
  return isJsonObject(body) && body["type"] === "checkout";
}

type ReadBody = Pick<ApiResponse, "body" | "unreadable"> | Defect;

function readBody(endpoint: Endpoint, response: TransportResponse): ReadBody {
  const body = response.text === "" ? undefined : parseJson(response.text);
  if (!needsBody(endpoint)) return { body: body ?? null };
  if (body === undefined) {
    // Another type of content is no transmission fault: something other than the service answered.
    const type = response.headers["content-type"] ?? "json";
    const defect = type.includes("json") ? "broken" : "misfit";
    return { defect, problem: response.text === "" ? "it is empty" : "it is not JSON" };
  }
  const { response: schema } = endpoint;
  if (endpoint.paged) return readPage(endpoint, body);
  const read = schema === undefined ? { body, unreadable: [] } : tolerate(schema, body);
  return "problem" in read ? { defect: "misfit", ...read } : readOf(endpoint, read.body, read.unreadable);
}

function readPage(endpoint: Endpoint, page: Json): ReadBody {
  const items = isJsonObject(page) ? page["items"] : undefined;
  if (!Array.isArray(items)) return { defect: "misfit", problem: "items must be a list" };
  const { response: schema } = endpoint;
  if (schema === undefined) return { body: page };
  const unreadable: Omit<UnreadableField, "operation">[] = [];
  const readable: Json[] = [];
  for (const [index, item] of items.entries()) {
    const read = tolerate(schema, item as Json, `items.${index}`);
    if ("problem" in read) return { defect: "misfit", ...read };
    unreadable.push(...read.unreadable);
    readable.push(read.body);
  }
  return readOf(endpoint, { ...(page as JsonObject), items: readable }, unreadable);
}

function readOf(
  { operation }: Endpoint,
  body: Json,
  unreadable: readonly Omit<UnreadableField, "operation">[],
): Pick<ApiResponse, "body" | "unreadable"> {
  return unreadable.length === 0
    ? { body }
    : { body, unreadable: unreadable.map((each) => ({ operation, ...each })) };
}

function parseJson(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
