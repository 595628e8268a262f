import { textIn } from "../../../model/emulator-responses.ts";
import type { EmulatedService, EmulatorRecord } from "../../../model/emulator-rules.ts";
import type { JsonObject } from "../../../util/json.ts";
import { emptyContent, type RevisionContent } from "./content.ts";

/*
 * A record of type `revision`: `{ id, space, parents, type, createdAt, content, mergedFrom }`. Revisions never change: an edit adds
 * one, and makes it the current one of the space or the change request.
 */

/** The parts of a new revision. */
export interface NewRevision {
  readonly space: string;
  readonly parents: readonly string[];
  readonly type: "edits" | "merge" | "update";
  readonly content: RevisionContent;
  /** The change request that was merged. */
  readonly mergedFrom?: string;
}

/** Adds a revision. */
export function addRevision(service: EmulatedService, revision: NewRevision): EmulatorRecord {
  const { space, parents, type, content, mergedFrom = null } = revision;
  const createdAt = service.now();
  const id = service.newId("");
  return service.add("revision", { id, space, parents, type, createdAt, content, mergedFrom });
}

/**
 * Copies the current revision of a space into another space, if the space was ever edited. The copy has no history: earlier revisions and
 * change requests belong to the original.
 */
export function copyRevision(
  service: EmulatedService,
  { revision }: EmulatorRecord,
  copy: { readonly id: string; readonly space: string } & Partial<
    Pick<NewRevision, "parents"> & { readonly content: JsonObject }
  >,
): void {
  const copied = service.get("revision", textIn(revision));
  const withoutHistory = { type: "edits", parents: [], mergedFrom: null };
  if (copied !== undefined)
    service.add("revision", { ...copied, ...withoutHistory, createdAt: service.now(), ...copy });
}

/** The content of a revision: empty, if the space was never edited. */
export function contentOf(service: EmulatedService, revision: string): RevisionContent {
  const record = service.get("revision", revision);
  return record === undefined ? emptyContent : (record["content"] as RevisionContent);
}

/** The current revision of a space or a change request. */
export function revisionOf(owner: EmulatorRecord): string {
  const { revision } = owner;
  return typeof revision === "string" ? revision : `${owner.id}revision`;
}

/** Makes a revision the current one of a space. */
export function showRevision(service: EmulatedService, space: string, revision: string): void {
  service.change("space", space, { revision, updatedAt: service.now() });
}
