import { resolve } from "node:path";
import { fail } from "../model/codes/plan-words.ts";
import { DocsformError } from "../model/errors.ts";
import type { State } from "../model/state.ts";
import type { DurableFiles } from "./durable-file.ts";
import { renameJournal } from "./journal-file.ts";
import { refuseOtherSource } from "./other-source.ts";
import { readPieces, type StatePieces } from "./state-pieces.ts";
import { type StatePlaces, usualJournal } from "./state-places.ts";
import {
  badState,
  checkOrganization,
  checkVersion,
  parseState,
  serializeState,
  type WrittenState,
} from "./state-text.ts";

/** Reads the layout's state. Throws if it belongs to another layout. */
export function readState(
  files: DurableFiles,
  folder: string,
  places: StatePlaces,
  organizationId: string,
): State | undefined {
  const { state: path, layout } = places;
  const own = stateAt(files, folder, path, organizationId);
  if (own === undefined) return undefined;
  if (own.layout !== layout) throw ofAnother(own, layout);
  refuseOtherSource(files, folder, { path: own.path, what: "state" }, own, places);
  return own.state;
}

interface StateAt extends WrittenState {
  readonly path: string;
}

function stateAt(
  files: DurableFiles,
  folder: string,
  path: string | undefined,
  organizationId: string,
): StateAt | undefined {
  const text = path === undefined ? undefined : files.text(resolve(folder, path));
  if (text === undefined || path === undefined) return undefined;
  return { ...parseState(text, organizationId, path), path };
}

function ofAnother({ path, layout: other }: Pick<StateAt, "path" | "layout">, layout: string): DocsformError {
  return fail("apply/state-of-another-layout", { case: "name", path, other, layout });
}

/** Writes the layout's name into a state, whatever name it had, and moves the state to its place. */
export function renameState(
  files: DurableFiles,
  folder: string,
  places: StatePlaces,
  organizationId: string,
  /** Path of the state. Absent: the path of the layout's state. */
  from?: string,
): { readonly from: string; readonly to: string; readonly formerLayout: string } {
  const to = places.state ?? "";
  if (from !== undefined && from !== to && files.isThere(resolve(folder, to))) throw thereAlready(to);
  const at = stateAt(files, folder, from ?? to, organizationId);
  if (at === undefined) throw fail("apply/no-state", { path: from ?? to });
  const journal = from === undefined ? places.journal : usualJournal(from, at.environment);
  renameJournal(files, folder, { path: journal, layout: at.layout }, places);
  files.replace(resolve(folder, to), serializeState(at.state, places));
  if (at.path !== to) files.remove(resolve(folder, at.path));
  return { from: at.path, to, formerLayout: at.layout };
}

function thereAlready(path: string): DocsformError {
  return fail("state/already-exists", { case: "state", path });
}

/**
 * Returns the readable parts of the layout's state if it is broken. Undefined: it is not broken, or there is none. Throws if it is no state
 * or belongs to another layout.
 */
export function brokenState(
  files: DurableFiles,
  folder: string,
  { state: path = "", layout }: StatePlaces,
  organizationId: string,
): StatePieces | undefined {
  const text = files.text(resolve(folder, path));
  if (text === undefined || isWhole(text, organizationId, path)) return undefined;
  const pieces = readPieces(text);
  if (pieces === undefined) throw badState(path, "it contains no part of a state");
  for (const { head } of pieces.sides) {
    checkVersion(head.docsformState, path);
    if (head.organization !== undefined)
      checkOrganization({ organization: head.organization }, organizationId, path);
    if (head.layout !== undefined && head.layout !== layout)
      throw ofAnother({ path, layout: head.layout }, layout);
  }
  return pieces;
}

function isWhole(text: string, organizationId: string, path: string): boolean {
  try {
    parseState(text, organizationId, path);
    return true;
  } catch (error) {
    if (error instanceof DocsformError && error.code === "apply/bad-state") return false;
    throw error;
  }
}

/** Writes a repaired state. Undefined: removes the file. */
export function putState(
  files: DurableFiles,
  folder: string,
  places: StatePlaces,
  state: State | undefined,
): void {
  const path = resolve(folder, places.state ?? "");
  if (state === undefined) files.remove(path);
  else files.replace(path, serializeState(state, places));
}
