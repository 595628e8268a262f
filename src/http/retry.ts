import type { Endpoint } from "../model/endpoint.ts";
import { retryLimits } from "../model/time-limits.ts";
import type { TransportReason } from "./transport.ts";

/** What is known about the effect of a failed call. `committed`: the service did it, but its response could not be read. */
export type Outcome = "refused" | "unknown" | "committed" | "not-sent";

/** How one attempt failed, as far as it matters for trying again. */
export type AttemptFailure =
  | { readonly kind: "answered"; readonly status: number }
  | { readonly kind: "checkout" }
  /** The status says success, but the body cannot be read. `broken` may be a fault on the way; `misfit` would come again. */
  | { readonly kind: "bad-answer"; readonly defect: "broken" | "misfit" }
  | { readonly kind: "no-answer"; readonly reason: TransportReason }
  | { readonly kind: "not-sent"; readonly reason: TransportReason };

/** Attempts of one call, except that a rate limit is asked again for as long as the total time allows. */
export const maxAttempts = 6;

/** Fewer attempts where there is no connection at all: a person is waiting to be told so. */
const mostUnsent = 3;

const transientStatuses: readonly number[] = [500, 502, 503, 504];

/**
 * How long to wait before the next attempt; `attempt` counts from 1. Full jitter: anything between nothing and an
 * exponentially growing bound. What the service asked for is kept, and spread a little so that not all come back at once.
 */
export function retryDelayMs(
  attempt: number,
  retryAfterMs: number | undefined,
  random: () => number,
): number {
  const bound = Math.min(retryLimits.longestMs, retryLimits.firstMs * 2 ** (attempt - 1));
  if (retryAfterMs === undefined) return random() * bound;
  return retryAfterMs + random() * Math.min(retryLimits.spreadMs, bound);
}

/** Whether the same request may be sent again: never when it could do a second time what must be done once. */
export function mayRetry(
  endpoint: Pick<Endpoint, "method" | "idempotent">,
  failure: AttemptFailure,
  attempt: number,
): boolean {
  if (failure.kind === "answered" && failure.status === 429) return true;
  if (attempt >= maxAttempts) return false;
  if (failure.kind === "not-sent") return attempt < mostUnsent && isPassing(failure.reason);
  if (failure.kind === "checkout") return false;
  if (endpoint.method !== "GET" && !endpoint.idempotent) return false;
  switch (failure.kind) {
    case "answered":
      return transientStatuses.includes(failure.status);
    case "bad-answer":
      return failure.defect === "broken";
    case "no-answer":
      return isPassing(failure.reason);
  }
}

function isPassing(reason: TransportReason): boolean {
  return reason === "dropped" || reason === "timeout";
}

/** What is known of the effect of a request that was answered with a failure status. */
export function outcomeOfStatus(status: number): Outcome {
  const refusedForSure = status < 500 || status === 501 || status === 505;
  return refusedForSure ? "refused" : "unknown";
}
