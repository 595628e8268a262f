import type { Clock } from "../model/clock.ts";
import type { ApiVersion } from "../model/endpoint.ts";
import type { Secret } from "../model/secret.ts";
import type { Missing, UnreadableField } from "../model/snapshot.ts";
import type { BaseUrl } from "./base-url.ts";
import type { HttpEvent } from "./http-event.ts";
import type { RateBudget } from "./rate-budget.ts";
import type { RequestedWaits } from "./requested-waits.ts";
import type { Transport } from "./transport.ts";

/** What a caller can say about one call. */
export interface CallOptions {
  /** Stops waits, further attempts and reads under way. A write that was sent is waited for: its answer says what it did. */
  readonly signal?: AbortSignal;
  /** Runs just before each time that the request is sent. */
  readonly onAttempt?: () => void;
  /** Runs when a list stays shorter than the service says that it is. */
  readonly onIncomplete?: (missing: Missing) => void;
  /** Runs for each field of an answer that is left out because it cannot be read. */
  readonly onUnreadable?: (field: UnreadableField) => void;
}

/** Counters as the client itself sees them. */
export interface MutableStats {
  calls: number;
  writes: number;
  retried: number;
  waitedMs: number;
  announced?: ApiVersion;
}

/** What all calls of a client share. */
export interface Core {
  readonly baseUrl: BaseUrl;
  readonly token: Secret;
  readonly transport: Transport;
  readonly clock: Clock;
  readonly random: () => number;
  readonly budget: RateBudget;
  readonly requestedWaits: RequestedWaits;
  readonly timeoutMs: number;
  readonly totalTimeoutMs: number;
  readonly maxResponseBytes: number;
  readonly onEvent: (event: HttpEvent) => void;
  readonly stats: MutableStats;
}
