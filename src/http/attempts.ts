import type { Call } from "../model/endpoint.ts";
import { callLimits, rateLimits } from "../model/time-limits.ts";
import { ApiError, callName } from "./api-error.ts";
import { attemptOnce } from "./attempt.ts";
import type { CallOptions, Core } from "./call-context.ts";
import { wordsOf } from "./fail.ts";
import { type PreparedRequest, prepareRequest } from "./request.ts";
import type { ApiResponse } from "./response.ts";
import { maxAttempts, mayRetry, retryDelayMs } from "./retry.ts";

/**
 * Makes one call with as many attempts as are safe and fit into the total time. The total time starts with the first attempt. Waits
 * for the rate budget do not count against it. The waits that a rate limit asks for do not count in the first five attempts.
 */
export async function callService(core: Core, call: Call, options: CallOptions = {}): Promise<ApiResponse> {
  const request = prepareRequest(core.baseUrl, call);
  const { clock } = core;
  const least = Math.min(callLimits.leastMs, core.timeoutMs);
  let deadline = Number.POSITIVE_INFINITY;
  let last: ApiError | undefined;
  for (let attempt = 1; ; attempt++) {
    const waitedForLimitMs = await admit(core, request, last, options.signal);
    if (last === undefined) deadline = clock.now() + core.totalTimeoutMs;
    else deadline += waitedForLimitMs;
    if (last !== undefined && clock.now() + least > deadline) {
      core.budget.release();
      throw last;
    }
    const timeoutMs = Math.min(core.timeoutMs, deadline - clock.now());
    const result = await attemptOnce(core, { call, request, attempt, timeoutMs, last, options });
    if ("response" in result) return result.response;

    last = result.error;
    const delayMs = retryDelayMs(attempt, result.requestedWaitMs, core.random);
    if (isWaitHonored(last, attempt, result.requestedWaitMs)) deadline += delayMs;
    const fits = clock.now() + delayMs + least <= deadline;
    if (!fits || !mayRetry(call.endpoint, result.failure, attempt)) throw last;
    await waitToRetry(core, request, { attempt, delayMs, last, signal: options.signal });
  }
}

/** Whether the client waits as long as the service asks, however long the call has taken. */
function isWaitHonored({ status }: ApiError, attempt: number, askedWaitMs: number | undefined): boolean {
  return (
    status === 429 &&
    attempt < maxAttempts &&
    askedWaitMs !== undefined &&
    askedWaitMs <= rateLimits.longestMs
  );
}

/** Waits until the budget admits the request, and returns the time waited. The request then counts as in flight. */
async function admit(
  core: Core,
  request: PreparedRequest,
  last: ApiError | undefined,
  signal: AbortSignal | undefined,
): Promise<number> {
  const waitedMs = await core.budget.acquire(signal).catch(() => {
    throw interrupted(request, last);
  });
  if (waitedMs > 0) {
    core.stats.waitedMs += waitedMs;
    core.onEvent({ kind: "waited", waitedMs });
  }
  return waitedMs;
}

async function waitToRetry(
  core: Core,
  request: PreparedRequest,
  wait: {
    readonly attempt: number;
    readonly delayMs: number;
    readonly last: ApiError;
    readonly signal: AbortSignal | undefined;
  },
): Promise<void> {
  const { attempt, delayMs, last, signal } = wait;
  if (signal?.aborted) throw interrupted(request, last);
  const { operation } = request.endpoint;
  core.onEvent({ kind: "retry", operation, attempt, delayMs, reason: reasonOf(last) });
  await core.clock.sleep(delayMs, signal).catch(() => {
    throw interrupted(request, last);
  });
  core.stats.retried += 1;
  core.stats.waitedMs += delayMs;
}

function reasonOf(error: ApiError): string {
  return error.status === undefined ? error.code : `${error.code} (${error.status})`;
}

function interrupted(request: PreparedRequest, last: ApiError | undefined): ApiError {
  const { operation, method } = request.endpoint;
  const about = { operation, method, path: request.path };
  const call = callName(about);
  const words = wordsOf(
    "http/interrupted",
    last === undefined ? { case: "unsent", call } : { case: "again", call, failure: reasonOf(last) },
  );
  return new ApiError(words, {
    ...about,
    outcome: last?.outcome ?? "not-sent",
    status: last?.status,
    requestId: last?.requestId,
    serviceMessage: last?.serviceMessage,
    cause: last,
  });
}
