import type { Clock } from "../util/clock.ts";

/** The emulator's time: that of the clock in its options, or later. */
export interface EmulatorClock {
  now(): number;
  /** Moves the time forward. */
  forward(ms: number): void;
}

/** Creates a clock that runs with another one. */
export function createEmulatorClock(clock: Clock): EmulatorClock {
  let ahead = 0;
  return {
    now: () => clock.now() + ahead,
    forward: (ms) => {
      ahead += ms;
    },
  };
}
