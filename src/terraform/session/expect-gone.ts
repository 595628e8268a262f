import { contextFor } from "../../engine/live/access.ts";
import { askById } from "../../engine/live/ask-by-id.ts";
import { fail } from "../../model/codes/provider-words.ts";
import { isServed, newestApiVersion } from "../../model/endpoint.ts";
import type { DocsformError } from "../../model/errors.ts";
import type { ReadById } from "../../model/resource-type/reads.ts";
import type { ResourceType } from "../../model/resource-type.ts";
import type { CallScope } from "../plugin/provider-server.ts";
import type { Session } from "./session.ts";

/** An object that lists do not show. */
interface Missed {
  readonly type: ResourceType;
  readonly id: string;
  readonly scopeId: string | undefined;
}

/** Whether the service offers a read of an object of this type by its id. */
export function isReadById(session: Session, type: ResourceType): boolean {
  return readByIdOf(session, type) !== undefined;
}

function readByIdOf(session: Session, { readById }: ResourceType): ReadById | undefined {
  const apiVersion = session.knownApiVersion() ?? newestApiVersion;
  return readById !== undefined && isServed(readById.endpoint, apiVersion) ? readById : undefined;
}

/** Reads an object by its id. Throws if the object exists, because its list is then incomplete, and if the read fails. */
export async function expectGone(session: Session, missed: Missed, scope: CallScope): Promise<void> {
  if (await isThere(session, missed, scope)) throw leftOut(missed);
}

/** Throws if the object's scope still exists although the service does not find the scope's contents. */
export async function expectScopeGone(
  session: Session,
  { type, id, scopeId }: Missed,
  scope: CallScope,
): Promise<void> {
  if (type.scope === undefined || scopeId === undefined) return;
  const scopeObject = { type: session.index.get(type.scope), id: scopeId, scopeId: undefined };
  if (await isThere(session, scopeObject, scope))
    throw contentsNotConfirmedGone({ type, id, scopeId }, scopeObject.type);
}

async function isThere(session: Session, { type, id, scopeId }: Missed, scope: CallScope): Promise<boolean> {
  const readById = readByIdOf(session, type);
  if (readById === undefined) return false;
  const organizationId = await session.organizationId();
  const apiVersion = session.knownApiVersion() ?? newestApiVersion;
  const context = contextFor({ organizationId, apiVersion }, scopeId);
  const known = { type: type.name, id, address: `the ${type.label.one}` };
  const found = await askById(session.client, readById, context, known, scope.signal);
  if (found === undefined || found.deleted === true) return false;
  // A transferred object keeps its id, and a token with access to both organizations still reads it.
  const owner = found.organizationId ?? organizationId;
  if (owner !== organizationId) throw handedOver({ type, id }, owner);
  return true;
}

function handedOver({ type, id }: Pick<Missed, "type" | "id">, owner: string): DocsformError {
  return fail("terraform/other-organization", { object: type.label.one, id, organizationId: owner });
}

function leftOut({ type: { label }, id }: Missed): DocsformError {
  return fail("terraform/incomplete-list", { case: "object", objects: label.many, object: label.one, id });
}

function contentsNotConfirmedGone({ type, id, scopeId }: Missed, scope: ResourceType): DocsformError {
  return fail("terraform/incomplete-list", {
    case: "contents",
    objects: type.label.many,
    object: type.label.one,
    id,
    scope: scope.label.one,
    scopeId: scopeId ?? "",
  });
}
