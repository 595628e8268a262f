import { resolve } from "node:path";
import type { Lock } from "../../model/lock.ts";
import { present } from "../../model/present.ts";
import { claimFile } from "./claim-file.ts";
import type { Disk, Remembered } from "./disk.ts";
import { durableFiles } from "./durable-file.ts";
import { type FileSystem, machineFiles } from "./file-system.ts";
import { holdClaim } from "./hold-claim.ts";
import { openJournal, readJournal } from "./journal-file.ts";
import { readLock } from "./lock-file.ts";
import { serialiseLock } from "./lock-text.ts";
import { formerLocks, otherLayoutsBeside } from "./other-locks.ts";
import type { Places } from "./places.ts";
import { refuseOtherLock } from "./same-lock.ts";

/** Keeps the lock and the journal as files. Paths are relative to `folder`, or for want of it to where this process runs. */
export function createFileDisk(places: Places, folder = ".", system: FileSystem = machineFiles): Disk {
  const at = (path: string) => resolve(folder, path);
  const files = durableFiles(system);
  const { lock, journal, claim, layout } = places;
  return {
    read: async (organizationId, isDeclared): Promise<Remembered> => {
      const found = readLock(files, folder, places, organizationId);
      const { lines, isCut } = readJournal(files, folder, places);
      return {
        lock: found,
        keepsLock: lock !== undefined,
        journal: lines,
        ...(isCut && { isJournalCut: true }),
        otherLayouts: otherLayoutsBeside(files, system, folder, places, organizationId),
        ...(found === undefined && {
          formerLocks: formerLocks(files, system, folder, places, { organizationId, isDeclared }),
        }),
      };
    },
    claim: async (claimant) => {
      for (const path of [lock, journal]) if (path !== undefined) files.tryReplacing(at(path));
      const held = await holdClaim(claimFile(system, at(claim)), claimant);
      const which = { layout, ...present({ source: places.source, environment: places.environment }) };
      const head = { ...which, run: claimant.id, at: claimant.clock.now() };
      const { store, close } = openJournal(files, at(journal), head);
      return {
        journal: store,
        ...(lock === undefined
          ? {}
          : {
              saveLock: async (next: Lock, expected: Lock | undefined) => {
                refuseOtherLock(readLock(files, folder, places, next.organization), expected);
                files.replace(at(lock), serialiseLock(next, places));
              },
            }),
        isHeld: () => held.isHeld(),
        release: async () => {
          close();
          held.release();
        },
      };
    },
  };
}
