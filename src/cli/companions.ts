import type { JournalFile } from "../apply/journal.ts";
import type { LockFiles } from "../reconcile/disk/lock-file.ts";
import type { Files } from "./files.ts";

/** The files as the lock wants them. */
export function lockFiles(files: Files): LockFiles {
  return {
    read: async (path) => files.read(path),
    writeAtomically: async (path, text) => files.write(path, text),
  };
}

/** The journal's file. */
export function journalFile(files: Files, path: string): JournalFile {
  const tail = files.tail(path);
  return {
    append: (text) => tail.append(text),
    note: (text) => tail.note(text),
    close: () => tail.close(),
    clear: () => {
      tail.close();
      files.remove(path);
    },
  };
}
