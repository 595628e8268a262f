import { deleteContents, deleteObject } from "../../engine/live/delete-object.ts";
import type { FoundObject } from "../../model/snapshot.ts";
import { warning } from "../plugin/diagnostics.ts";
import type { ProviderDiagnostic } from "../plugin/protobuf/messages.ts";
import type { CallScope } from "../plugin/provider-server.ts";
import { findListed } from "../session/find-object.ts";
import { isNotFound } from "../session/not-found.ts";
import type { Removal } from "../session/process-writes.ts";
import type { Session } from "../session/session.ts";
import { deleteLater, stillReferring } from "./delete-later.ts";
import { explainReference, moveOut } from "./move-out.ts";
import { refuseOwned } from "./refuse-owned.ts";
import { type Deletion, expectContents, refuseReferrers } from "./refuse-unmanaged.ts";

/** Deletes an object, or postpones that while other objects refer to it. Returns warnings. */
export async function deleteOrPostpone(
  session: Session,
  removal: Deletion,
  scope: CallScope,
): Promise<readonly ProviderDiagnostic[]> {
  const { type, id, scopeId, address, plan } = removal;
  const { writes } = session;
  const access = await session.access(scope.signal);
  await refuseOwned(session, { type, scopeId, attributes: [] }, "apply");
  session.invalidateReads(type);
  const mustBeEmpty = type.deletion?.contents === "first";
  if (mustBeEmpty) await moveOut(session, access, removal, plan);
  const expected = await expectContents(session, removal, scope);
  await refuseReferrers(session, access, removal, scope);
  const referring = stillReferring(session, type, id, plan);
  if (referring.length > 0) return [deleteLater(session, removal, referring)];
  try {
    if (mustBeEmpty && removal.isForced && expected !== undefined)
      await deleteContents(access, { type, id, scopeId }, address, expected);
    await deleteObject(access, { type, id, scopeId }, address, expected);
  } catch (error) {
    if (isNotFound(error)) return [];
    const staysAsLast = await staysAsLastWarning(session, removal, scope, error);
    if (staysAsLast === undefined) throw explainReference(session, type, error);
    return [staysAsLast];
  } finally {
    session.invalidateReads(type);
  }
  writes.noteDeleted({ type: type.name, id });
  return [];
}

/**
 * The warning if the service refused the delete because the object is the last of its kind in its container. The service deletes such an
 * object together with the container, so Terraform only drops it from its state. Undefined: the delete failed for another reason.
 */
async function staysAsLastWarning(
  session: Session,
  { type, id, scopeId, address }: Removal,
  scope: CallScope,
  error: unknown,
): Promise<ProviderDiagnostic | undefined> {
  const isRefused =
    error instanceof Error && "status" in error && (error.status === 400 || error.status === 409);
  if (type.deletion?.addBeforeDelete !== true || !isRefused) return undefined;
  session.invalidateReads(type);
  const located = await findListed(session, { type, id, scopeId }, scope);
  if (located === undefined || siblingsOf(located.object, located.found).length > 0) return undefined;
  return warning(
    `${address} stays on the service`,
    `It is the last ${type.label.one} in its place, and the service does not allow deleting the last one. Terraform no longer manages it. The service deletes it together with the object that contains it.`,
  );
}

function siblingsOf(object: FoundObject, found: readonly FoundObject[]): readonly FoundObject[] {
  return found.filter(
    (each) =>
      each.type === object.type && each.id !== object.id && each.container?.id === object.container?.id,
  );
}
