import {
  closeSync,
  existsSync,
  fdatasync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeSync,
} from "node:fs";
import { dirname } from "node:path";

/** The file's text; undefined where there is no file. */
export function textOfFile(path: string): string | undefined {
  return existsSync(path) ? readFileSync(path, "utf8") : undefined;
}

/** Replaces the file as a whole or not at all, and makes its folder. */
export function replaceFile(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  // Written beside and renamed: whoever reads sees the old text or the new one.
  const beside = `${path}.${process.pid}.tmp`;
  writeDurably(beside, text);
  renameSync(beside, path);
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

/** A file that is only added to. It and its folder are made with the first text. */
export function tailOf(path: string): FileTail {
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

function writeDurably(path: string, text: string): void {
  const file = openSync(path, "w", 0o644);
  try {
    writeWhole(file, text);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
