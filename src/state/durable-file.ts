import { constants, type Stats } from "node:fs";
import { dirname } from "node:path";
import { fail } from "../model/codes/start-words.ts";
import type { DocsformError } from "../model/errors.ts";
import { codeOf, explained, fileError, linkError, noFileError } from "./file-error.ts";
import { type FileSystem, machineFiles } from "./file-system.ts";

/** Files that are written whole or not at all. A failure is thrown as a `disk/` error with an explanation. */
export interface DurableFiles {
  /**
   * Returns the text of the file; undefined: there is none. Throws if it has more bytes than `mostBytes`, without reading them all. Absent:
   * 256 MB.
   */
  text(path: string, mostBytes?: number): string | undefined;
  /** Whether the path exists. */
  isThere(path: string): boolean;
  /** Replaces the whole file or nothing. The file keeps its mode, and its folder is created. */
  replace(path: string, text: string): void;
  remove(path: string): void;
  /** Throws what {@link DurableFiles.replace} would throw, as far as that can be checked. It leaves no file behind. */
  tryReplacing(path: string): void;
  tail(path: string): FileTail;
}

/** Appends to a file, and keeps it open between texts, because opening it takes longer than writing. */
export interface FileTail {
  /** Resolves when the text is on the disk. */
  append(text: string): Promise<void>;
  /** Writes the text without waiting for the disk. */
  note(text: string): void;
  /** Closes the file. A later write opens it again. */
  close(): void;
}

const defaultMode = 0o644;
/** Much larger than any file of docsform. The limit ends a read of a device that never ends. */
const defaultMostBytes = 268_435_456;

export function durableFiles(system: FileSystem = machineFiles): DurableFiles {
  return {
    text: (path, mostBytes = defaultMostBytes) =>
      explained(path, "read", () => readTextFile(system, path, mostBytes)),
    isThere: (path) => explained(path, "read", () => statsOf(system, path) !== undefined),
    replace: (path, text) => explained(path, "written", () => replace(system, path, text)),
    remove: (path) => explained(path, "written", () => system.rmSync(path, { force: true })),
    tryReplacing: (path) => explained(path, "written", () => tryReplacing(system, path)),
    tail: (path) => tailOf(system, path),
  };
}

function readTextFile(system: FileSystem, path: string, mostBytes: number): string | undefined {
  try {
    const stats = system.statSync(path);
    if (stats.size > mostBytes) throw tooLarge(path, `${stats.size}`, mostBytes);
    return mayBeEndless(stats)
      ? readUntilEnd(system, path, mostBytes, stats.isFIFO())
      : system.readFileSync(path, "utf8");
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw error;
  }
}

/** Whether the size of the file is unknown before the read, because it is a pipe or a device. */
function mayBeEndless(stats: Stats): boolean {
  return !stats.isFile() && !stats.isDirectory();
}

const pieceBytes = 65_536;

function readUntilEnd(system: FileSystem, path: string, mostBytes: number, isPipe: boolean): string {
  // Without O_NONBLOCK, opening a pipe without a writer would wait forever.
  const file = system.openSync(path, isPipe ? constants.O_RDONLY | constants.O_NONBLOCK : "r");
  try {
    const pieces: Uint8Array[] = [];
    for (let bytes = 0; bytes <= mostBytes; ) {
      const piece = Buffer.alloc(pieceBytes);
      const read = isPipe ? readPipe(system, path, file, piece, bytes === 0) : system.readSync(file, piece);
      if (read === 0) return Buffer.concat(pieces).toString("utf8");
      pieces.push(piece.subarray(0, read));
      bytes += read;
    }
  } finally {
    system.closeSync(file);
  }
  throw tooLarge(path, `more than ${mostBytes}`, mostBytes);
}

/**
 * How long a read waits for the next data of a pipe. `withoutWriter`: no program has opened the pipe for writing yet, before the first data.
 * `withWriter`: a program has opened it and has written nothing new. Each piece of data starts the time again.
 */
const mostWaitMs = { withoutWriter: 1000, withWriter: 120_000 };
const pauseMs = 20;

/** Reads the next bytes of a pipe into `piece`, and returns how many; 0: its end. Throws if none come in time. */
function readPipe(
  system: FileSystem,
  path: string,
  file: number,
  piece: Uint8Array,
  isFirst: boolean,
): number {
  const waitedMs = { withoutWriter: 0, withWriter: 0 };
  for (;;) {
    const read = readNow(system, file, piece);
    if (read !== undefined && (read > 0 || !isFirst)) return read;
    const pipe = read === undefined ? "withWriter" : "withoutWriter";
    waitedMs[pipe] += pauseMs;
    if (waitedMs[pipe] > mostWaitMs[pipe]) throw silentPipe(path);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pauseMs);
  }
}

/** Reads without waiting. Undefined: the pipe has a writer, and no data yet. */
function readNow(system: FileSystem, file: number, piece: Uint8Array): number | undefined {
  try {
    return system.readSync(file, piece);
  } catch (error) {
    if (codeOf(error) === "EAGAIN") return undefined;
    throw error;
  }
}

function silentPipe(path: string): DocsformError {
  return fail("disk/not-read", { case: "silentPipe", path });
}

function tooLarge(path: string, bytes: string, mostBytes: number): DocsformError {
  return fail("disk/too-large", { path, bytes, mostBytes });
}

function replace(system: FileSystem, path: string, text: string): void {
  const mode = modeOf(checkWritable(system, path));
  makeFolderOf(system, path);
  // The text is written to another file, which is then renamed. So a reader gets either the old or the new text.
  const temporary = temporaryPathOf(path);
  try {
    writeDurably(system, temporary, text, mode);
    system.renameSync(temporary, path);
  } catch (error) {
    removeQuietly(system, temporary);
    throw error;
  }
  syncFolder(system, dirname(path));
}

/** Creates the folders above the path that do not exist yet, and syncs their names. */
function makeFolderOf(system: FileSystem, path: string): void {
  const outermostCreated = system.mkdirSync(dirname(path), { recursive: true });
  if (outermostCreated === undefined) return;
  const end = dirname(outermostCreated);
  for (let folder = dirname(path); folder !== end && folder !== dirname(folder); folder = dirname(folder))
    syncFolder(system, dirname(folder));
}

/** Errors of file systems that cannot open a folder or sync it. */
const folderRefusals = new Set(["EISDIR", "EPERM", "EACCES", "EINVAL", "ENOTSUP", "ENOSYS", "EBADF"]);

/** Syncs the names in a folder to the disk. Otherwise a power loss may undo a rename or lose a new file. */
function syncFolder(system: FileSystem, folder: string): void {
  try {
    const opened = system.openSync(folder, "r");
    try {
      system.fsyncSync(opened);
    } finally {
      system.closeSync(opened);
    }
  } catch (error) {
    if (!folderRefusals.has(codeOf(error) ?? "")) throw error;
  }
}

function tryReplacing(system: FileSystem, path: string): void {
  checkWritable(system, path);
  const temporary = temporaryPathOf(`${nearestFolder(system, dirname(path))}/.docsform`);
  try {
    // A full disk can still create a file, but not write data to it.
    writeDurably(system, temporary, " ".repeat(4096), defaultMode);
  } catch (error) {
    removeQuietly(system, temporary);
    throw error;
  }
  system.rmSync(temporary, { force: true });
}

/** Throws if docsform must not write to the path. Returns the facts about the existing file; undefined: there is none. */
function checkWritable(system: FileSystem, path: string): Stats | undefined {
  const stats = statsOf(system, path);
  if (stats === undefined) return undefined;
  if (stats.isSymbolicLink()) throw linkError(path, system.readlinkSync(path));
  if (stats.isDirectory()) throw Object.assign(new Error("a folder"), { code: "EISDIR" });
  // A rename over a device would replace the device for every program on the machine.
  if (!stats.isFile()) throw noFileError(path, "written");
  system.accessSync(path, constants.W_OK);
  return stats;
}

/** The permission bits of the file, or those of a new one. */
function modeOf(stats: Stats | undefined): number {
  return stats === undefined ? defaultMode : stats.mode & 0o7777;
}

function statsOf(system: FileSystem, path: string): Stats | undefined {
  return system.lstatSync(path, { throwIfNoEntry: false });
}

/** The folder, or the nearest existing one above it. */
function nearestFolder(system: FileSystem, folder: string): string {
  const above = dirname(folder);
  return above === folder || statsOf(system, folder) !== undefined ? folder : nearestFolder(system, above);
}

function temporaryPathOf(path: string): string {
  return `${path}.${process.pid}.tmp`;
}

function removeQuietly(system: FileSystem, path: string): void {
  try {
    system.rmSync(path, { force: true });
  } catch {
    // The caller throws the earlier error.
  }
}

function writeDurably(system: FileSystem, path: string, text: string, mode: number): void {
  const file = system.openSync(path, "w", mode);
  try {
    // The umask reduces the mode of a new file, so another mode than the default is set again.
    if (mode !== defaultMode) system.fchmodSync(file, mode);
    writeWhole(system, file, text);
    system.fsyncSync(file);
  } finally {
    system.closeSync(file);
  }
}

/** A file to which docsform only appends. The first text creates it and its folder. */
function tailOf(system: FileSystem, path: string): FileTail {
  let openFile: number | undefined;
  const write = (text: string): number =>
    explained(path, "written", () => {
      openFile ??= openTail(system, path);
      writeWhole(system, openFile, text);
      return openFile;
    });
  return {
    append: async (text) => {
      const file = write(text);
      await new Promise<void>((resolve, reject) => {
        system.fdatasync(file, (error) =>
          error === null ? resolve() : reject(fileError(path, "written", error) as Error),
        );
      });
    },
    note: (text) => void write(text),
    close: () => {
      const file = openFile;
      openFile = undefined;
      if (file !== undefined) closeQuietly(system, file);
    },
  };
}

function closeQuietly(system: FileSystem, file: number): void {
  try {
    system.closeSync(file);
  } catch {
    // The texts that must be on the disk were synced before.
  }
}

function openTail(system: FileSystem, path: string): number {
  checkWritable(system, path);
  makeFolderOf(system, path);
  const file = system.openSync(path, "a", defaultMode);
  try {
    syncFolder(system, dirname(path));
  } catch (error) {
    closeQuietly(system, file);
    throw error;
  }
  return file;
}

/** Writes all bytes. A nearly full disk may accept only a part of them at a time. */
function writeWhole(system: FileSystem, file: number, text: string): void {
  let unwritten: Uint8Array = Buffer.from(text);
  while (unwritten.length > 0) unwritten = unwritten.subarray(system.writeSync(file, unwritten));
}
