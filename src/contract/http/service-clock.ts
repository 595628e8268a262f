import { serviceClockToleranceMs } from "../../model/time-limits.ts";
import type { Clock } from "../../util/clock.ts";

/** From when to when the service can do what a call asks for, by the service's own clock, in milliseconds since the epoch. */
export interface CallWindow {
  readonly from: number;
  readonly until: number;
}

/**
 * The service's clock, as the `Date` of its responses shows it. It is usable if each response has a `Date`, and if none is earlier than one
 * before it, apart from the tolerance.
 */
export interface ServiceClock {
  /** The window of a call that is sent now. Undefined: the clock is not usable, or there was no response yet. */
  window(): CallWindow | undefined;
  readonly isUsable: boolean;
  /** Calls `work` once, when the clock is no longer usable. Returns a function that cancels this. */
  onUnusable(work: () => void): () => void;
}

/** The clock, as the client itself uses it. */
export interface ObservedClock extends ServiceClock {
  /** Notes the `Date` of a response. */
  observe(date: string | undefined): void;
}

/** `callLimitMs`: the time limit of a call with all its attempts. */
export function createServiceClock(clock: Clock, callLimitMs: number): ObservedClock {
  const listeners = new Set<() => void>();
  let isUsable = true;
  let latest = Number.NEGATIVE_INFINITY;
  let aheadMs: number | undefined;
  return {
    get isUsable() {
      return isUsable;
    },
    window() {
      if (!isUsable || aheadMs === undefined) return undefined;
      const from = clock.now() + aheadMs;
      return { from, until: from + callLimitMs };
    },
    onUnusable(work) {
      listeners.add(work);
      return () => void listeners.delete(work);
    },
    observe(date) {
      if (!isUsable) return;
      const shown = Date.parse(date ?? "");
      // A comparison with NaN is false.
      isUsable = shown >= latest - serviceClockToleranceMs;
      if (!isUsable) for (const work of listeners) work();
      latest = Math.max(latest, shown);
      aheadMs = shown - clock.now();
    },
  };
}

/** The window of calls that were sent one after the other. Undefined: that of one of them is not known. */
export function bothWindows(
  earlier: CallWindow | undefined,
  later: CallWindow | undefined,
): CallWindow | undefined {
  return earlier && later && { from: earlier.from, until: later.until };
}
