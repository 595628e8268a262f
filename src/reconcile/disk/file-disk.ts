import { resolve } from "node:path";
import type { JournalStore } from "../../apply/journal.ts";
import type { Lock } from "../../model/lock.ts";
import { claimFile } from "./claim-file.ts";
import type { Disk } from "./disk.ts";
import { type DurableFiles, durableFiles } from "./durable-file.ts";
import { type FileSystem, machineFiles } from "./file-system.ts";
import { groupCommit } from "./group-commit.ts";
import { holdClaim } from "./hold-claim.ts";
import { journalText, parseJournal } from "./journal-text.ts";
import { parseLock, serialiseLock } from "./lock-text.ts";
import type { Places } from "./places.ts";

/** Keeps the lock and the journal as files. Paths are relative to `folder`, or for want of it to where this process runs. */
export function createFileDisk(places: Places, folder = ".", system: FileSystem = machineFiles): Disk {
  const { lock, journal, claim } = places;
  const at = (path: string) => resolve(folder, path);
  const files = durableFiles(system);
  return {
    read: async (organizationId) => ({
      lock: lock === undefined ? undefined : readLock(files, at(lock), lock, organizationId),
      keepsLock: lock !== undefined,
      journal: parseJournal(files.text(at(journal)) ?? ""),
    }),
    claim: async (claimant) => {
      for (const path of [lock, journal]) if (path !== undefined) files.tryReplacing(at(path));
      const held = await holdClaim(claimFile(system, at(claim)), claimant);
      const { store, close } = openJournal(files, at(journal));
      return {
        journal: store,
        ...(lock === undefined
          ? {}
          : { saveLock: async (next: Lock) => files.replace(at(lock), serialiseLock(next)) }),
        isHeld: () => held.isHeld(),
        release: async () => {
          close();
          held.release();
        },
      };
    },
  };
}

function readLock(files: DurableFiles, file: string, path: string, organizationId: string): Lock | undefined {
  const text = files.text(file);
  return text === undefined ? undefined : parseLock(text, organizationId, path);
}

function openJournal(
  files: DurableFiles,
  file: string,
): { readonly store: JournalStore; readonly close: () => void } {
  const tail = files.tail(file);
  const disk = groupCommit((text) => tail.append(text));
  return {
    store: {
      append: (lines) => disk.append(journalText(lines)),
      note: (lines) => tail.note(journalText(lines)),
      clear: async () => {
        // A line that reached the disk after the file was cleared would be taken for one of an interrupted run.
        await disk.idle();
        tail.close();
        files.remove(file);
      },
    },
    close: () => tail.close(),
  };
}
