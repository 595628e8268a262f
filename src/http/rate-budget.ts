import type { Clock } from "../model/clock.ts";
import { rateLimits } from "../model/time-limits.ts";

/** Decides when a request may be sent. All callers of a host share one budget. */
export interface RateBudget {
  /**
   * Resolves when a request may be sent, with the time for which the rate (not the number in flight) held it back.
   * Each must be followed by one {@link RateBudget.release}. Rejects with the signal's reason.
   */
  acquire(signal?: AbortSignal): Promise<number>;
  /** The request has ended, with any result. */
  release(): void;
  /** Reads the limits in a response. Returns the wait that it asks for before a retry of the same request, if any. */
  observe(status: number, headers: Readonly<Record<string, string>>): number | undefined;
}

export interface RateBudgetOptions {
  readonly clock: Clock;
  readonly requestsPerSecond?: number;
  readonly maxInFlight?: number;
  /** Runs when the service asks for a pause, or for a longer one: the time from now. */
  readonly onPause?: (ms: number) => void;
}

/** Creates a budget that follows `Retry-After`, `X-RateLimit-*` and the given limits. */
export function createRateBudget(options: RateBudgetOptions): RateBudget {
  const { clock, requestsPerSecond } = options;
  const intervalMs = requestsPerSecond === undefined ? 0 : 1_000 / requestsPerSecond;
  const slots = createSlots(options.maxInFlight ?? Number.POSITIVE_INFINITY);
  let pausedUntil = Number.NEGATIVE_INFINITY;
  let nextFree = Number.NEGATIVE_INFINITY;

  const waitForTurn = async (signal: AbortSignal | undefined): Promise<number> => {
    const began = clock.now();
    if (intervalMs > 0) {
      const turn = Math.max(began, nextFree);
      nextFree = turn + intervalMs;
      if (turn > began) await clock.sleep(turn - began, signal);
    }
    // A pause can be made longer while it is waited for.
    for (let left = pausedUntil - clock.now(); left > 0; left = pausedUntil - clock.now()) {
      await clock.sleep(left, signal);
    }
    return clock.now() - began;
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
      const asked = waitMsFrom(status, headers, clock.now());
      if (status === 429 || headers["x-ratelimit-remaining"] === "0") {
        const pause = asked ?? (status === 429 ? rateLimits.unaskedMs : 0);
        const until = clock.now() + cappedPauseMs(pause);
        if (until > pausedUntil) {
          pausedUntil = until;
          if (pause > 0) options.onPause?.(cappedPauseMs(pause));
        }
        return status === 429 ? pause : asked;
      }
      return asked;
    },
  };
}

/** How long all requests pause, up to a maximum. */
export function cappedPauseMs(askedMs: number): number {
  return askedMs > rateLimits.longestMs ? rateLimits.otherwiseMs : askedMs;
}

/** What an answer asks to wait: `Retry-After` before `X-RateLimit-Reset`, which counts only when nothing remains. */
function waitMsFrom(
  status: number,
  headers: Readonly<Record<string, string>>,
  clockNow: number,
): number | undefined {
  // Instants are in the service's time, so they are compared with the service's clock where it shows it.
  const serviceNow = () => parseDate(headers["date"]) ?? clockNow;
  const retryAfter = headers["retry-after"];
  if (retryAfter !== undefined && status >= 400) {
    if (/^\d+$/.test(retryAfter)) return Number(retryAfter) * 1_000;
    const instant = parseDate(retryAfter);
    if (instant !== undefined) return Math.max(0, instant - serviceNow());
  }
  const reset = Number(headers["x-ratelimit-reset"] ?? Number.NaN);
  const exhausted = status === 429 || headers["x-ratelimit-remaining"] === "0";
  if (!exhausted || !Number.isFinite(reset)) return undefined;
  return Math.max(0, reset * 1_000 - serviceNow());
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
  let free = count;
  // A set keeps the order of arrival and lets an interrupted waiter leave at once.
  const waiting = new Set<() => void>();
  return {
    acquire(signal) {
      if (signal?.aborted) return Promise.reject(signal.reason);
      if (free > 0) {
        free -= 1;
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
      const [next] = waiting;
      if (next === undefined) free += 1;
      else {
        waiting.delete(next);
        next();
      }
    },
  };
}
