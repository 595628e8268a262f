import type { Access } from "../../engine/live/access.ts";
import { deleteObject } from "../../engine/live/delete-object.ts";
import type { ObjectKey } from "../../model/object-key.ts";
import type { ResourceType } from "../../model/resource-type.ts";
import { warning } from "../plugin/diagnostics.ts";
import type { ProviderDiagnostic } from "../plugin/protobuf/messages.ts";
import { isNotFound } from "../session/not-found.ts";
import type { PlannedRelease } from "../session/planned-moves.ts";
import type { Removal } from "../session/process-writes.ts";
import type { Session } from "../session/session.ts";

// Terraform deletes a replaced object before it changes the objects that refer to it. The service may then delete those objects too, or
// refuse. So the provider deletes the replaced object after the plan has changed those references.

/** The objects that refer to an object until this apply changes them. */
export function stillReferring(
  { writes, host }: Session,
  { identity, name }: ResourceType,
  id: string,
  plan: string | undefined,
): readonly PlannedRelease[] {
  // A name that must be unique has to be free before the replacement is created.
  if (identity.keyIsUnique) return [];
  return host.plannedMoves.referringTo(plan, { type: name, id }).filter((each) => !writes.isReleased(each));
}

/** Postpones the delete of an object until the given objects no longer refer to it. */
export function deleteLater(
  { writes, index }: Session,
  removal: Removal,
  referring: readonly PlannedRelease[],
): ProviderDiagnostic {
  const { address, id } = removal;
  writes.postpone(removal, referring);
  const named = referring.map((each) => `${index.find(each.type)?.label.one} ${each.id}`).join(", ");
  return warning(
    `${address} is deleted later in this apply`,
    `The apply first changes what still refers to it (${named}), and then deletes it (${id}). If the apply ends before that, the object still exists but is no longer in the state: delete it in the app, or import it.`,
  );
}

/** Deletes the postponed objects that only the referrer still referred to. Returns an error for each failed delete. */
export async function deleteReleased(
  session: Session,
  access: Access,
  referrer: ObjectKey,
): Promise<readonly ProviderDiagnostic[]> {
  const free = session.writes.noteUpdated(referrer);
  const failures = await Promise.all(free.map((removal) => deleteNow(session, access, removal)));
  return failures.filter((each) => each !== undefined);
}

async function deleteNow(
  session: Session,
  access: Access,
  { type, id, scopeId, address }: Removal,
): Promise<ProviderDiagnostic | undefined> {
  try {
    await deleteObject(access, { type, id, scopeId }, address, undefined);
    session.writes.noteDeleted({ type: type.name, id });
    return undefined;
  } catch (error) {
    if (isNotFound(error)) return undefined;
    const safeError = session.secrets.hideIn(error);
    const why = safeError instanceof Error ? safeError.message : String(safeError);
    return warning(
      `${address} was not deleted`,
      `${why} The object (${id}) is no longer in the state. Delete it in the app, or import it.`,
    );
  } finally {
    session.invalidateReads(type);
  }
}
