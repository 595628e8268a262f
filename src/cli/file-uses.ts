import { realpathSync, type Stats, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fail } from "../model/codes/start-words.ts";
import { DocsformError } from "../model/errors.ts";

/** The uses of files in one run. Each has a name for messages: "the layout", "--out". */
export interface FileUses {
  /** Throws `cli/same-file` if the run writes the file for another use. */
  read(path: string, as: string): void;
  /** Throws `cli/same-file` if the run reads or writes the file for another use. */
  write(path: string, as: string): void;
}

interface Use {
  readonly as: string;
  readonly isWritten: boolean;
}

/** Starts without any use. `full` returns the absolute path. */
export function createFileUses(full: (path: string) => string): FileUses {
  const known = new Map<string, readonly Use[]>();
  const note = (path: string, use: Use) => {
    for (const name of namesOf(full(path))) {
      const before = known.get(name) ?? [];
      known.set(name, [...before, use]);
      const other = before.find(({ as, isWritten }) => as !== use.as && (isWritten || use.isWritten));
      if (other !== undefined) throw sameFile(path, other.as, use.as);
    }
  };
  return {
    read: (path, as) => note(path, { as, isWritten: false }),
    write: (path, as) => note(path, { as, isWritten: true }),
  };
}

export function isSameFile(error: unknown): boolean {
  return error instanceof DocsformError && error.code === "cli/same-file";
}

function sameFile(path: string, one: string, other: string): DocsformError {
  return fail("cli/same-file", { path, one, other });
}

/** The names of a file: its path without links and, if it exists, its inode number, because it may have a second name. */
function namesOf(path: string): readonly string[] {
  const stats = statsOf(path);
  if (stats === undefined) return [join(withoutLinks(dirname(path)), basename(path))];
  // A pipe or a terminal accepts several outputs.
  return stats.isFile() ? [withoutLinks(path), `${stats.dev}:${stats.ino}`] : [];
}

function statsOf(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch {
    // The user of the file reports why it is not usable.
    return undefined;
  }
}

function withoutLinks(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    const above = dirname(path);
    return above === path ? path : join(withoutLinks(above), basename(path));
  }
}
