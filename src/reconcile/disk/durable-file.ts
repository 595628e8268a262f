import { constants, type Stats } from "node:fs";
import { dirname } from "node:path";
import type { DocsformError } from "../../model/errors.ts";
import { fail } from "./fail.ts";
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

const usualMode = 0o644;
/** A device may have no end. The files of docsform are much smaller. */
const usualMostBytes = 268_435_456;

export function durableFiles(system: FileSystem = machineFiles): DurableFiles {
  return {
    text: (path, mostBytes = usualMostBytes) =>
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
      ? textUntil(system, path, mostBytes, stats.isFIFO())
      : system.readFileSync(path, "utf8");
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw error;
  }
}

/** Whether the size of the file is unknown before it is read, as that of a pipe or a device. */
function mayBeEndless(stats: Stats): boolean {
  return !stats.isFile() && !stats.isDirectory();
}

const pieceBytes = 65_536;

function textUntil(system: FileSystem, path: string, mostBytes: number, isPipe: boolean): string {
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

/** How long a read waits for data in a pipe without a writer, and in a pipe with one. */
const mostPatienceMs = { withoutWriter: 1000, withWriter: 120_000 };
const pauseMs = 20;

/** Reads the next bytes of a pipe; 0: its end. Throws if none come in time. */
function readPipe(
  system: FileSystem,
  path: string,
  file: number,
  piece: Uint8Array,
  isFirst: boolean,
): number {
  const waited = { withoutWriter: 0, withWriter: 0 };
  for (;;) {
    const read = readNow(system, file, piece);
    if (read !== undefined && (read > 0 || !isFirst)) return read;
    const which = read === undefined ? "withWriter" : "withoutWriter";
    waited[which] += pauseMs;
    if (waited[which] > mostPatienceMs[which]) throw silentPipe(path);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pauseMs);
  }
}

/** Undefined: the pipe has a writer, and no data yet. */
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
  const mode = modeToKeep(system, path);
  makeFolderOf(system, path);
  // The text is written to another file, which is then renamed. So a reader gets either the old or the new text.
  const beside = besideOf(path);
  try {
    writeDurably(system, beside, text, mode);
    system.renameSync(beside, path);
  } catch (error) {
    removeQuietly(system, beside);
    throw error;
  }
  syncFolder(system, dirname(path));
}

function makeFolderOf(system: FileSystem, path: string): void {
  const made = system.mkdirSync(dirname(path), { recursive: true });
  if (made === undefined) return;
  const last = dirname(made);
  for (let folder = dirname(path); folder !== last && folder !== dirname(folder); folder = dirname(folder))
    syncFolder(system, dirname(folder));
}

/** Errors of systems that cannot open a folder or sync it. */
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
  modeToKeep(system, path);
  const beside = besideOf(`${nearestFolder(system, dirname(path))}/.docsform`);
  try {
    // A full disk can still create a file, but not write data to it.
    writeDurably(system, beside, " ".repeat(4096), usualMode);
  } catch (error) {
    removeQuietly(system, beside);
    throw error;
  }
  system.rmSync(beside, { force: true });
}

/** The mode of the existing file. Throws if docsform must not replace it. */
function modeToKeep(system: FileSystem, path: string): number {
  const there = statsOf(system, path);
  if (there === undefined) return usualMode;
  if (there.isSymbolicLink()) throw linkError(path, system.readlinkSync(path));
  if (there.isDirectory()) throw Object.assign(new Error("a folder"), { code: "EISDIR" });
  // A rename over a device would replace the device for every program on the machine.
  if (!there.isFile()) throw noFileError(path, "written");
  system.accessSync(path, constants.W_OK);
  return there.mode & 0o7777;
}

function statsOf(system: FileSystem, path: string): Stats | undefined {
  return system.lstatSync(path, { throwIfNoEntry: false });
}

/** The folder, or the nearest existing one above it. */
function nearestFolder(system: FileSystem, folder: string): string {
  const above = dirname(folder);
  return above === folder || statsOf(system, folder) !== undefined ? folder : nearestFolder(system, above);
}

function besideOf(path: string): string {
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
    // The umask reduces the mode of a new file, so an unusual mode is set again.
    if (mode !== usualMode) system.fchmodSync(file, mode);
    writeWhole(system, file, text);
    system.fsyncSync(file);
  } finally {
    system.closeSync(file);
  }
}

/** A file to which docsform only appends. The first text creates it and its folder. */
function tailOf(system: FileSystem, path: string): FileTail {
  let file: number | undefined;
  const write = (text: string): number =>
    explained(path, "written", () => {
      file ??= openTail(system, path);
      writeWhole(system, file, text);
      return file;
    });
  return {
    append: async (text) => {
      const written = write(text);
      await new Promise<void>((resolve, reject) => {
        system.fdatasync(written, (error) =>
          error === null ? resolve() : reject(fileError(path, "written", error) as Error),
        );
      });
    },
    note: (text) => void write(text),
    close: () => {
      const open = file;
      file = undefined;
      if (open !== undefined) closeQuietly(system, open);
    },
  };
}

/** The texts that must be on the disk were synced before. */
function closeQuietly(system: FileSystem, file: number): void {
  try {
    system.closeSync(file);
  } catch {
    // No text that anything depends on is lost.
  }
}

function openTail(system: FileSystem, path: string): number {
  modeToKeep(system, path);
  makeFolderOf(system, path);
  const file = system.openSync(path, "a", usualMode);
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
  let left: Uint8Array = Buffer.from(text);
  while (left.length > 0) left = left.subarray(system.writeSync(file, left));
}
