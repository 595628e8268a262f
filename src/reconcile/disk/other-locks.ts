import { dirname, join, resolve } from "node:path";
import { typeOfAddress } from "../../model/address.ts";
import { DocsformError } from "../../model/errors.ts";
import type { Lock, OtherLayout } from "../../model/lock.ts";
import type { DurableFiles } from "./durable-file.ts";
import { codeOf, explained } from "./file-error.ts";
import type { FileSystem } from "./file-system.ts";
import { parseLock } from "./lock-text.ts";
import type { Places } from "./places.ts";

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
    return layout === undefined || layout === own ? [] : [{ layout, path, holds: heldIn(lock) }];
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
