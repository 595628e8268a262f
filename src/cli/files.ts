import { readdirSync, readFileSync, realpathSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { type FilePlaces, readNamedFile } from "../layout/named-file.ts";
import { durableFiles } from "../reconcile/disk/durable-file.ts";
import { explained } from "../reconcile/disk/file-error.ts";
import { type FileSystem, machineFiles } from "../reconcile/disk/file-system.ts";
import { type LineFile, openLines } from "../reconcile/disk/line-file.ts";
import { createFileUses, type FileUses } from "./file-uses.ts";

/** Files by path, relative to the folder that docsform was started in. */
export interface Files {
  readonly folder: string;
  readonly system: FileSystem;
  /** The path from the root. */
  full(path: string): string;
  /**
   * Undefined: there is no such file. Throws for one that is so large that it must have more than so many characters, without
   * reading it.
   */
  read(path: string, most?: number): string | undefined;
  /** A file that a layout names: where it may be, and how many characters it may have at most. Throws. */
  readNamed(path: string, places: FilePlaces, most: number): string;
  /** Replaces the file as a whole or not at all, and makes its folder. */
  write(path: string, text: string): void;
  /** What this run uses its files for. */
  readonly uses: FileUses;
  /** Throws what writing would throw, as far as that can be known before. */
  tryWriting(path: string): void;
  /** Begins a file that gets one line after the other. */
  lines(path: string): LineFile;
  /** Names in a folder, sorted. Undefined: it is no folder. */
  list(path: string): readonly string[] | undefined;
}

/** The files of this machine. */
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
  };
}

/** Of what docsform itself wrote: a plan, a state. */
const mostOfAnyFile = 150_000_000;

/** A character has at most three bytes, and one that has four counts twice. */
const mostBytes = 3;

const access = { resolved: realpathSync, facts: statSync, bytes: readFileSync };

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
