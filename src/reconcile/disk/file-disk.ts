import { resolve } from "node:path";
import type { Address } from "../../model/address.ts";
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
  /** What was read from where version 1 kept it, and is of this layout. */
  const taken = new Set<string>();
  return {
    read: async (organizationId, declares): Promise<Remembered> => {
      const isDeclared = declares ?? (() => true);
      taken.clear();
      const found = readLock(files, folder, places, { organizationId, isDeclared });
      if (found !== undefined && found.path !== lock) taken.add(found.path);
      const isKnown = (address: Address) => isDeclared(address) || found?.lock.objects[address] !== undefined;
      const lines = readJournal(files, folder, places, isKnown);
      if (lines.isFormer && places.former !== undefined) taken.add(places.former.journal);
      return {
        lock: found?.lock,
        keepsLock: lock !== undefined,
        journal: lines.lines,
        ...(lines.isCut && { isJournalCut: true }),
        otherLayouts: otherLayoutsBeside(files, system, folder, places, organizationId),
        ...(found === undefined && {
          formerLocks: formerLocks(files, system, folder, places, { organizationId, isDeclared: declares }),
        }),
        ...(found?.isUnnamed === true && { unnamedLock: found.path }),
      };
    },
    claim: async (claimant) => {
      for (const path of [lock, journal]) if (path !== undefined) files.tryReplacing(at(path));
      const held = await holdClaim(claimFile(system, at(claim)), claimant);
      const which = { layout, ...present({ source: places.source, environment: places.environment }) };
      const head = { ...which, run: claimant.id, at: claimant.clock.now() };
      const removeFormer = (former: string | undefined) => {
        if (former !== undefined && taken.delete(former)) files.remove(at(former));
      };
      const { store, close } = openJournal(files, at(journal), head, () =>
        removeFormer(places.former?.journal),
      );
      return {
        journal: store,
        ...(lock === undefined
          ? {}
          : {
              saveLock: async (next: Lock, expected: Lock | undefined) => {
                const isDeclared = (address: Address) => expected?.objects[address] !== undefined;
                const asked = { organizationId: next.organization, isDeclared };
                refuseOtherLock(readLock(files, folder, places, asked)?.lock, expected);
                files.replace(at(lock), serialiseLock(next, places));
                removeFormer(places.former?.lock);
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
