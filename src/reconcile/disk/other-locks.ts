import { dirname, join, resolve } from "node:path";
import { type Address, typeOfAddress } from "../../model/address.ts";
import { DocsformError } from "../../model/errors.ts";
import type { Lock, OtherLayout } from "../../model/lock.ts";
import type { FormerLock } from "./disk.ts";
import type { DurableFiles } from "./durable-file.ts";
import { codeOf, explained } from "./file-error.ts";
import type { FileSystem } from "./file-system.ts";
import { parseLock, type WrittenLock } from "./lock-text.ts";
import { type Places, seenFrom } from "./places.ts";

/** What the locks say that lie where this layout's lies, or where it would usually lie: what belongs to their layouts. */
export function otherLayoutsBeside(
  files: DurableFiles,
  system: FileSystem,
  folder: string,
  places: Places,
  organizationId: string,
): readonly OtherLayout[] {
  const own = places.lock === undefined ? undefined : resolve(folder, places.lock);
  const folders = new Set([
    ...(places.lock === undefined ? [] : [dirname(places.lock)]),
    places.folder ?? ".",
  ]);
  const paths = new Set([...folders].flatMap((each) => locksIn(system, folder, each)));
  return [...paths]
    .filter((path) => resolve(folder, path) !== own)
    .flatMap((path) => otherLayoutAt(files.text(resolve(folder, path)) ?? "", path, places, organizationId));
}

/**
 * The locks that lie where this layout's may have lain before, and that fit it: half of what one knows is declared here, and what it
 * was written for is gone, or is this layout's own file.
 */
export function formerLocks(
  files: DurableFiles,
  system: FileSystem,
  folder: string,
  places: Places,
  {
    organizationId,
    isDeclared,
  }: { readonly organizationId: string; readonly isDeclared: ((address: Address) => boolean) | undefined },
): readonly FormerLock[] {
  if (isDeclared === undefined || places.lock === undefined) return [];
  const own = resolve(folder, places.lock);
  const home = resolve(folder, places.folder ?? ".");
  // A file that became a folder lay beside that folder, or in one that both are in.
  const folders = new Set([dirname(own), home, dirname(home), ...foldersBetween(resolve(folder), home)]);
  return [...folders].flatMap((each) =>
    locksIn(system, folder, each).flatMap((full): readonly FormerLock[] => {
      const found = full === own ? undefined : lockOrNone(files, full, organizationId);
      if (found === undefined || isElsewhere(files, dirname(full), found, own, places)) return [];
      const { layout, lock } = found;
      const addresses = Object.keys(lock.objects);
      const declared = addresses.filter(isDeclared).length;
      const fits = declared > 0 && 2 * declared >= addresses.length;
      return fits
        ? [{ path: seenFrom(resolve(folder), full), layout, known: addresses.length, declared }]
        : [];
    }),
  );
}

/** The folders around one, from the outer one that is named inwards; none where that is not around it. */
function foldersBetween(outer: string, inner: string): readonly string[] {
  if (inner === outer) return [outer];
  const around = dirname(inner);
  const outwards = around === inner ? [] : foldersBetween(outer, around);
  return outwards.length === 0 ? [] : [...outwards, inner];
}

/** Whether what a lock was written for is there, and is another file than this layout's. */
function isElsewhere(
  files: DurableFiles,
  besideOfLock: string,
  { source }: WrittenLock,
  own: string,
  places: Places,
): boolean {
  if (source === undefined) return false;
  const [theirs, ours] = [resolve(besideOfLock, source), resolve(dirname(own), places.source ?? "")];
  return theirs !== ours && files.isThere(theirs);
}

function lockOrNone(files: DurableFiles, path: string, organizationId: string): WrittenLock | undefined {
  try {
    return parseLock(files.text(path) ?? "", organizationId, path);
  } catch (error) {
    if (error instanceof DocsformError) return undefined;
    throw error;
  }
}

function locksIn(system: FileSystem, root: string, folder: string): readonly string[] {
  const path = resolve(root, folder);
  const names = explained(path, "read", () => namesIn(system, path));
  return names
    .filter((name) => /^docsform(\..+)?\.lock\.json$/u.test(name))
    .map((name) => join(folder, name));
}

function namesIn(system: FileSystem, path: string): readonly string[] {
  try {
    return system.readdirSync(path);
  } catch (error) {
    if (codeOf(error) === "ENOENT") return [];
    throw error;
  }
}

function otherLayoutAt(
  text: string,
  path: string,
  { layout: own }: Places,
  organizationId: string,
): readonly OtherLayout[] {
  try {
    const { layout, lock } = parseLock(text, organizationId, path);
    return layout === own ? [] : [{ layout, path, holds: heldIn(lock) }];
  } catch (error) {
    if (!(error instanceof DocsformError)) throw error;
    return error.code === "apply/lock-of-another-organization"
      ? []
      : [{ layout: path, path, holds: undefined }];
  }
}

/** What a lock says that belongs to its layout. What is unconfirmed belongs to none. */
export function heldIn({ objects }: Lock): NonNullable<OtherLayout["holds"]> {
  return Object.entries(objects).flatMap(([address, { id, origin }]) =>
    origin === undefined ? [] : [{ type: typeOfAddress(address), id }],
  );
}
