import { appendFileSync, mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { fail } from "../../model/codes/provider-words.ts";
import type { DocsformError } from "../../model/errors.ts";
import { type DurableFiles, durableFiles } from "../../state/durable-file.ts";
import { type FileSystem, machineFiles } from "../../state/file-system.ts";
import type { Notes } from "../../terraform/session/notes.ts";

const ending = ".jsonl";

export interface NoteFolderOptions {
  /** The maximum age of a file, in milliseconds. Reading the folder removes older files. Absent: files have no maximum age. */
  readonly keptMs?: number;
  readonly system?: FileSystem;
}

/** Keeps notes as files in a folder. */
export function noteFolder(
  folder: string,
  { keptMs = Number.POSITIVE_INFINITY, system = machineFiles }: NoteFolderOptions = {},
): Notes {
  const files = durableFiles(system);
  const pathOf = (name: string): string => join(folder, `${name}${ending}`);
  return {
    read: () => (isFolder(folder) ? notesIn(files, folder, keptMs) : []),
    add: (name, line) => {
      try {
        mkdirSync(folder, { recursive: true });
        appendFileSync(pathOf(name), `${line}\n`, { mode: 0o600 });
      } catch (error) {
        throw notNoted(folder, error);
      }
    },
    append: async (name, line) => {
      const tail = files.tail(pathOf(name));
      try {
        await tail.append(`${line}\n`);
      } catch (error) {
        throw notNoted(folder, error);
      } finally {
        tail.close();
      }
    },
    // If a note remains, the next process that reads it recognizes that it is obsolete.
    remove: (name) => ignoringFaults(() => rmSync(pathOf(name), { force: true })),
  };
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

/** Throws `disk/not-read` if a note cannot be read, because it may be about a create whose outcome is unknown. */
function notesIn(files: DurableFiles, folder: string, keptMs: number): readonly string[] {
  const oldest = Date.now() - keptMs;
  return readdirSync(folder)
    .filter((file) => file.endsWith(ending))
    .flatMap((file) => {
      const path = join(folder, file);
      const stats = statSync(path, { throwIfNoEntry: false });
      if (stats === undefined) return [];
      if (stats.mtimeMs < oldest) {
        ignoringFaults(() => rmSync(path, { force: true }));
        return [];
      }
      // Another process may have removed it in the meantime.
      return files.text(path) ?? [];
    });
}

function notNoted(folder: string, cause: unknown): DocsformError {
  const why = cause instanceof Error ? cause.message : String(cause);
  return fail("terraform/create-not-recorded", { reason: why, folder }, { cause });
}

function ignoringFaults(run: () => void): void {
  try {
    run();
  } catch {
    // Nothing depends on the removal.
  }
}
