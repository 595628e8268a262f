import { rateLimits } from "../../model/time-limits.ts";
import type { Clock } from "../../util/clock.ts";

/** Decides when a request may be sent. All callers of a host share one budget. */
export interface RateBudget {
  /**
   * Resolves when the caller may send a request, with the time for which the rate (not the number in flight) held it back. The
   * caller then calls {@link RateBudget.release} once. Rejects with the signal's reason.
   */
  acquire(signal?: AbortSignal): Promise<number>;
  /** Ends a request, whatever its result. */
  release(): void;
  /** Reads the limits in a response. Returns the wait before a retry of the same request, if the response asks for one. */
  observe(status: number, headers: Readonly<Record<string, string>>): number | undefined;
}

export interface RateBudgetOptions {
  readonly clock: Clock;
  readonly requestsPerSecond?: number;
  readonly maxInFlight?: number;
  /** Runs when the service asks for a pause, or for a longer one. `ms`: the pause from now. */
  readonly onPause?: (ms: number) => void;
}

/** Creates a budget that follows `Retry-After`, `X-RateLimit-*` and the given limits. */
export function createRateBudget(options: RateBudgetOptions): RateBudget {
  const { clock, requestsPerSecond } = options;
  const intervalMs = requestsPerSecond === undefined ? 0 : 1_000 / requestsPerSecond;
  const slots = createSlots(options.maxInFlight ?? Number.POSITIVE_INFINITY);
  let pausedUntil = Number.NEGATIVE_INFINITY;
  let nextTurn = Number.NEGATIVE_INFINITY;

  const waitForTurn = async (signal: AbortSignal | undefined): Promise<number> => {
    const startedAt = clock.now();
    if (intervalMs > 0) {
      const turn = Math.max(startedAt, nextTurn);
      nextTurn = turn + intervalMs;
      if (turn > startedAt) await clock.sleep(turn - startedAt, signal);
    }
    // Another response can extend the pause during the wait.
    for (let leftMs = pausedUntil - clock.now(); leftMs > 0; leftMs = pausedUntil - clock.now()) {
      await clock.sleep(leftMs, signal);
    }
    return clock.now() - startedAt;
  };

  const pause = (pauseMs: number): void => {
    const cappedMs = cappedPauseMs(pauseMs);
    const until = clock.now() + cappedMs;
    if (until <= pausedUntil) return;
    pausedUntil = until;
    if (cappedMs > 0) options.onPause?.(cappedMs);
  };

  return {
    async acquire(signal) {
      await slots.acquire(signal);
      try {
        return await waitForTurn(signal);
      } catch (error) {
        slots.release();
        throw error;
      }
    },
    release: () => slots.release(),
    observe(status, headers) {
      const requestedMs = waitMsFrom(status, headers, clock.now());
      const waitMs = requestedMs ?? (status === 429 ? rateLimits.defaultMs : undefined);
      if (isExhausted(status, headers)) pause(waitMs ?? 0);
      return waitMs;
    },
  };
}

/** The pause for all requests. If the service asks for more than the longest pause, docsform pauses for a fixed shorter time. */
export function cappedPauseMs(askedMs: number): number {
  return askedMs > rateLimits.longestMs ? rateLimits.cappedMs : askedMs;
}

/**
 * The wait that a response asks for. `Retry-After` takes precedence over `X-RateLimit-Reset`, which counts only if nothing remains.
 */
function waitMsFrom(
  status: number,
  headers: Readonly<Record<string, string>>,
  clockNow: number,
): number | undefined {
  // The service writes instants in its own time, so docsform compares them with the `date` header if there is one.
  const serviceNow = () => parseDate(headers["date"]) ?? clockNow;
  const retryAfter = headers["retry-after"];
  if (retryAfter !== undefined && status >= 400) {
    if (/^\d+$/.test(retryAfter)) return Number(retryAfter) * 1_000;
    const instant = parseDate(retryAfter);
    if (instant !== undefined) return Math.max(0, instant - serviceNow());
  }
  const resetSeconds = Number(headers["x-ratelimit-reset"] ?? Number.NaN);
  if (!isExhausted(status, headers) || !Number.isFinite(resetSeconds)) return undefined;
  return Math.max(0, resetSeconds * 1_000 - serviceNow());
}

/** Whether the service accepts no further request for now. */
function isExhausted(status: number, headers: Readonly<Record<string, string>>): boolean {
  return status === 429 || headers["x-ratelimit-remaining"] === "0";
}

function parseDate(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const instant = Date.parse(text);
  return Number.isNaN(instant) ? undefined : instant;
}

interface Slots {
  acquire(signal: AbortSignal | undefined): Promise<void>;
  release(): void;
}

function createSlots(count: number): Slots {
  let freeSlots = count;
  // A set keeps the order of arrival, and an interrupted request can leave it at once.
  const waiting = new Set<() => void>();
  return {
    acquire(signal) {
      if (signal?.aborted) return Promise.reject(signal.reason);
      if (freeSlots > 0) {
        freeSlots -= 1;
        return Promise.resolve();
      }
      return new Promise((resolve, reject) => {
        const stop = () => {
          waiting.delete(admit);
          reject(signal?.reason);
        };
        const admit = () => {
          signal?.removeEventListener("abort", stop);
          resolve();
        };
        signal?.addEventListener("abort", stop, { once: true });
        waiting.add(admit);
      });
    },
    release() {
      const [admitNext] = waiting;
      if (admitNext === undefined) freeSlots += 1;
      else {
        waiting.delete(admitNext);
        admitNext();
      }
    },
  };
}
