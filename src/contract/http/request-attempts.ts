import { wordsOf } from "../../model/codes/service-words.ts";
import type { Call } from "../../model/endpoint.ts";
import { callLimits, rateLimits } from "../../model/time-limits.ts";
import { ApiError, callName } from "./api-error.ts";
import { attemptOnce } from "./attempt.ts";
import type { CallOptions, Core } from "./call-options.ts";
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
  let lastError: ApiError | undefined;
  for (let attempt = 1; ; attempt++) {
    const waitedForLimitMs = await admit(core, request, lastError, options.signal);
    if (lastError === undefined) deadline = clock.now() + core.totalTimeoutMs;
    else deadline += waitedForLimitMs;
    if (lastError !== undefined && clock.now() + least > deadline) {
      core.budget.release();
      throw lastError;
    }
    const timeoutMs = Math.min(core.timeoutMs, deadline - clock.now());
    const result = await attemptOnce(core, { call, request, attempt, timeoutMs, lastError, options });
    if ("response" in result) return result.response;

    lastError = result.error;
    const delayMs = retryDelayMs(attempt, result.requestedWaitMs, core.random);
    if (isWaitHonored(lastError, attempt, result.requestedWaitMs)) deadline += delayMs;
    const fits = clock.now() + delayMs + least <= deadline;
    if (!fits || !mayRetry(call.endpoint, result.failure, attempt)) throw lastError;
    await waitToRetry(core, request, { attempt, delayMs, lastError, signal: options.signal });
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
  lastError: ApiError | undefined,
  signal: AbortSignal | undefined,
): Promise<number> {
  const waitedMs = await core.budget.acquire(signal).catch(() => {
    throw interrupted(request, lastError);
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
    readonly lastError: ApiError;
    readonly signal: AbortSignal | undefined;
  },
): Promise<void> {
  const { attempt, delayMs, lastError, signal } = wait;
  if (signal?.aborted) throw interrupted(request, lastError);
  const { operation } = request.endpoint;
  core.onEvent({ kind: "retry", operation, attempt, delayMs, reason: reasonOf(lastError) });
  await core.clock.sleep(delayMs, signal).catch(() => {
    throw interrupted(request, lastError);
  });
  core.stats.retried += 1;
  core.stats.waitedMs += delayMs;
}

function reasonOf(error: ApiError): string {
  return error.status === undefined ? error.code : `${error.code} (${error.status})`;
}

function interrupted(request: PreparedRequest, lastError: ApiError | undefined): ApiError {
  const { operation, method } = request.endpoint;
  const about = { operation, method, path: request.path };
  const call = callName(about);
  const words = wordsOf(
    "http/interrupted",
    lastError === undefined
      ? { case: "unsent", call }
      : { case: "again", call, failure: reasonOf(lastError) },
  );
  return new ApiError(words, {
    ...about,
    outcome: lastError?.outcome ?? "not-sent",
    status: lastError?.status,
    requestId: lastError?.requestId,
    serviceMessage: lastError?.serviceMessage,
    cause: lastError,
  });
}
