import type { Clock } from "../../util/clock.ts";

/** The total time that the service has asked to wait. Overlapping waits count once. */
export interface RequestedWaits {
  /** Notes that the service asks to wait from now on. */
  note(ms: number): void;
  /** The total up to now, without the rest of a wait that is not over. */
  readonly soFarMs: number;
}

export function createRequestedWaits(clock: Clock): RequestedWaits {
  let until = Number.NEGATIVE_INFINITY;
  let askedMs = 0;
  return {
    note(ms) {
      const end = clock.now() + ms;
      askedMs += Math.max(0, end - Math.max(clock.now(), until));
      until = Math.max(until, end);
    },
    get soFarMs() {
      return askedMs - Math.max(0, until - clock.now());
    },
  };
}
