import type { Words } from "../model/codes/fail.ts";
import { apiVersionHeader, apiVersions, type Call, effectOf } from "../model/endpoint.ts";
import { present } from "../model/present.ts";
import { ApiError, type ApiErrorCode, type ApiErrorFacts, callName } from "./api-error.ts";
import type { CallOptions, Core } from "./call-context.ts";
import { wordsOf, wordsOfStatus } from "./fail.ts";
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
import { type AttemptFailure, type Outcome, outcomeOfStatus } from "./retry.ts";
import { cleanText } from "./service-text.ts";
import { TransportError, type TransportResponse } from "./transport.ts";

/** One attempt of a call. */
export interface Attempt {
  readonly call: Call;
  readonly request: PreparedRequest;
  /** From 1. */
  readonly attempt: number;
  readonly timeoutMs: number;
  /** The failure of the attempt before this one. */
  readonly last: ApiError | undefined;
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
      const exchanged = await exchange(core, attempt, url);
      if (exchanged instanceof TransportError) return withoutResponse(core, attempt, exchanged, url);
      if (exchanged.status < 300 || exchanged.status > 399)
        return afterResponse(core, attempt, exchanged, url);
      const target = redirectTarget(attempt.call.endpoint.method, url, exchanged, hops);
      if ("refusal" in target)
        return redirectRefused(core, attempt, exchanged, { refusal: target.refusal, url });
      url = target.url;
    }
  } finally {
    core.budget.release();
  }
}

async function exchange(
  core: Core,
  attempt: Attempt,
  url: string,
): Promise<TransportResponse | TransportError> {
  const { request, options } = attempt;
  const { method } = request.endpoint;
  options.onAttempt?.();
  const began = core.clock.now();
  count(core, attempt, 1);
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
    report(core, attempt, core.clock.now() - began, { status: response.status });
    return response;
  } catch (error) {
    if (!(error instanceof TransportError)) throw error;
    if (error.phase === "not-sent") count(core, attempt, -1);
    const status = present({ status: error.status });
    report(core, attempt, core.clock.now() - began, {
      ...status,
      error: cleanText(error.message, core.token),
    });
    return error;
  }
}

function count({ stats }: Core, { call: { endpoint } }: Attempt, change: 1 | -1): void {
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
  end: { readonly status?: number; readonly error?: string },
): void {
  const { operation, method } = request.endpoint;
  core.onEvent({ kind: "request", operation, method, path: request.path, attempt, durationMs, ...end });
}

function afterResponse(
  core: Core,
  attempt: Attempt,
  response: TransportResponse,
  url: string,
): AttemptResult {
  const { status } = response;
  const about = { call: callOf(attempt), host: hostOf(url) };
  noteApiVersion(core, response);
  const requestedWaitMs = core.budget.observe(status, response.headers);
  if (requestedWaitMs !== undefined) core.requestedWaits.note(cappedPauseMs(requestedWaitMs));
  const reading = readResponse(attempt.call, response);
  if (reading.kind === "success") {
    for (const field of reading.response.unreadable ?? []) attempt.options.onUnreadable?.(field);
    return reading;
  }
  const facts = { status, requestId: cleaned(core, requestIdOf(response)) };
  if (reading.kind === "checkout") {
    const words = wordsOf("http/needs-upgrade", { case: "checkout", ...about });
    const error = failed(attempt, words, { ...facts, outcome: "refused" });
    return { failure: { kind: "checkout" }, error, requestedWaitMs };
  }
  if (reading.kind === "invalid-response") {
    const words = wordsOf("http/invalid-response", {
      case: reading.isOfObject === true ? "field" : "unusable",
      ...about,
      status,
      problem: cleanText(reading.problem, core.token),
    });
    const error = failed(attempt, words, { ...facts, outcome: "committed" });
    return { failure: { kind: "invalid-response", defect: reading.defect }, error, requestedWaitMs };
  }
  const serviceMessage = cleaned(core, errorMessageOf(response));
  const answer = serviceMessage === undefined ? String(status) : `${status}: ${serviceMessage}`;
  const words = wordsOfStatus(status, { ...about, answer });
  const error = failed(attempt, words, { ...facts, outcome: outcomeOfStatus(status), serviceMessage });
  return { failure: { kind: "answered", status }, error, requestedWaitMs };
}

/** Notes the API version that the response announces. Failures announce it too, even 404 for an unknown operation. */
function noteApiVersion({ stats }: Core, { headers }: TransportResponse): void {
  const announced = apiVersions.find((apiVersion) => apiVersion === headers[apiVersionHeader]);
  if (announced !== undefined) stats.announced = announced;
}

function withoutResponse(core: Core, attempt: Attempt, broken: TransportError, url: string): AttemptResult {
  const { endpoint } = attempt.call;
  const call = callOf(attempt);
  const host = hostOf(url);
  const { status, reason } = broken;
  const message = cleanText(broken.message, core.token);
  if (reason === "aborted") {
    const words = wordsOf("http/interrupted", { case: "sent", call });
    const error = failed(attempt, words, { outcome: broken.phase });
    return { failure: { kind: "no-response", reason }, error };
  }
  if (broken.proxy !== undefined) {
    const why = describeProxyRefusal(broken.proxy, host, message);
    const facts = { call, reason: why, service: new URL(url).hostname };
    const words =
      reason === "untrusted"
        ? wordsOf("http/proxy-refused", { case: "untrusted", ...facts })
        : proxyRefusedWords(broken.proxy, facts);
    const error = failed(attempt, words, { unreachableHost: `${host} ${why}`, outcome: broken.phase });
    return { failure: { kind: "not-sent", reason }, error };
  }
  if (broken.phase === "not-sent") {
    const unreachableHost = `${host}: ${message}`;
    const words = wordsOf("http/unreachable", {
      case: reason === "untrusted" ? "untrusted" : "call",
      call,
      host: unreachableHost,
    });
    const error = failed(attempt, words, { unreachableHost, outcome: "not-sent" });
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
    const error = failed(attempt, words, { outcome: "committed", status });
    return { failure: { kind: "no-response", reason }, error };
  }
  // The status alone shows the failure, although the body was lost.
  if (status !== undefined) return afterResponse(core, attempt, { status, headers: {}, text: "" }, url);
  const unreachableHost = `${host}: ${message}`;
  const words = wordsOf("http/no-response", { case: "call", call, host: unreachableHost });
  const error = failed(attempt, words, { unreachableHost, outcome: "unknown" });
  return { failure: { kind: "no-response", reason }, error };
}

function redirectRefused(
  core: Core,
  attempt: Attempt,
  response: TransportResponse,
  { refusal, url }: { readonly refusal: string; readonly url: string },
): AttemptResult {
  const { status } = response;
  const words = wordsOf("http/redirect-refused", {
    call: callOf(attempt),
    host: hostOf(url),
    status,
    refusal: cleanText(refusal, core.token),
  });
  const requestId = cleaned(core, requestIdOf(response));
  const error = failed(attempt, words, { outcome: "refused", status, requestId });
  return { failure: { kind: "answered", status }, error };
}

/** Host with port, without credentials. */
function hostOf(url: string): string {
  return new URL(url).host;
}

function callOf({ request }: Attempt): string {
  const { operation, method } = request.endpoint;
  return callName({ operation, method, path: request.path });
}

function failed(
  { request, last }: Attempt,
  words: Words<ApiErrorCode>,
  facts: Omit<ApiErrorFacts, "operation" | "method" | "path">,
): ApiError {
  const { operation, method } = request.endpoint;
  const mayBeDone = last?.outcome === "unknown" || last?.outcome === "committed";
  const outcome = mayBeDone && method !== "GET" ? uncertain(facts.outcome) : facts.outcome;
  return new ApiError(words, { ...facts, operation, method, path: request.path, outcome, cause: last });
}

// The last attempt had no effect, but an earlier one may have had one: its response was lost.
function uncertain(outcome: Outcome): Outcome {
  return outcome === "committed" ? "committed" : "unknown";
}

function cleaned(core: Core, text: string | undefined): string | undefined {
  return text === undefined ? undefined : cleanText(text, core.token);
}
