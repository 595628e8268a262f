import type { EmulatedService, EmulatorRecord } from "../../../model/emulator-rules.ts";
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
