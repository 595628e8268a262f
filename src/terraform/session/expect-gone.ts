import { contextFor } from "../../live/access.ts";
import { askById } from "../../live/ask-by-id.ts";
import { isServed, newestApiVersion } from "../../model/endpoint.ts";
import { DocsformError } from "../../model/errors.ts";
import type { ReadById } from "../../model/resource-type/reads.ts";
import type { ResourceType } from "../../model/resource-type.ts";
import type { CallScope } from "../../tfplugin/provider-server.ts";
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
  return new DocsformError(
    "terraform/other-organization",
    `The ${type.label.one} ${id} now belongs to another organization: ${owner}.`,
    {
      remedy: "Transfer it back in the app. Or remove its block and run `terraform state rm`.",
    },
  );
}

const remedy =
  "The state is unchanged. Run the command again. If that does not help, use a token that sees all objects, or ask the service's support.";

function leftOut({ type: { label }, id }: Missed): DocsformError {
  return new DocsformError(
    "terraform/incomplete-list",
    `The service's list of ${label.many} omits the ${label.one} ${id}, which a read by its id found. The provider does not know which other objects it omits.`,
    { remedy },
  );
}

function contentsNotConfirmedGone({ type, id, scopeId }: Missed, scope: ResourceType): DocsformError {
  return new DocsformError(
    "terraform/incomplete-list",
    `The service does not find the ${type.label.many} of the ${scope.label.one} ${scopeId}, but the ${scope.label.one} exists. The provider does not know whether the ${type.label.one} ${id} is gone.`,
    { remedy },
  );
}
