import { dirname, join, resolve } from "node:path";
import { type Address, typeOfAddress } from "../model/address.ts";
import { DocsformError } from "../model/errors.ts";
import type { OtherLayout, State } from "../model/state.ts";
import type { FormerState } from "./disk.ts";
import type { DurableFiles } from "./durable-file.ts";
import { codeOf, explained } from "./file-error.ts";
import type { FileSystem } from "./file-system.ts";
import { relativeTo, type StatePlaces } from "./state-places.ts";
import { parseState, type WrittenState } from "./state-text.ts";

/** Reads the other states beside this layout's state and in the layout's usual folder. Returns the objects that belong to their layouts. */
export function otherLayoutsBeside(
  files: DurableFiles,
  system: FileSystem,
  folder: string,
  places: StatePlaces,
  organizationId: string,
): readonly OtherLayout[] {
  const own = places.state === undefined ? undefined : resolve(folder, places.state);
  const folders = new Set([
    ...(places.state === undefined ? [] : [dirname(places.state)]),
    places.folder ?? ".",
  ]);
  const paths = new Set([...folders].flatMap((each) => statesIn(system, folder, each)));
  return [...paths]
    .filter((path) => resolve(folder, path) !== own)
    .flatMap((path) => otherLayoutAt(files.text(resolve(folder, path)) ?? "", path, places, organizationId));
}

/**
 * Returns states that may be this layout's own, from the folders where its state may have been. The layout declares at least half of the
 * objects of each. The source of each is unknown, no longer exists, or is this layout's own file.
 */
export function formerStates(
  files: DurableFiles,
  system: FileSystem,
  folder: string,
  places: StatePlaces,
  {
    organizationId,
    isDeclared,
  }: { readonly organizationId: string; readonly isDeclared: ((address: Address) => boolean) | undefined },
): readonly FormerState[] {
  if (isDeclared === undefined || places.state === undefined) return [];
  const own = resolve(folder, places.state);
  const home = resolve(folder, places.folder ?? ".");
  // The state of a layout that changed from a file to a folder was beside that folder, or in a folder around both.
  const folders = new Set([dirname(own), home, dirname(home), ...foldersBetween(resolve(folder), home)]);
  return [...folders].flatMap((each) =>
    statesIn(system, folder, each).flatMap((full): readonly FormerState[] => {
      const found = full === own ? undefined : stateOrNone(files, full, organizationId);
      if (found === undefined || isInOtherFile(files, dirname(full), found, own, places)) return [];
      const { layout, state } = found;
      const addresses = Object.keys(state.objects);
      const declared = addresses.filter(isDeclared).length;
      const fits = declared > 0 && 2 * declared >= addresses.length;
      return fits
        ? [{ path: relativeTo(resolve(folder), full), layout, known: addresses.length, declared }]
        : [];
    }),
  );
}

/** The folders from the outer one to the inner one. Empty if the outer one is not around the inner one. */
function foldersBetween(outer: string, inner: string): readonly string[] {
  if (inner === outer) return [outer];
  const around = dirname(inner);
  const outwards = around === inner ? [] : foldersBetween(outer, around);
  return outwards.length === 0 ? [] : [...outwards, inner];
}

/** Whether the source of a state exists, and is another file than this layout's. */
function isInOtherFile(
  files: DurableFiles,
  stateFolder: string,
  { source }: WrittenState,
  own: string,
  places: StatePlaces,
): boolean {
  if (source === undefined) return false;
  const [theirs, ours] = [resolve(stateFolder, source), resolve(dirname(own), places.source ?? "")];
  return theirs !== ours && files.isThere(theirs);
}

function stateOrNone(files: DurableFiles, path: string, organizationId: string): WrittenState | undefined {
  try {
    return parseState(files.text(path) ?? "", organizationId, path);
  } catch (error) {
    if (error instanceof DocsformError) return undefined;
    throw error;
  }
}

function statesIn(system: FileSystem, root: string, folder: string): readonly string[] {
  const path = resolve(root, folder);
  const names = explained(path, "read", () => namesIn(system, path));
  return names
    .filter((name) => /^docsform(\..+)?\.state\.json$/u.test(name))
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
  { layout: own }: StatePlaces,
  organizationId: string,
): readonly OtherLayout[] {
  try {
    const { layout, state } = parseState(text, organizationId, path);
    return layout === own ? [] : [{ layout, path, objects: confirmedObjects(state) }];
  } catch (error) {
    if (!(error instanceof DocsformError)) throw error;
    return error.code === "apply/state-of-another-organization"
      ? []
      : [{ layout: path, path, objects: undefined }];
  }
}

/** The objects that belong to the layout of a state. Unconfirmed objects belong to no layout. */
export function confirmedObjects({ objects }: State): NonNullable<OtherLayout["objects"]> {
  return Object.entries(objects).flatMap(([address, { id, origin }]) =>
    origin === undefined ? [] : [{ type: typeOfAddress(address), id }],
  );
}
