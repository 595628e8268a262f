import type { JournalLine } from "../../apply/journal.ts";
import type { Lock, OtherLayout } from "../../model/lock.ts";
import type { Disk } from "./disk.ts";
import { holdClaim, memoryPlace } from "./hold-claim.ts";
import { checkOrganization } from "./lock-text.ts";
import { refuseOtherLock } from "./same-lock.ts";

/** A disk that is forgotten with the program; what is on it can be looked at, and replaced between runs. */
export interface MemoryDisk extends Disk {
  lock: Lock | undefined;
  journal: readonly JournalLine[];
}

export interface MemoryDiskOptions {
  readonly lock?: Lock | undefined;
  /** Whether runs save a lock. */
  readonly keepsLock?: boolean;
  /** What belongs to the layouts beside this one, as it is now. */
  readonly otherLayouts?: () => readonly OtherLayout[];
}

/** Keeps the lock and the journal in memory: for tests, and for programs that store what is on the disk elsewhere. */
export function createMemoryDisk({
  lock,
  keepsLock = true,
  otherLayouts = () => [],
}: MemoryDiskOptions = {}): MemoryDisk {
  const add = (lines: readonly JournalLine[]) => {
    disk.journal = [...disk.journal, ...lines];
  };
  const place = memoryPlace();
  const disk: MemoryDisk = {
    lock,
    journal: [],
    read: async (organizationId) => {
      if (disk.lock !== undefined) checkOrganization(disk.lock, organizationId, "The lock");
      return { lock: disk.lock, keepsLock, journal: disk.journal, otherLayouts: otherLayouts() };
    },
    claim: async (claimant) => {
      const held = await holdClaim(place, claimant);
      return {
        journal: {
          append: async (lines) => add(lines),
          note: add,
          clear: async () => {
            disk.journal = [];
          },
        },
        ...(keepsLock && {
          saveLock: async (next: Lock, expected: Lock | undefined) => {
            refuseOtherLock(disk.lock, expected);
            disk.lock = next;
          },
        }),
        isHeld: () => held.isHeld(),
        release: async () => held.release(),
      };
    },
  };
  return disk;
}
