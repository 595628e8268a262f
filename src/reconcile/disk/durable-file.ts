import { constants, type Stats } from "node:fs";
import { dirname } from "node:path";
import { DocsformError } from "../../model/errors.ts";
import { codeOf, explained, fileError, linkError, noFileError } from "./file-error.ts";
import { type FileSystem, machineFiles } from "./file-system.ts";

/** Files that are there whole or not at all. What cannot be done is told in words, as a `disk/` error. */
export interface DurableFiles {
  /** Undefined where there is no file. Throws for what has more than so many bytes, 256 MB where nobody says, without reading them all. */
  text(path: string, mostBytes?: number): string | undefined;
  /** Whether anything is there. */
  isThere(path: string): boolean;
  /** Replaces the file as a whole or not at all, with the mode that it had, and makes its folder. */
  replace(path: string, text: string): void;
  remove(path: string): void;
  /** Throws what {@link DurableFiles.replace} would throw, as far as that can be known, and leaves nothing behind. */
  tryReplacing(path: string): void;
  tail(path: string): FileTail;
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

const usualMode = 0o644;
/** A device may have no end, and nothing that docsform writes is nearly as long. */
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

/** The size of a pipe or a device is not known beforehand. */
function mayBeEndless(stats: Stats): boolean {
  return !stats.isFile() && !stats.isDirectory();
}

const pieceBytes = 65_536;

function textUntil(system: FileSystem, path: string, mostBytes: number, isPipe: boolean): string {
  // To open a pipe that nothing writes to would wait for ever.
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

/** How long a pipe may have nothing to read: that nothing writes to, and that something does. */
const mostPatienceMs = { withoutWriter: 1000, withWriter: 120_000 };
const pauseMs = 20;

/** What comes next through a pipe; nothing at its end. Throws where nothing comes. */
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
    const who = read === undefined ? "withWriter" : "withoutWriter";
    waited[who] += pauseMs;
    if (waited[who] > mostPatienceMs[who]) throw silentPipe(path);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pauseMs);
  }
}

/** Undefined: something may yet be written. */
function readNow(system: FileSystem, file: number, piece: Uint8Array): number | undefined {
  try {
    return system.readSync(file, piece);
  } catch (error) {
    if (codeOf(error) === "EAGAIN") return undefined;
    throw error;
  }
}

function silentPipe(path: string): DocsformError {
  return new DocsformError(
    "disk/not-read",
    `docsform cannot read ${path}: no data comes through this pipe.`,
    {
      remedy: "Name a file, or write to the pipe.",
    },
  );
}

function tooLarge(path: string, bytes: string, mostBytes: number): DocsformError {
  return new DocsformError(
    "disk/too-large",
    `${path} has ${bytes} bytes, and docsform reads at most ${mostBytes} of such a file.`,
    { remedy: "Name the right file." },
  );
}

function replace(system: FileSystem, path: string, text: string): void {
  const mode = modeToKeep(system, path);
  makeFolderOf(system, path);
  // Written beside and renamed: whoever reads sees the old text or the new one.
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

/** What systems answer that cannot open a folder, or bring it to the disk. */
const folderRefusals = new Set(["EISDIR", "EPERM", "EACCES", "EINVAL", "ENOTSUP", "ENOSYS", "EBADF"]);

/** Brings the names in a folder to the disk: without that, a power loss may undo a rename, or take a new file away. */
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
    // A full disk still makes files, and takes nothing into them.
    writeDurably(system, beside, " ".repeat(4096), usualMode);
  } catch (error) {
    removeQuietly(system, beside);
    throw error;
  }
  system.rmSync(beside, { force: true });
}

/** The mode of the file that is there. Throws for what is not to be replaced. */
function modeToKeep(system: FileSystem, path: string): number {
  const there = statsOf(system, path);
  if (there === undefined) return usualMode;
  if (there.isSymbolicLink()) throw linkError(path, system.readlinkSync(path));
  if (there.isDirectory()) throw Object.assign(new Error("a folder"), { code: "EISDIR" });
  // Renamed over a device, a file would take its place for every program of the machine.
  if (!there.isFile()) throw noFileError(path, "written");
  system.accessSync(path, constants.W_OK);
  return there.mode & 0o7777;
}

function statsOf(system: FileSystem, path: string): Stats | undefined {
  return system.lstatSync(path, { throwIfNoEntry: false });
}

/** The folder, or what is there of the way to it. */
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
    // What went wrong before is told.
  }
}

function writeDurably(system: FileSystem, path: string, text: string, mode: number): void {
  const file = system.openSync(path, "w", mode);
  try {
    // The umask is taken off the mode that a file is created with, so an unusual mode is set again.
    if (mode !== usualMode) system.fchmodSync(file, mode);
    writeWhole(system, file, text);
    system.fsyncSync(file);
  } finally {
    system.closeSync(file);
  }
}

/** A file that is only added to. It and its folder are made with the first text. */
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

/** What had to be on the disk was brought there before. */
function closeQuietly(system: FileSystem, file: number): void {
  try {
    system.closeSync(file);
  } catch {
    // Nothing that anybody relies on is lost.
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

/** A disk that is nearly full may take a part. */
function writeWhole(system: FileSystem, file: number, text: string): void {
  let left: Uint8Array = Buffer.from(text);
  while (left.length > 0) left = left.subarray(system.writeSync(file, left));
}
