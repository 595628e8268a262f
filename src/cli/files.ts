import {
  appendFileSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { dirname, resolve } from "node:path";

/** Files by path, relative to the folder that docsform was started in. */
export interface Files {
  /** Undefined: there is no such file. */
  read(path: string): string | undefined;
  /** Replaces the file as a whole or not at all, and makes its folder. */
  write(path: string, text: string): void;
  /** Adds to the end; on the disk when it resolves. */
  append(path: string, text: string): Promise<void>;
  /** Adds to the end, for the system to bring to the disk when it likes. */
  note(path: string, text: string): void;
  remove(path: string): void;
  /** Names in a folder, sorted. Undefined: it is no folder. */
  list(path: string): readonly string[] | undefined;
}

/** The files of this machine. */
export function filesBelow(folder: string): Files {
  const full = (path: string) => resolve(folder, path);
  return {
    read: (path) => (existsSync(full(path)) ? readFileSync(full(path), "utf8") : undefined),
    write: (path, text) => {
      const target = full(path);
      mkdirSync(dirname(target), { recursive: true });
      // Written beside and renamed: whoever reads sees the old text or the new one.
      const beside = `${target}.${process.pid}.tmp`;
      writeDurably(beside, text);
      renameSync(beside, target);
    },
    append: async (path, text) => {
      mkdirSync(dirname(full(path)), { recursive: true });
      // Loaded for those who apply alone: it brings much with it.
      const { open } = await import("node:fs/promises");
      const file = await open(full(path), "a", 0o644);
      try {
        await file.writeFile(text);
        await file.datasync();
      } finally {
        await file.close();
      }
    },
    note: (path, text) => {
      mkdirSync(dirname(full(path)), { recursive: true });
      appendFileSync(full(path), text, { mode: 0o644 });
    },
    remove: (path) => rmSync(full(path), { force: true }),
    list: (path) => (isFolder(full(path)) ? readdirSync(full(path)).sort() : undefined),
  };
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

function writeDurably(path: string, text: string): void {
  const file = openSync(path, "w", 0o644);
  try {
    writeSync(file, text);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
