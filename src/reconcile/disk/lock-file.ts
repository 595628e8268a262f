import { resolve } from "node:path";
import { DocsformError } from "../../model/errors.ts";
import type { Lock } from "../../model/lock.ts";
import type { DurableFiles } from "./durable-file.ts";
import { renameJournal } from "./journal-file.ts";
import { type LockPieces, readPieces } from "./lock-pieces.ts";
import {
  badLock,
  checkOrganization,
  checkVersion,
  parseLock,
  serialiseLock,
  type WrittenLock,
} from "./lock-text.ts";
import { refuseOtherSource } from "./other-source.ts";
import { type Places, usualJournal } from "./places.ts";

/** The layout's lock. Throws for another's. */
export function readLock(
  files: DurableFiles,
  folder: string,
  places: Places,
  organizationId: string,
): Lock | undefined {
  const { lock: path, layout } = places;
  const own = lockAt(files, folder, path, organizationId);
  if (own === undefined) return undefined;
  if (own.layout !== layout) throw ofAnother(own, layout);
  refuseOtherSource(files, folder, { path: own.path, what: "lock" }, own, places);
  return own.lock;
}

interface LockAt extends WrittenLock {
  readonly path: string;
}

function lockAt(
  files: DurableFiles,
  folder: string,
  path: string | undefined,
  organizationId: string,
): LockAt | undefined {
  const text = path === undefined ? undefined : files.text(resolve(folder, path));
  if (text === undefined || path === undefined) return undefined;
  return { ...parseLock(text, organizationId, path), path };
}

function ofAnother({ path, layout: other }: Pick<LockAt, "path" | "layout">, layout: string): DocsformError {
  return new DocsformError(
    "apply/lock-of-another-layout",
    `${path} is the lock of the layout ${other}, and this is ${layout}.`,
    {
      remedy:
        "If it is the same layout under another name: docsform lock rename. Else use the lock of this layout.",
    },
  );
}

/** Writes the layout's name into its lock, whatever name stood there, and brings it to where it belongs. */
export function renameLock(
  files: DurableFiles,
  folder: string,
  places: Places,
  organizationId: string,
  /** Where the lock is. Absent: where the layout's is. */
  from?: string,
): { readonly from: string; readonly to: string; readonly formerly: string } {
  const to = places.lock ?? "";
  if (from !== undefined && from !== to && files.isThere(resolve(folder, to))) throw thereAlready(to);
  const at = lockAt(files, folder, from ?? to, organizationId);
  if (at === undefined) throw new DocsformError("apply/no-lock", `There is no lock at ${from ?? to}.`);
  if (from !== undefined) renameJournal(files, folder, usualJournal(from, at.environment), places);
  files.replace(resolve(folder, to), serialiseLock(at.lock, places));
  if (at.path !== to) files.remove(resolve(folder, at.path));
  return { from: at.path, to, formerly: at.layout };
}

function thereAlready(path: string): DocsformError {
  return new DocsformError("lock/there-already", `There is a lock at ${path} already. Nothing was changed.`, {
    remedy: "Move away the one of the two that is not this layout's.",
  });
}

/** What can be read of the layout's lock, where it is not whole. Throws for what is no lock, and for another's. */
export function brokenLock(
  files: DurableFiles,
  folder: string,
  { lock: path = "", layout }: Places,
  organizationId: string,
): LockPieces | undefined {
  const text = files.text(resolve(folder, path));
  if (text === undefined || isWhole(text, organizationId, path)) return undefined;
  const pieces = readPieces(text);
  if (pieces === undefined) throw badLock(path, "nothing in it is a lock's");
  for (const { head } of pieces.sides) {
    checkVersion(head.docsformLock, path);
    if (head.organization !== undefined)
      checkOrganization({ organization: head.organization }, organizationId, path);
    if (head.layout !== undefined && head.layout !== layout)
      throw ofAnother({ path, layout: head.layout }, layout);
  }
  return pieces;
}

function isWhole(text: string, organizationId: string, path: string): boolean {
  try {
    parseLock(text, organizationId, path);
    return true;
  } catch (error) {
    if (error instanceof DocsformError && error.code === "apply/bad-lock") return false;
    throw error;
  }
}

/** Puts a repaired lock in its place. Undefined: there is to be none. */
export function putLock(files: DurableFiles, folder: string, places: Places, lock: Lock | undefined): void {
  const path = resolve(folder, places.lock ?? "");
  if (lock === undefined) files.remove(path);
  else files.replace(path, serialiseLock(lock, places));
}
