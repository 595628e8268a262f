import type { Transport } from "../../src/contract/http/transport.ts";
import { emulatorTransport } from "../../src/emulator/in-process-transport.ts";
import type { Emulator } from "../../src/emulator/new-emulator.ts";
import type { Lock } from "../../src/state/disk.ts";
import { createMemoryDisk, type MemoryDisk, type MemoryDiskOptions } from "../../src/state/memory-disk.ts";
import type { Kill } from "./random-faults.ts";

/** A process that can be killed between any two of its requests, and started again. */
export interface Killable {
  readonly transport: (emulator: Emulator) => Transport;
  /** A disk to which the process cannot write after a kill. */
  readonly disk: (options?: MemoryDiskOptions) => MemoryDisk;
  /** Starts the process again. `kill` is the request at which it is killed. */
  start(kill: Kill | null): void;
  readonly kills: number;
}

/** After the kill, everything that the process does fails, and no request reaches the service. */
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
        const isLast =
          kill !== null && (typeof kill.at === "number" ? requests === kill.at : kill.at(request));
        if (isLast && kill?.when === "before") throw die();
        const answer = await inner(request);
        if (isKilled) throw new KilledError("killed");
        if (isLast) throw die();
        return answer;
      };
    },
    disk: (options) => {
      const disk = createMemoryDisk(options);
      const lock = disk.lock.bind(disk);
      disk.lock = async (request) => whileAlive(await lock(request), () => isKilled);
      return disk;
    },
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

/** After the kill, no write reaches the disk. */
function whileAlive(lock: Lock, isKilled: () => boolean): Lock {
  return {
    journal: {
      append: async (lines) => {
        if (!isKilled()) await lock.journal.append(lines);
      },
      note: (lines) => {
        if (!isKilled()) lock.journal.note(lines);
      },
      clear: async () => {
        if (!isKilled()) await lock.journal.clear();
      },
    },
    ...(lock.saveState && {
      saveState: async (next, expected) => {
        if (!isKilled()) await lock.saveState?.(next, expected);
      },
    }),
    isValid: () => lock.isValid(),
    release: async () => await lock.release(),
  };
}
