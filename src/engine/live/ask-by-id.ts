import { fail } from "../../model/codes/service-words.ts";
import { DocsformError } from "../../model/errors.ts";
import type { CallContext } from "../../model/resource-type/call-context.ts";
import { type ReadById, readingCall } from "../../model/resource-type/reads.ts";
import type { FoundObject, UnreadableField } from "../../model/snapshot.ts";
import { present } from "../../util/present.ts";
import type { ServiceClient } from "./service-client.ts";

/** An object with a known id, and its address. */
export interface KnownObject {
  readonly type: string;
  readonly id: string;
  readonly address: string;
}

/** Reads the object with an id. Undefined: the service reports that it does not exist. Throws if that is unknown. */
export async function askById(
  client: ServiceClient,
  readById: ReadById,
  context: CallContext,
  known: KnownObject,
  signal: AbortSignal | undefined,
  onUnreadable?: (field: UnreadableField) => void,
): Promise<FoundObject | undefined> {
  const call = readingCall(readById, context, known.id);
  const response = await client.call(call, present({ signal, onUnreadable })).catch((error: unknown) => {
    if (statusOf(error) === 404) return undefined;
    throw signal?.aborted === true ? error : notConfirmedGone(known, error);
  });
  if (response === undefined) return undefined;
  return readById.found(response.body);
}

function notConfirmedGone({ address, id }: KnownObject, cause: unknown): unknown {
  if (!(cause instanceof DocsformError)) return cause;
  const { message: failure, remedy = "" } = cause;
  return fail("live/not-confirmed-gone", { address, id, failure, remedy }, { cause });
}

/** The HTTP status of a failed call. */
export function statusOf(error: unknown): unknown {
  return typeof error === "object" && error !== null && "status" in error ? error.status : undefined;
}
