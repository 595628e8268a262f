import type { EmulatedService, EmulatorRecord } from "../../model/emulator-rules.ts";
import { emptyContent, type RevisionContent } from "./content.ts";

/*
 * A record of type `revision`: `{ id, space, parents, type, createdAt, content, mergedFrom }`. It is never changed: who
 * edits adds one, and lets the space or the change request point to it.
 */

/** What a new revision is made of. */
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

/** What a revision holds: nothing, where a space was made and never edited. */
export function contentOf(service: EmulatedService, revision: string): RevisionContent {
  const record = service.get("revision", revision);
  return record === undefined ? emptyContent : (record["content"] as RevisionContent);
}

/** The revision that a space or a change request points to. */
export function revisionOf(owner: EmulatorRecord): string {
  const { revision } = owner;
  return typeof revision === "string" ? revision : `${owner.id}revision`;
}

/** Lets a space show a revision. */
export function showRevision(service: EmulatedService, space: string, revision: string): void {
  service.change("space", space, { revision, updatedAt: service.now() });
}
