import type { CallSubject } from "../../engine/live/access.ts";
import { ContentsError, contentsAmong } from "../../engine/live/delete-object.ts";
import type { CallScope } from "../../tfplugin/provider-server.ts";
import { isNotFound } from "../session/not-found.ts";
import type { Session } from "../session/session.ts";

/**
 * Refuses to delete an object that contains objects unknown to the provider: the service would delete them too, and no plan can show that. Uses
 * the read from the start of the process, so that many deletes in one place cost one read.
 */
export async function refuseUnknownContents(
  session: Session,
  subject: CallSubject,
  address: string,
  { signal }: CallScope,
): Promise<void> {
  const { type, id, scopeId } = subject;
  const inside = session.index.contentTypes(type.name);
  const isScope = inside.some(({ scope }) => scope === type.name);
  const ownerId = isScope ? id : scopeId;
  const apiVersion = await session.apiVersion();
  const reads = new Map(inside.map((each) => [session.index.readOf(each.name, apiVersion), each]));
  const responses = await Promise.all(
    [...reads.values()].map((each) => session.atStart(each, ownerId, signal).catch(unlessGone)),
  );
  const { unknownObjects } = contentsAmong(
    responses.filter((response) => response !== undefined),
    subject,
    isScope,
  );
  if (unknownObjects.length > 0) throw new ContentsError(address, [], unknownObjects);
}

/** A missing object contains nothing. */
function unlessGone(error: unknown): undefined {
  if (!isNotFound(error)) throw error;
}
