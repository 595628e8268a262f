import {
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
  /** Adds to the end; on the disk when it returns. */
  append(path: string, text: string): void;
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
      writeDurably(beside, "w", text);
      renameSync(beside, target);
    },
    append: (path, text) => {
      mkdirSync(dirname(full(path)), { recursive: true });
      writeDurably(full(path), "a", text);
    },
    remove: (path) => rmSync(full(path), { force: true }),
    list: (path) => (isFolder(full(path)) ? readdirSync(full(path)).sort() : undefined),
  };
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

function writeDurably(path: string, flag: "w" | "a", text: string): void {
  const file = openSync(path, flag, 0o644);
  try {
    writeSync(file, text);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
