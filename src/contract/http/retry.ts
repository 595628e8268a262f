import type { Endpoint } from "../../model/endpoint.ts";
import { retryLimits } from "../../model/time-limits.ts";
import type { TransportReason } from "./transport.ts";

/** The known effect of a failed call. `committed`: the service did it, but docsform could not read its response. */
export type Outcome = "refused" | "unknown" | "committed" | "not-sent";

/** How one attempt failed, as far as it matters for a retry. */
export type AttemptFailure =
  | { readonly kind: "answered"; readonly status: number }
  | { readonly kind: "checkout" }
  /**
   * The status is a success, but docsform cannot read the body. `broken`: perhaps a transmission fault. `misfit`: a retry would
   * fail too.
   */
  | { readonly kind: "invalid-response"; readonly defect: "broken" | "misfit" }
  | { readonly kind: "no-response"; readonly reason: TransportReason }
  | { readonly kind: "not-sent"; readonly reason: TransportReason };

/** Attempts of one call. After a rate limit, the client retries more often, as long as the total time allows. */
export const maxAttempts = 6;

/** Attempts without any connection. They are fewer, because a person waits for the message. */
const mostUnsent = 3;

/**
 * The wait before the next attempt; `attempt` counts from 1. Full jitter: a random time from zero to a bound that grows
 * exponentially. If the service asks for a wait, the client waits that long, plus a small random time, so that requests spread.
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

/** Whether the client may send the same request again: never if the repetition could have a second effect. */
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
      return isTransient(failure.status);
    case "invalid-response":
      return failure.defect === "broken";
    case "no-response":
      return isPassing(failure.reason);
  }
}

function isPassing(reason: TransportReason): boolean {
  return reason === "dropped" || reason === "timeout";
}

/** The known effect of a request that the service answered with a failure status. */
export function outcomeOfStatus(status: number): Outcome {
  return isTransient(status) ? "unknown" : "refused";
}

/** Whether the service, or a proxy before it, may do the same request later: 501 and 505 say that it never will. */
function isTransient(status: number): boolean {
  return status >= 500 && status !== 501 && status !== 505;
}
