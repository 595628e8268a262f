import type { Clock } from "../model/clock.ts";

/** The time that the emulator goes by: that of the clock which it was given, or later. */
export interface EmulatorClock {
  now(): number;
  /** Moves time on. */
  forward(ms: number): void;
}

/** A clock that goes with another one. */
export function createEmulatorClock(clock: Clock): EmulatorClock {
  let ahead = 0;
  return {
    now: () => clock.now() + ahead,
    forward: (ms) => {
      ahead += ms;
    },
  };
}
