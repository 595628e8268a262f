import { appendFileSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import type { DocsformError } from "../../model/errors.ts";
import { durableFiles } from "../../state/durable-file.ts";
import { type FileSystem, machineFiles } from "../../state/file-system.ts";
import { fail } from "../../terraform/fail.ts";
import type { Notes } from "../../terraform/session/notes.ts";

const ending = ".jsonl";

export interface NoteFolderOptions {
  /** Reading the folder removes files that are older, in milliseconds. Absent: it removes none. */
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
    read: () => (isFolder(folder) ? notesIn(folder, keptMs) : []),
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
    // A note that remains is read once more, and its reader finds that it is over.
    remove: (name) => ignoringFaults(() => rmSync(pathOf(name), { force: true })),
  };
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

function notesIn(folder: string, keptMs: number): readonly string[] {
  const oldest = Date.now() - keptMs;
  return readdirSync(folder)
    .filter((file) => file.endsWith(ending))
    .flatMap((file) => {
      const path = join(folder, file);
      try {
        if (statSync(path).mtimeMs >= oldest) return [readFileSync(path, "utf8")];
        rmSync(path, { force: true });
      } catch {
        // Another process has removed it.
      }
      return [];
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
