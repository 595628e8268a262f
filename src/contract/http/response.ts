import type { Call, Endpoint } from "../../model/endpoint.ts";
import type { UnreadableField } from "../../model/snapshot.ts";
import { isJsonObject, type Json, type JsonObject } from "../../util/json.ts";
import { present } from "../../util/present.ts";
import { tolerate } from "./tolerate.ts";
import type { TransportResponse } from "./transport.ts";

/** The response to a call that succeeded. */
export interface ApiResponse {
  readonly status: number;
  /** The body as the service sent it, with unknown fields and without optional fields that cannot be read. null: there is no body. */
  readonly body: Json;
  /** The response says that there was nothing to do. */
  readonly alreadyDone: boolean;
  readonly requestId?: string;
  /** Fields that docsform omits from the body because they differ from the contract. Absent: none. */
  readonly unreadable?: readonly UnreadableField[];
  /** Header names are in lower case. */
  readonly headers: Readonly<Record<string, string>>;
}

/** The meaning of a response for its call. */
export type ReadResult =
  | { readonly kind: "success"; readonly response: ApiResponse }
  | { readonly kind: "failure" }
  /** The status of a success with the session of a payment: the service changed nothing. */
  | { readonly kind: "checkout" }
  | ({ readonly kind: "invalid-response" } & Defect);

/** Why docsform cannot use the body of a success. */
interface Defect {
  readonly defect: "broken" | "misfit";
  readonly problem: string;
  /** The problem is in a field of an object, so the service itself has responded, and not a proxy. */
  readonly isOfObject?: boolean;
}

const successes: readonly number[] = [200, 201, 202, 204, 205];

/** True if the status is a success of the operation. */
export function isSuccess(endpoint: Endpoint, status: number): boolean {
  return successes.includes(status) || endpoint.success.includes(status);
}

/** True if docsform needs the body of a success of this endpoint. */
export function needsBody(endpoint: Endpoint): boolean {
  return endpoint.response !== undefined || endpoint.paged === true;
}

/** Distinguishes success from failure, and checks the body of a success against the endpoint's schema. */
export function readResponse(call: Call, response: TransportResponse): ReadResult {
  const { endpoint } = call;
  const { status } = response;
  const requestId = requestIdOf(response);
  const common = { status, headers: response.headers, ...present({ requestId }) };
  if (isSuccess(endpoint, status)) {
    if (isUnexpectedCheckout(endpoint, response)) return { kind: "checkout" };
    const read = readBody(endpoint, response);
    if ("problem" in read) return { kind: "invalid-response", ...read };
    return { kind: "success", response: { ...common, ...read, alreadyDone: false } };
  }
  const isSo =
    call.alreadyDone?.includes(status) === true || (endpoint.method === "DELETE" && status === 404);
  if (isSo) return { kind: "success", response: { ...common, body: null, alreadyDone: true } };
  return { kind: "failure" };
}

/** The service's id of the request. The service's support asks for it. */
export function requestIdOf(response: TransportResponse): string | undefined {
  const { headers } = response;
  return headers["x-request-id"] ?? headers["request-id"] ?? headers["cf-ray"];
}

/** The message in the service's error body. */
export function errorMessageOf(response: TransportResponse): string | undefined {
  const body = parseJson(response.text);
  const error = isJsonObject(body) ? body["error"] : undefined;
  const message = isJsonObject(error) ? error["message"] : undefined;
  return typeof message === "string" && message !== "" ? message : undefined;
}

/** Whether the response to a write is a checkout that its endpoint does not declare. */
function isUnexpectedCheckout({ method, response: schema }: Endpoint, { text }: TransportResponse): boolean {
  if (method === "GET" || !text.includes('"checkout"')) return false;
  const body = parseJson(text);
  return isCheckout(body) && (schema === undefined || !schema.safeParse(body).success);
}

/** Whether a body is the session of a payment. The service returns it in place of the declared body. */
export function isCheckout(body: unknown): boolean {
  return isJsonObject(body) && body["type"] === "checkout";
}

type ReadBody = Pick<ApiResponse, "body" | "unreadable"> | Defect;

function readBody(endpoint: Endpoint, response: TransportResponse): ReadBody {
  const body = response.text === "" ? undefined : parseJson(response.text);
  if (!needsBody(endpoint)) return { body: body ?? null };
  if (body === undefined) {
    // Another content type is no transmission fault: something other than the service responded.
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
