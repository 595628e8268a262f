import { rmSync } from "node:fs";
import { resolve } from "node:path";
import type { JournalStore } from "../../apply/journal.ts";
import type { Lock } from "../../model/lock.ts";
import type { Disk } from "./disk.ts";
import { replaceFile, tailOf, textOfFile } from "./durable-file.ts";
import { groupCommit } from "./group-commit.ts";
import { journalText, parseJournal } from "./journal-text.ts";
import { parseLock, serialiseLock } from "./lock-text.ts";
import type { Places } from "./places.ts";

/** Keeps the lock and the journal as files. Paths are relative to `folder`, or for want of it to where this process runs. */
export function createFileDisk({ lock, journal }: Places, folder = "."): Disk {
  const at = (path: string) => resolve(folder, path);
  return {
    read: async (organizationId) => ({
      lock: lock === undefined ? undefined : readLock(at(lock), lock, organizationId),
      journal: parseJournal(textOfFile(at(journal)) ?? ""),
    }),
    claim: async () => {
      const { store, close } = openJournal(at(journal));
      return {
        journal: store,
        ...(lock === undefined
          ? {}
          : { saveLock: async (next: Lock) => replaceFile(at(lock), serialiseLock(next)) }),
        release: async () => close(),
      };
    },
  };
}

function readLock(file: string, path: string, organizationId: string): Lock | undefined {
  const text = textOfFile(file);
  return text === undefined ? undefined : parseLock(text, organizationId, path);
}

function openJournal(file: string): { readonly store: JournalStore; readonly close: () => void } {
  const tail = tailOf(file);
  const disk = groupCommit((text) => tail.append(text));
  return {
    store: {
      append: (lines) => disk.append(journalText(lines)),
      note: (lines) => tail.note(journalText(lines)),
      clear: async () => {
        // A line that reached the disk after the file was cleared would be taken for one of an interrupted run.
        await disk.idle();
        tail.close();
        rmSync(file, { force: true });
      },
    },
    close: () => tail.close(),
  };
}
