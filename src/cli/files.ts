import { readdirSync, readFileSync, realpathSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { type FilePlaces, readNamedFile } from "../layout/named-file.ts";
import { durableFiles } from "../state/durable-file.ts";
import { explained } from "../state/file-error.ts";
import { type FileSystem, machineFiles } from "../state/file-system.ts";
import { type LineFile, openLines } from "../state/line-file.ts";
import { createFileUses, type FileUses } from "./file-uses.ts";

/** Files by path, relative to the folder in which docsform was started. */
export interface Files {
  readonly folder: string;
  readonly system: FileSystem;
  /** The absolute path. */
  full(path: string): string;
  /**
   * The text of a file. Undefined: the file does not exist. Throws, without reading it, if the file is so large that it must have more than
   * `most` characters.
   */
  read(path: string, most?: number): string | undefined;
  /** The text of a file that a layout names. Throws if it is in none of the places, or has more than `most` characters. */
  readNamed(path: string, places: FilePlaces, most: number): string;
  /** Replaces the file as a whole or not at all, and creates its folder. */
  write(path: string, text: string): void;
  readonly uses: FileUses;
  /** Throws the error that writing would throw, as far as docsform can predict it. */
  tryWriting(path: string): void;
  /** Opens a file for writing line by line. */
  lines(path: string): LineFile;
  /** The names in a folder, sorted. Undefined: it is not a folder. */
  list(path: string): readonly string[] | undefined;
  /** The absolute path without links. */
  real(path: string): string;
}

export function filesBelow(folder: string, system: FileSystem = machineFiles): Files {
  const full = (path: string) => resolve(folder, path);
  const files = durableFiles(system);
  return {
    folder,
    system,
    full,
    read: (path, most = mostOfAnyFile) => files.text(full(path), most * mostBytes),
    readNamed: (path, { usual, further }, most) =>
      readNamedFile(access, full(path), { usual: usual.map(full), further: further.map(full) }, most),
    uses: createFileUses(full),
    write: (path, text) => files.replace(full(path), text),
    tryWriting: (path) => files.tryReplacing(full(path)),
    lines: (path) => openLines(system, full(path)),
    list: (path) =>
      explained(path, "read", () => (isFolder(full(path)) ? readdirSync(full(path)).sort() : undefined)),
    real: (path) => realpathSync(full(path)),
  };
}

/** The limit for files that docsform itself wrote, such as a plan or a state. */
const mostOfAnyFile = 150_000_000;

/** A character has at most three bytes. A character of four bytes counts as two. */
const mostBytes = 3;

const access = { resolved: realpathSync, facts: statSync, bytes: readFileSync };

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
