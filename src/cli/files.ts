import { readdirSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { replaceFile, textOfFile } from "../reconcile/disk/durable-file.ts";

/** Files by path, relative to the folder that docsform was started in. */
export interface Files {
  readonly folder: string;
  /** Undefined: there is no such file. */
  read(path: string): string | undefined;
  /** Replaces the file as a whole or not at all, and makes its folder. */
  write(path: string, text: string): void;
  /** Names in a folder, sorted. Undefined: it is no folder. */
  list(path: string): readonly string[] | undefined;
}

/** The files of this machine. */
export function filesBelow(folder: string): Files {
  const full = (path: string) => resolve(folder, path);
  return {
    folder,
    read: (path) => textOfFile(full(path)),
    write: (path, text) => replaceFile(full(path), text),
    list: (path) => (isFolder(full(path)) ? readdirSync(full(path)).sort() : undefined),
  };
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
