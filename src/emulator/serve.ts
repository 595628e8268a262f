import { EmulatorRefusal } from "../model/emulator-rules.ts";
import { apiVersionHeader } from "../model/endpoint.ts";
import { type Json, jsonIn } from "../util/json.ts";
import { valueWithoutCredentials } from "../util/without-credentials.ts";
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
  const requestNumber = context.received;
  const routed = routeRequest(context, request);
  const wait = await waitForLatency(context, routed);
  if (wait === "aborted") {
    logRequest(context, requestNumber, routed, { status: 0 }, "dropped");
    return "dropped";
  }
  const callback = faultOf(routed.faults, "callback");
  callback?.before?.(emulator);
  context.jobs.advance();
  const failure = failEarly(context, routed);
  const reply = failure ?? handleRequest(context, routed);
  const encoded = encodeReply(context, routed, requestNumber, reply);
  const afterFaults =
    failure === undefined ? responseAfterFaults({ context, routed, requestNumber, reply, encoded }) : encoded;
  const response = wait === "timed-out" || reply.status === 0 ? "dropped" : afterFaults;
  logRequest(context, requestNumber, routed, reply, response);
  if (callback !== undefined) context.faults.hit("callback");
  callback?.after?.(emulator);
  // Jobs that fetch something start now, because there may be no further request.
  context.jobs.begin();
  return response;
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

/** Waits for the latency. After the caller's timeout, the request is served all the same. */
async function waitForLatency(
  context: ServeContext,
  routed: RoutedRequest,
): Promise<"done" | "timed-out" | "aborted"> {
  const { signal, timeoutMs = Number.POSITIVE_INFINITY } = routed.request;
  const fault = faultOf(routed.faults, "latency");
  if (fault !== undefined) context.faults.hit("latency");
  const ms = (context.options.latencyMs ?? 0) + (fault?.ms ?? 0);
  try {
    if (ms > 0) await context.options.clock.sleep(Math.min(ms, timeoutMs), signal);
  } catch {
    return "aborted";
  }
  if (ms <= timeoutMs) return "done";
  routed.request.onTimeout?.();
  return "timed-out";
}

/** The reply of the first fault that keeps the service from handling the request. */
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

/** A handled request, with its response before faults. */
interface Handled {
  readonly context: ServeContext;
  readonly routed: RoutedRequest;
  readonly requestNumber: number;
  readonly reply: Reply;
  readonly encoded: WireResponse;
}

/** The response to a handled request as the caller receives it, after faults. */
function responseAfterFaults(handled: Handled): WireResponse | "dropped" {
  for (const fault of handled.routed.faults) {
    const change = responseFaults[fault.kind] as
      | ((handled: Handled, fault: Fault) => WireResponse | "dropped" | undefined)
      | undefined;
    const changed = change?.(handled, fault);
    if (changed === undefined) continue;
    handled.context.faults.hit(fault.kind);
    return changed;
  }
  return handled.encoded;
}

/** How faults change the response to a handled request. Undefined: the fault has no effect on it. */
type ResponseFaults = {
  readonly [K in Fault["kind"]]?: (
    handled: Handled,
    fault: FaultOf<K>,
  ) => WireResponse | "dropped" | undefined;
};

const responseFaults: ResponseFaults = {
  "drop-after": () => "dropped",
  "error-after": ({ context, routed, requestNumber }, fault) =>
    encodeReply(context, routed, requestNumber, refusalReply(fault.status, "Something went wrong.")),
  truncate: ({ encoded }) =>
    encoded.text === "" ? undefined : { ...encoded, text: encoded.text.slice(0, encoded.text.length >> 1) },
  "name-taken": ({ context, routed, reply }) => {
    if (reply.createdId === undefined) return undefined;
    context.created.set(requestKey(routed), reply.createdId);
    return "dropped";
  },
};

function encodeReply(
  context: ServeContext,
  routed: RoutedRequest,
  requestNumber: number,
  reply: Reply,
): WireResponse {
  const text = reply.body === undefined ? "" : JSON.stringify(reply.body);
  const headers = {
    ...(text === "" ? {} : { "content-type": "application/json" }),
    "x-request-id": `req-${requestNumber}`,
    [apiVersionHeader]: context.apiVersion,
    ...dateHeader(context, routed),
    ...reply.headers,
  };
  return { status: reply.status, headers, text };
}

function dateHeader({ clock, faults }: ServeContext, routed: RoutedRequest): Record<string, string> {
  const fault = faultOf(routed.faults, "date");
  if (fault !== undefined) faults.hit("date");
  const ms = fault === undefined ? 0 : fault.ms;
  return ms === undefined ? {} : { date: new Date(clock.now() + ms).toUTCString() };
}

function logRequest(
  context: ServeContext,
  requestNumber: number,
  routed: RoutedRequest,
  reply: Reply,
  response: WireResponse | "dropped",
): void {
  const { request, match, faults } = routed;
  const logged: LoggedRequest = {
    n: requestNumber,
    method: request.method,
    path: request.path,
    operation: match?.route.endpoint.operation ?? null,
    status: reply.status,
    at: context.service.now(),
    ...(request.body === undefined ? {} : { body: bodyForLog(reply, request.body) }),
    ...(reply.ignoredFields?.length ? { ignoredFields: reply.ignoredFields } : {}),
    ...(faults.length === 0 ? {} : { faults: faults.map((fault) => fault.kind) }),
  };
  context.log.push(logged);
  context.options.observe?.({ request: logged, apiVersion: context.apiVersion, response });
}

/** The body for the log. The log is shown and kept, so it omits passwords in URLs. */
function bodyForLog(reply: Reply, text: string): Json {
  const body = reply.requestBody ?? jsonIn(text);
  return text.includes("@") ? valueWithoutCredentials(body) : body;
}
