import { apiVersionHeader, apiVersions, type Call, effectOf } from "../model/endpoint.ts";
import { present } from "../model/present.ts";
import { ApiError, type ApiErrorFacts, codeOfStatus } from "./api-error.ts";
import type { CallOptions, Core } from "./call-context.ts";
import { describeProxyRefusal, proxyRemedy } from "./proxy-refusal.ts";
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
  const statusProblem = `failed: ${hostOf(url)} returned ${status}`;
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
    const problem = `failed: ${hostOf(url)} returned a checkout and changed nothing`;
    const error = failed(attempt, { ...facts, code: "http/needs-upgrade", problem, outcome: "refused" });
    return { failure: { kind: "checkout" }, error, requestedWaitMs };
  }
  if (reading.kind === "invalid-response") {
    const problem = `${statusProblem}, but docsform cannot use the response: ${cleanText(reading.problem, core.token)}`;
    const remedy = reading.isOfObject === true ? fieldRemedy : undefined;
    const error = failed(attempt, {
      ...facts,
      code: "http/invalid-response",
      problem,
      outcome: "committed",
      remedy,
    });
    return { failure: { kind: "invalid-response", defect: reading.defect }, error, requestedWaitMs };
  }
  const serviceMessage = cleaned(core, errorMessageOf(response));
  const shortProblem =
    status === 407 ? `failed: a proxy on the way to ${hostOf(url)} returned 407` : statusProblem;
  const problem = serviceMessage === undefined ? shortProblem : `${shortProblem}: ${serviceMessage}`;
  const outcome = outcomeOfStatus(status);
  const error = failed(attempt, { ...facts, code: codeOfStatus(status), problem, outcome, serviceMessage });
  return { failure: { kind: "answered", status }, error, requestedWaitMs };
}

/** Notes the API version that the response announces. Failures announce it too, even 404 for an unknown operation. */
function noteApiVersion({ stats }: Core, { headers }: TransportResponse): void {
  const announced = apiVersions.find((apiVersion) => apiVersion === headers[apiVersionHeader]);
  if (announced !== undefined) stats.announced = announced;
}

function withoutResponse(core: Core, attempt: Attempt, broken: TransportError, url: string): AttemptResult {
  const { endpoint } = attempt.call;
  const host = hostOf(url);
  const { status, reason } = broken;
  const message = cleanText(broken.message, core.token);
  if (reason === "aborted") {
    const problem = "was interrupted";
    const error = failed(attempt, { code: "http/interrupted", problem, outcome: broken.phase });
    return { failure: { kind: "no-response", reason }, error };
  }
  if (broken.proxy !== undefined) {
    const why = describeProxyRefusal(broken.proxy, host, message);
    const problem = `could not be sent ${why}`;
    const unreachableHost = `${host} ${why}`;
    const remedy = reason === "untrusted" ? trustRemedy : proxyRemedy(broken.proxy, new URL(url).hostname);
    const error = failed(attempt, {
      code: "http/proxy-refused",
      problem,
      unreachableHost,
      outcome: broken.phase,
      remedy,
    });
    return { failure: { kind: "not-sent", reason }, error };
  }
  if (broken.phase === "not-sent") {
    const unreachableHost = `${host}: ${message}`;
    const problem = `could not be sent to ${unreachableHost}`;
    const remedy = reason === "untrusted" ? trustRemedy : undefined;
    const error = failed(attempt, {
      code: "http/unreachable",
      problem,
      unreachableHost,
      outcome: "not-sent",
      remedy,
    });
    return { failure: { kind: "not-sent", reason }, error };
  }
  if (status !== undefined && isSuccess(endpoint, status)) {
    if (!needsBody(endpoint)) return { response: { status, headers: {}, body: null, alreadyDone: false } };
    const problem = `failed: ${host} responded with ${status}, but the response is incomplete: ${message}`;
    const error = failed(attempt, { code: "http/invalid-response", problem, outcome: "committed", status });
    return { failure: { kind: "no-response", reason }, error };
  }
  // The status alone shows the failure, although the body was lost.
  if (status !== undefined) return afterResponse(core, attempt, { status, headers: {}, text: "" }, url);
  const unreachableHost = `${host}: ${message}`;
  const problem = `got no response from ${unreachableHost}`;
  const error = failed(attempt, { code: "http/no-response", problem, unreachableHost, outcome: "unknown" });
  return { failure: { kind: "no-response", reason }, error };
}

function redirectRefused(
  core: Core,
  attempt: Attempt,
  response: TransportResponse,
  { refusal, url }: { readonly refusal: string; readonly url: string },
): AttemptResult {
  const { status } = response;
  const problem = `failed: ${hostOf(url)} returned ${status}, ${cleanText(refusal, core.token)}`;
  const requestId = cleaned(core, requestIdOf(response));
  const error = failed(attempt, {
    code: "http/redirect-refused",
    problem,
    outcome: "refused",
    status,
    requestId,
  });
  return { failure: { kind: "answered", status }, error };
}

/** Host with port, without credentials. */
function hostOf(url: string): string {
  return new URL(url).host;
}

const fieldRemedy =
  "docsform needs this field. Run the command again; if that does not help, check for a newer docsform.";
const trustRemedy =
  "If the proxy or the service uses your organization's certificate authority, name its certificate file in NODE_EXTRA_CA_CERTS.";

function failed(
  { request, last }: Attempt,
  facts: Omit<ApiErrorFacts, "operation" | "method" | "path">,
): ApiError {
  const { operation, method } = request.endpoint;
  const mayBeDone = last?.outcome === "unknown" || last?.outcome === "committed";
  const outcome = mayBeDone && method !== "GET" ? uncertain(facts.outcome) : facts.outcome;
  return new ApiError({ ...facts, operation, method, path: request.path, outcome, cause: last });
}

// The last attempt had no effect, but an earlier one may have had one: its response was lost.
function uncertain(outcome: Outcome): Outcome {
  return outcome === "committed" ? "committed" : "unknown";
}

function cleaned(core: Core, text: string | undefined): string | undefined {
  return text === undefined ? undefined : cleanText(text, core.token);
}
