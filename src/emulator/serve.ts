import { EmulatorRefusal } from "../model/emulator-rules.ts";
import { apiVersionHeader } from "../model/endpoint.ts";
import type { Json } from "../model/json.ts";
import { valueWithoutCredentials } from "../model/without-credentials.ts";
import { type RoutedRequest, requestKey, type ServeContext } from "./context.ts";
import { type Fault, type FaultOf, faultOf } from "./faults.ts";
import { errorReply, handleRequest, type Reply } from "./handle-request.ts";
import { prefix } from "./routes.ts";
import type { LoggedRequest, WireRequest, WireResponse } from "./wire.ts";
import type { EmulatedWorld } from "./world.ts";

/** Serves one request with its faults. */
export async function serve(
  context: ServeContext,
  emulator: EmulatedWorld,
  request: WireRequest,
): Promise<WireResponse | "dropped"> {
  context.received += 1;
  const n = context.received;
  const routed = routeRequest(context, request);
  const inTime = await wait(context, routed);
  if (inTime === "gone") return finish(context, n, routed, { status: 0 }, "dropped");
  faultOf(routed.faults, "callback")?.before?.(emulator);
  context.jobs.advance();
  const failure = failEarly(context, routed);
  const reply: Reply = failure ?? handleRequest(context, routed);
  const response = wire(context, n, reply);
  const served =
    failure === undefined ? responseAfterFaults({ context, routed, n, reply, response }) : response;
  const result = finish(context, n, routed, reply, inTime && reply.status !== 0 ? served : "dropped");
  const callback = faultOf(routed.faults, "callback");
  if (callback !== undefined) context.faults.hit("callback");
  callback?.after?.(emulator);
  // Jobs that fetch something start now, because there may be no further request.
  context.jobs.begin();
  return result;
}

function routeRequest(context: ServeContext, request: WireRequest): RoutedRequest {
  const mark = request.path.indexOf("?");
  const path = mark < 0 ? request.path : request.path.slice(0, mark);
  const query = new URLSearchParams(mark < 0 ? "" : request.path.slice(mark + 1));
  const match = path.startsWith(prefix)
    ? context.routes.match(request.method, path.slice(prefix.length - 1), context.apiVersion)
    : undefined;
  const { method, body } = request;
  const faults = context.faults.consume({ endpoint: match?.route.endpoint, method, query, body });
  return { request, path, query, match, faults };
}

/**
 * Waits for the latency. `false`: it exceeds the caller's timeout, and the request is served all the same. `gone`: the caller
 * aborted.
 */
async function wait(context: ServeContext, routed: RoutedRequest): Promise<boolean | "gone"> {
  const { signal, timeoutMs = Number.POSITIVE_INFINITY } = routed.request;
  const fault = faultOf(routed.faults, "latency");
  if (fault !== undefined) context.faults.hit("latency");
  const ms = (context.options.latencyMs ?? 0) + (fault?.ms ?? 0);
  try {
    if (ms > 0) await context.options.clock.sleep(Math.min(ms, timeoutMs), signal);
  } catch {
    return "gone";
  }
  if (ms <= timeoutMs) return true;
  routed.request.onTimeout?.();
  return false;
}

/** The response of the first fault that prevents the service of a request. Status 0: the connection breaks. */
function failEarly(context: ServeContext, { faults }: RoutedRequest): Reply | undefined {
  for (const fault of faults) {
    const reply = earlyReply(context, fault);
    if (reply === undefined) continue;
    context.faults.hit(fault.kind);
    return reply;
  }
  return undefined;
}

type EarlyReplies = { readonly [K in Fault["kind"]]?: (context: ServeContext, fault: FaultOf<K>) => Reply };

const earlyReplies: EarlyReplies = {
  "drop-before": () => ({ status: 0 }),
  "error-before": (_, fault) => refusalReply(fault.status, fault.message ?? "The service is not available."),
  unauthorized: () => refusalReply(401, "Authentication is required."),
  forbidden: () => refusalReply(403, "You do not have permission to do this."),
  "rate-limit": (context, fault) => ({
    ...refusalReply(429, "Too many requests."),
    headers: rateHeaders(context, fault),
  }),
  checkout: () => ({
    status: 200,
    body: { type: "checkout", sessionId: "cs_upgrade" },
  }),
};

function earlyReply(context: ServeContext, fault: Fault): Reply | undefined {
  const make = earlyReplies[fault.kind] as ((context: ServeContext, fault: Fault) => Reply) | undefined;
  return make?.(context, fault);
}

function refusalReply(status: number, message: string): Reply {
  return errorReply(new EmulatorRefusal(status, message));
}

function rateHeaders(context: ServeContext, fault: FaultOf<"rate-limit">): Record<string, string> {
  const seconds = fault.retryAfterSeconds ?? 1;
  const reset = Math.ceil(context.options.clock.now() / 1000 + seconds);
  return {
    ...(fault.headers === "retry-after" || fault.headers === "both" ? { "retry-after": `${seconds}` } : {}),
    ...(fault.headers === "x-ratelimit" || fault.headers === "both"
      ? { "x-ratelimit-limit": "60", "x-ratelimit-remaining": "0", "x-ratelimit-reset": `${reset}` }
      : {}),
  };
}

/** A served request, with its response before faults. */
interface Served {
  readonly context: ServeContext;
  readonly routed: RoutedRequest;
  readonly n: number;
  readonly reply: Reply;
  readonly response: WireResponse;
}

/** The response to a served request as the caller receives it, after faults. */
function responseAfterFaults(served: Served): WireResponse | "dropped" {
  for (const fault of served.routed.faults) {
    const change = responseFaults[fault.kind] as
      | ((served: Served, fault: Fault) => WireResponse | "dropped" | undefined)
      | undefined;
    const changed = change?.(served, fault);
    if (changed === undefined) continue;
    served.context.faults.hit(fault.kind);
    return changed;
  }
  return served.response;
}

/** How faults change the response to a served request. undefined: the fault has no effect on it. */
type ResponseFaults = {
  readonly [K in Fault["kind"]]?: (served: Served, fault: FaultOf<K>) => WireResponse | "dropped" | undefined;
};

const responseFaults: ResponseFaults = {
  "drop-after": () => "dropped",
  "error-after": ({ context, n }, fault) =>
    wire(context, n, refusalReply(fault.status, "Something went wrong.")),
  truncate: ({ response }) =>
    response.text === ""
      ? undefined
      : { ...response, text: response.text.slice(0, response.text.length >> 1) },
  "name-taken": ({ context, routed, reply }) => {
    if (reply.createdId === undefined) return undefined;
    context.created.set(requestKey(routed), reply.createdId);
    return "dropped";
  },
};

function wire({ apiVersion }: ServeContext, n: number, reply: Reply): WireResponse {
  const text = reply.body === undefined ? "" : JSON.stringify(reply.body);
  const type: Record<string, string> = text === "" ? {} : { "content-type": "application/json" };
  const own = { "x-request-id": `req-${n}`, [apiVersionHeader]: apiVersion };
  return { status: reply.status, headers: { ...type, ...own, ...reply.headers }, text };
}

function finish(
  context: ServeContext,
  n: number,
  routed: RoutedRequest,
  reply: Reply,
  response: WireResponse | "dropped",
): WireResponse | "dropped" {
  const { request, match, faults } = routed;
  const logged: LoggedRequest = {
    n,
    method: request.method,
    path: request.path,
    operation: match?.route.endpoint.operation ?? null,
    status: reply.status,
    at: context.service.now(),
    ...(request.body === undefined ? {} : { body: bodyForLog(reply, request.body) }),
    ...(reply.dropped === undefined || reply.dropped.length === 0 ? {} : { dropped: reply.dropped }),
    ...(faults.length === 0 ? {} : { faults: faults.map((fault) => fault.kind) }),
  };
  context.log.push(logged);
  context.options.observe?.({ request: logged, apiVersion: context.apiVersion, response: response });
  return response;
}

/** The body for the log. The log is shown and kept, so it omits passwords in URLs. */
function bodyForLog(reply: Reply, text: string): Json {
  const body = sentBody(reply, text);
  return text.includes("@") ? valueWithoutCredentials(body) : body;
}

function sentBody(reply: Reply, text: string): Json {
  if (reply.sent !== undefined) return reply.sent;
  try {
    return JSON.parse(text) as Json;
  } catch {
    return text;
  }
}
