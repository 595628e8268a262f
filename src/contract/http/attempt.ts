import type { Words } from "../../model/codes/fail.ts";
import { wordsOf } from "../../model/codes/service-words.ts";
import { apiVersionHeader, apiVersions, type Call, type Endpoint, effectOf } from "../../model/endpoint.ts";
import { isJsonObject, type Json } from "../../util/json.ts";
import { present } from "../../util/present.ts";
import { ApiError, type ApiErrorCode, type ApiErrorFacts, callName } from "./api-error.ts";
import type { CallOptions, Core } from "./call-options.ts";
import { describeProxyRefusal, proxyRefusedWords } from "./proxy-refusal.ts";
import { cappedPauseMs } from "./rate-budget.ts";
import { redirectTarget } from "./redirect.ts";
import type { PreparedRequest } from "./request.ts";
import {
  type ApiResponse,
  errorMessageOf,
  isSuccess,
  needsBody,
  readResponse,
  requestIdOf,
} from "./response.ts";
import { type AttemptFailure, outcomeOfStatus } from "./retry.ts";
import { cleanText } from "./service-text.ts";
import { TransportError, type TransportResponse } from "./transport.ts";
import { wordsOfStatus } from "./words-of-status.ts";

/** One attempt of a call. */
export interface Attempt {
  readonly call: Call;
  readonly request: PreparedRequest;
  /** From 1. */
  readonly attempt: number;
  readonly timeoutMs: number;
  /** The failure of the attempt before this one. */
  readonly lastError: ApiError | undefined;
  readonly options: CallOptions;
}

/** How an attempt ended. */
export type AttemptResult =
  | { readonly response: ApiResponse }
  | {
      readonly failure: AttemptFailure;
      readonly error: ApiError;
      readonly requestedWaitMs?: number | undefined;
    };

/** Sends a request that the budget has admitted, follows redirects of a read, and releases its place in the budget. */
export async function attemptOnce(core: Core, attempt: Attempt): Promise<AttemptResult> {
  try {
    let url = attempt.request.url;
    for (let hops = 0; ; hops++) {
      const response = await exchange(core, attempt, url);
      if (response instanceof TransportError) return resultWithoutResponse(core, attempt, response, url);
      const isRedirect = response.status >= 300 && response.status <= 399;
      if (!isRedirect) return resultOfResponse(core, attempt, response, url);
      const target = redirectTarget(attempt.call.endpoint.method, url, response, hops);
      if ("refusal" in target)
        return resultOfRefusedRedirect(core, attempt, response, { refusal: target.refusal, url });
      url = target.url;
    }
  } finally {
    core.budget.release();
  }
}

/** Sends the request once, and reports and counts it. */
async function exchange(
  core: Core,
  attempt: Attempt,
  url: string,
): Promise<TransportResponse | TransportError> {
  const { request, options } = attempt;
  const { method } = request.endpoint;
  options.onAttempt?.();
  const startedAt = core.clock.now();
  addToStats(core, attempt, 1);
  try {
    const response = await core.transport({
      method,
      url,
      headers: headersOf(core, request),
      timeoutMs: attempt.timeoutMs,
      maxResponseBytes: core.maxResponseBytes,
      ...present({ body: request.body }),
      // docsform does not abort a write that it has sent: only the response shows what the write did.
      ...(method === "GET" && options.signal !== undefined ? { signal: options.signal } : {}),
    });
    core.serviceClock.observe(response.headers["date"]);
    report(core, attempt, core.clock.now() - startedAt, { status: response.status });
    return response;
  } catch (error) {
    if (!(error instanceof TransportError)) throw error;
    if (error.phase === "not-sent") addToStats(core, attempt, -1);
    report(core, attempt, core.clock.now() - startedAt, {
      ...present({ status: error.status }),
      error: cleanText(error.message, core.token),
    });
    return error;
  }
}

function addToStats({ stats }: Core, { call: { endpoint } }: Attempt, change: 1 | -1): void {
  stats.calls += change;
  if (effectOf(endpoint) !== "read") stats.writes += change;
}

function headersOf(core: Core, request: PreparedRequest): Record<string, string> {
  const headers: Record<string, string> = {
    accept: "application/json",
    authorization: `Bearer ${core.token.reveal()}`,
    "user-agent": "docsform",
  };
  if (request.body !== undefined) headers["content-type"] = "application/json";
  return headers;
}

function report(
  core: Core,
  { request, attempt }: Attempt,
  durationMs: number,
  result: { readonly status?: number; readonly error?: string },
): void {
  const { operation, method } = request.endpoint;
  core.onEvent({ kind: "request", operation, method, path: request.path, attempt, durationMs, ...result });
}

function resultOfResponse(
  core: Core,
  attempt: Attempt,
  response: TransportResponse,
  url: string,
): AttemptResult {
  const { status } = response;
  const about = { call: nameOfCall(attempt), host: hostOf(url) };
  noteApiVersion(core, response);
  const requestedWaitMs = core.budget.observe(status, response.headers);
  if (requestedWaitMs !== undefined) core.requestedWaits.note(cappedPauseMs(requestedWaitMs));
  const reading = readResponse(attempt.call, response);
  if (reading.kind === "success") {
    for (const field of reading.response.unreadable ?? []) attempt.options.onUnreadable?.(field);
    return { response: withCleanMessages(core, attempt.call.endpoint, reading.response) };
  }
  const facts = { status, requestId: cleaned(core, requestIdOf(response)) };
  if (reading.kind === "checkout") {
    const words = wordsOf("http/needs-upgrade", { case: "checkout", ...about });
    const error = errorOf(attempt, words, { ...facts, outcome: "refused" });
    return { failure: { kind: "checkout" }, error, requestedWaitMs };
  }
  if (reading.kind === "invalid-response") {
    const words = wordsOf("http/invalid-response", {
      case: reading.isOfObject === true ? "field" : "unusable",
      ...about,
      status,
      problem: cleanText(reading.problem, core.token),
    });
    const error = errorOf(attempt, words, { ...facts, outcome: "committed" });
    return { failure: { kind: "invalid-response", defect: reading.defect }, error, requestedWaitMs };
  }
  const serviceMessage = cleaned(core, errorMessageOf(response));
  const answer = serviceMessage === undefined ? String(status) : `${status}: ${serviceMessage}`;
  const words = wordsOfStatus(status, { ...about, answer });
  const error = errorOf(attempt, words, { ...facts, outcome: outcomeOfStatus(status), serviceMessage });
  return { failure: { kind: "answered", status }, error, requestedWaitMs };
}

/** The response to a bulk call, with messages about its items that are safe to print. */
function withCleanMessages({ token }: Core, { bulk }: Endpoint, response: ApiResponse): ApiResponse {
  if (bulk === undefined || !isJsonObject(response.body)) return response;
  const results = response.body[bulk.results];
  const clean = (result: Json): Json =>
    isJsonObject(result) && typeof result[bulk.refusal] === "string"
      ? { ...result, [bulk.refusal]: cleanText(result[bulk.refusal] as string, token) }
      : result;
  const body = { ...response.body, [bulk.results]: Array.isArray(results) ? results.map(clean) : [] };
  return { ...response, body };
}

/** Records the API version that the response announces. Failures announce it too, even 404 for an unknown operation. */
function noteApiVersion({ stats }: Core, { headers }: TransportResponse): void {
  const announced = apiVersions.find((apiVersion) => apiVersion === headers[apiVersionHeader]);
  if (announced !== undefined) stats.announced = announced;
}

function resultWithoutResponse(
  core: Core,
  attempt: Attempt,
  transportError: TransportError,
  url: string,
): AttemptResult {
  const { endpoint } = attempt.call;
  const call = nameOfCall(attempt);
  const host = hostOf(url);
  const { status, reason, phase, proxy } = transportError;
  const message = cleanText(transportError.message, core.token);
  if (reason === "aborted") {
    const words = wordsOf("http/interrupted", { case: "sent", call });
    const error = errorOf(attempt, words, { outcome: phase });
    return { failure: { kind: "no-response", reason }, error };
  }
  if (proxy !== undefined) {
    const refusal = describeProxyRefusal(proxy, host, message);
    const facts = { call, reason: refusal, service: new URL(url).hostname };
    const words =
      reason === "untrusted"
        ? wordsOf("http/proxy-refused", { case: "untrusted", ...facts })
        : proxyRefusedWords(proxy, facts);
    const error = errorOf(attempt, words, { unreachableHost: `${host} ${refusal}`, outcome: phase });
    return { failure: { kind: "not-sent", reason }, error };
  }
  if (phase === "not-sent") {
    const unreachableHost = `${host}: ${message}`;
    const words = wordsOf("http/unreachable", {
      case: reason === "untrusted" ? "untrusted" : "call",
      call,
      host: unreachableHost,
    });
    const error = errorOf(attempt, words, { unreachableHost, outcome: "not-sent" });
    return { failure: { kind: "not-sent", reason }, error };
  }
  if (status !== undefined && isSuccess(endpoint, status)) {
    if (!needsBody(endpoint)) return { response: { status, headers: {}, body: null, alreadyDone: false } };
    const words = wordsOf("http/invalid-response", {
      case: "incomplete",
      call,
      host,
      status,
      problem: message,
    });
    const error = errorOf(attempt, words, { outcome: "committed", status });
    return { failure: { kind: "no-response", reason }, error };
  }
  // The status alone shows the failure, although the body was lost.
  if (status !== undefined) return resultOfResponse(core, attempt, { status, headers: {}, text: "" }, url);
  const unreachableHost = `${host}: ${message}`;
  const words = wordsOf("http/no-response", { case: "call", call, host: unreachableHost });
  const error = errorOf(attempt, words, { unreachableHost, outcome: "unknown" });
  return { failure: { kind: "no-response", reason }, error };
}

function resultOfRefusedRedirect(
  core: Core,
  attempt: Attempt,
  response: TransportResponse,
  { refusal, url }: { readonly refusal: string; readonly url: string },
): AttemptResult {
  const { status } = response;
  const words = wordsOf("http/redirect-refused", {
    call: nameOfCall(attempt),
    host: hostOf(url),
    status,
    refusal: cleanText(refusal, core.token),
  });
  const requestId = cleaned(core, requestIdOf(response));
  const error = errorOf(attempt, words, { outcome: "refused", status, requestId });
  return { failure: { kind: "answered", status }, error };
}

/** Host with port, without credentials. */
function hostOf(url: string): string {
  return new URL(url).host;
}

function nameOfCall({ request }: Attempt): string {
  const { operation, method } = request.endpoint;
  return callName({ operation, method, path: request.path });
}

/** `facts.outcome`: the outcome of this attempt alone. The error has the outcome of the call with its earlier attempts. */
function errorOf(
  { request, lastError }: Attempt,
  words: Words<ApiErrorCode>,
  facts: Omit<ApiErrorFacts, "operation" | "method" | "path">,
): ApiError {
  const { operation, method } = request.endpoint;
  // An earlier attempt got no usable response, so it may have changed something.
  const mayBeDone = lastError?.outcome === "unknown" || lastError?.outcome === "committed";
  const isUncertain = mayBeDone && method !== "GET" && facts.outcome !== "committed";
  const outcome = isUncertain ? "unknown" : facts.outcome;
  return new ApiError(words, { ...facts, operation, method, path: request.path, outcome, cause: lastError });
}

function cleaned(core: Core, text: string | undefined): string | undefined {
  return text === undefined ? undefined : cleanText(text, core.token);
}
