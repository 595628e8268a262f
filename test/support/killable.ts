import type { Emulator } from "../../src/emulator/emulator.ts";
import { emulatorTransport } from "../../src/emulator/in-process-transport.ts";
import type { Transport } from "../../src/http/transport.ts";
import type { Kill } from "./storm.ts";

/** A process that can be killed between any two of its requests, and started again. */
export interface Killable {
  readonly transport: (emulator: Emulator) => Transport;
  readonly isKilled: () => boolean;
  /** Starts the process anew, to be killed at that request of its own, or not at all. */
  start(kill: Kill | null): void;
  readonly kills: number;
}

/** Everything that the process would do after the kill fails, and nothing of it reaches the service. */
class KilledError extends Error {}

export function createKillable(): Killable {
  let kill: Kill | null = null;
  let requests = 0;
  let isKilled = false;
  let kills = 0;
  const die = () => {
    isKilled = true;
    kills += 1;
    return new KilledError("killed");
  };
  return {
    transport: (emulator) => {
      const inner = emulatorTransport(emulator);
      return async (request) => {
        if (isKilled) throw new KilledError("killed");
        requests += 1;
        const isLast = kill !== null && requests === kill.at;
        if (isLast && kill?.when === "before") throw die();
        const answer = await inner(request);
        if (isKilled) throw new KilledError("killed");
        if (isLast) throw die();
        return answer;
      };
    },
    isKilled: () => isKilled,
    start: (next) => {
      kill = next;
      requests = 0;
      isKilled = false;
    },
    get kills() {
      return kills;
    },
  };
}
