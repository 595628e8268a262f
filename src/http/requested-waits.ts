import type { Clock } from "../model/clock.ts";

/** The waits that a service has asked for: those of several answers at once are one. */
export interface RequestedWaits {
  /** It asks to wait from now on. */
  note(ms: number): void;
  /** For how long it has been asking until now. */
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
