import {
  closeSync,
  existsSync,
  fdatasync,
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
  /** A file that is only added to. It and its folder are made with the first text. */
  tail(path: string): FileTail;
  remove(path: string): void;
  /** Names in a folder, sorted. Undefined: it is no folder. */
  list(path: string): readonly string[] | undefined;
}

/** The end of a file, kept open between texts: to open it each time takes longer than to write. */
export interface FileTail {
  /** On the disk when it resolves. */
  append(text: string): Promise<void>;
  /** For the system to bring to the disk when it likes. */
  note(text: string): void;
  /** Nothing more is expected; what comes all the same opens it again. */
  close(): void;
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
    tail: (path) => tailOf(full(path)),
    remove: (path) => rmSync(full(path), { force: true }),
    list: (path) => (isFolder(full(path)) ? readdirSync(full(path)).sort() : undefined),
  };
}

function tailOf(path: string): FileTail {
  let file: number | undefined;
  const write = (text: string): number => {
    if (file === undefined) {
      mkdirSync(dirname(path), { recursive: true });
      file = openSync(path, "a", 0o644);
    }
    writeWhole(file, text);
    return file;
  };
  return {
    append: async (text) => {
      const written = write(text);
      await new Promise<void>((resolve, reject) => {
        fdatasync(written, (error) => (error === null ? resolve() : reject(error)));
      });
    },
    note: (text) => void write(text),
    close: () => {
      if (file !== undefined) closeSync(file);
      file = undefined;
    },
  };
}

/** A disk that is nearly full may take a part. */
function writeWhole(file: number, text: string): void {
  let left: Uint8Array = Buffer.from(text);
  while (left.length > 0) left = left.subarray(writeSync(file, left));
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

function writeDurably(path: string, text: string): void {
  const file = openSync(path, "w", 0o644);
  try {
    writeWhole(file, text);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
