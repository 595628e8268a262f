import type { JournalLine } from "../engine/apply/journal.ts";
import type { OtherLayout, State } from "../model/state.ts";
import { acquireLock, memoryPlace } from "./acquire-lock.ts";
import type { Disk } from "./disk.ts";
import { refuseOtherState } from "./same-state.ts";
import { checkOrganization } from "./state-text.ts";

/** A disk in memory. A program can read its contents, and replace them between runs. */
export interface MemoryDisk extends Disk {
  state: State | undefined;
  journal: readonly JournalLine[];
}

export interface MemoryDiskOptions {
  readonly state?: State | undefined;
  /** Whether runs save a state. */
  readonly keepsState?: boolean;
  /** Returns the objects of the other layouts beside this one. */
  readonly otherLayouts?: () => readonly OtherLayout[];
}

/** Stores the state and the journal in memory, for tests and for programs that store them elsewhere. */
export function createMemoryDisk({
  state,
  keepsState = true,
  otherLayouts = () => [],
}: MemoryDiskOptions = {}): MemoryDisk {
  const add = (lines: readonly JournalLine[]) => {
    disk.journal = [...disk.journal, ...lines];
  };
  const place = memoryPlace();
  const disk: MemoryDisk = {
    state,
    journal: [],
    read: async (organizationId) => {
      if (disk.state !== undefined) checkOrganization(disk.state, organizationId, "The state");
      return { state: disk.state, keepsState, journal: disk.journal, otherLayouts: otherLayouts() };
    },
    lock: async (request) => {
      const acquired = await acquireLock(place, request);
      return {
        journal: {
          append: async (lines) => add(lines),
          note: add,
          clear: async () => {
            disk.journal = [];
          },
        },
        ...(keepsState && {
          saveState: async (next: State, expected: State | undefined) => {
            refuseOtherState(disk.state, expected);
            disk.state = next;
          },
        }),
        isValid: () => acquired.isValid(),
        release: async () => acquired.release(),
      };
    },
  };
  return disk;
}
