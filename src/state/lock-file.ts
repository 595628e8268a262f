import { hostname } from "node:os";
import { dirname } from "node:path";
import type { LockHandle, LockNote, LockPlace } from "./acquire-lock.ts";
import { codeOf, explained, linkError, noFileError } from "./file-error.ts";
import type { FileSystem } from "./file-system.ts";

/** A lock as a file. A run has the lock as long as the file is the one that it created. */
export function openLockFile(system: FileSystem, path: string): LockPlace {
  return {
    acquire: (note, isDead) =>
      explained(path, "written", () => {
        refuseLink(system, dirname(path));
        system.mkdirSync(dirname(path), { recursive: true });
        const there = noteAt(system, path);
        if (there === undefined) return make(system, path, note) ?? noteAt(system, path) ?? note;
        if (!isDead(there)) return there;
        return replaceDeadLock(system, path, there, note, isDead) ?? there;
      }),
  };
}

/** The folder is docsform's own, and its files would be written to where the link goes. */
function refuseLink(system: FileSystem, folder: string): void {
  if (system.lstatSync(folder, { throwIfNoEntry: false })?.isSymbolicLink() === true)
    throw linkError(folder, system.readlinkSync(folder));
}

/** Removes a lock of any run. Returns its note; undefined: there was none. */
export function releaseLock(system: FileSystem, path: string): LockNote | undefined {
  return explained(path, "written", () => {
    const there = noteAt(system, path);
    if (there !== undefined) system.rmSync(path, { force: true });
    return there;
  });
}

/** Returns the note of the lock. Undefined: there is no lock. */
export function noteAt(system: FileSystem, path: string): LockNote | undefined {
  const there = system.lstatSync(path, { throwIfNoEntry: false });
  if (there === undefined) return undefined;
  if (there.isSymbolicLink()) throw linkError(path, system.readlinkSync(path));
  // A read from a pipe without a writer would wait forever.
  if (!there.isFile()) throw noFileError(path, "read");
  try {
    return (
      parseNote(system.readFileSync(path, "utf8")) ?? { id: "", since: there.mtimeMs, at: there.mtimeMs }
    );
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw error;
  }
}

/** Creates the file. Undefined: another run was faster. */
function make(system: FileSystem, path: string, note: LockNote): LockHandle | undefined {
  let file: number;
  try {
    file = system.openSync(path, "wx", 0o644);
  } catch (error) {
    if (codeOf(error) === "EEXIST") return undefined;
    throw error;
  }
  try {
    system.writeSync(file, noteText(note), 0);
  } catch (error) {
    system.closeSync(file);
    system.rmSync(path, { force: true });
    throw error;
  }
  return handleOf(system, path, file, note);
}

/**
 * Replaces a dead lock; undefined: another run did it. A run first creates a second file. Otherwise, if two runs found the same dead lock,
 * the slower one could remove the new lock of the faster one.
 */
function replaceDeadLock(
  system: FileSystem,
  path: string,
  dead: LockNote,
  note: LockNote,
  isDead: (found: LockNote) => boolean,
): LockHandle | undefined {
  const beside = `${path}.next`;
  const turn = make(system, beside, note);
  if (turn === undefined) {
    const other = noteAt(system, beside);
    if (other !== undefined && isDead(other)) system.rmSync(beside, { force: true });
    return undefined;
  }
  try {
    const there = noteAt(system, path);
    if (there?.id !== dead.id || !isDead(there)) return undefined;
    system.rmSync(path, { force: true });
    return make(system, path, note);
  } finally {
    turn.release();
  }
}

function handleOf(system: FileSystem, path: string, file: number, note: LockNote): LockHandle {
  const isOurs = () => {
    const there = system.lstatSync(path, { throwIfNoEntry: false });
    const own = system.fstatSync(file);
    return there !== undefined && there.ino === own.ino && there.dev === own.dev;
  };
  return {
    renew: (at) => {
      if (!isOurs()) return false;
      // The write goes to the open file and not to the path, because another run may replace the path at any time.
      system.writeSync(file, noteText({ ...note, at }), 0);
      return true;
    },
    release: () => {
      if (isOurs()) system.rmSync(path, { force: true });
      system.closeSync(file);
    },
  };
}

/** The host's name is read once, because it can change while a run works. */
const lockedBy = `process ${process.pid} on ${hostname()}`;

/** The texts of a lock have the same length, so that a new one can overwrite an old one. Only times in it change. */
function noteText({ id, since, at }: LockNote): string {
  const text = {
    docsformRunLock: 1,
    id,
    lockedBy,
    since: new Date(since).toISOString(),
    at: new Date(at).toISOString(),
  };
  return `${JSON.stringify(text)}\n`;
}

function parseNote(text: string): LockNote | undefined {
  try {
    const { id, lockedBy, since, at } = JSON.parse(text) as Record<string, unknown>;
    const [began, lastSign] = [Date.parse(String(since)), Date.parse(String(at))];
    if (typeof id !== "string" || Number.isNaN(began) || Number.isNaN(lastSign)) return undefined;
    return { id, since: began, at: lastSign, ...(typeof lockedBy === "string" && { lockedBy }) };
  } catch {
    return undefined;
  }
}
