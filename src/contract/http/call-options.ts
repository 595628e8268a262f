import type { ApiVersion } from "../../model/endpoint.ts";
import type { Secret } from "../../model/secret.ts";
import type { ItemCounts, UnreadableField } from "../../model/snapshot.ts";
import type { Clock } from "../../util/clock.ts";
import type { BaseUrl } from "./base-url.ts";
import type { HttpEvent } from "./http-event.ts";
import type { RateBudget } from "./rate-budget.ts";
import type { RequestedWaits } from "./requested-waits.ts";
import type { ObservedClock } from "./service-clock.ts";
import type { Transport } from "./transport.ts";

/** Options of one call. */
export interface CallOptions {
  /** Stops waits, further attempts and reads. The client waits for a write that it has sent: the response says what the write did. */
  readonly signal?: AbortSignal;
  /** Runs before each attempt. */
  readonly onAttempt?: () => void;
  /** Runs if a list has fewer items than the service counts. */
  readonly onIncomplete?: (missing: ItemCounts) => void;
  /** Runs for each field of a response that the client omits because it cannot read it. */
  readonly onUnreadable?: (field: UnreadableField) => void;
}

/** Counters of the client that the client itself writes. */
export interface MutableStats {
  calls: number;
  writes: number;
  retried: number;
  waitedMs: number;
  announced?: ApiVersion;
}

/** The parts that all calls of a client share. */
export interface Core {
  readonly baseUrl: BaseUrl;
  readonly token: Secret;
  readonly transport: Transport;
  readonly clock: Clock;
  readonly random: () => number;
  readonly budget: RateBudget;
  readonly requestedWaits: RequestedWaits;
  readonly serviceClock: ObservedClock;
  readonly timeoutMs: number;
  readonly totalTimeoutMs: number;
  readonly maxResponseBytes: number;
  readonly onEvent: (event: HttpEvent) => void;
  readonly stats: MutableStats;
}
