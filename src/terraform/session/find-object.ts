import { askUntilConsistent } from "../../engine/live/access.ts";
import { type BulkResult, expectWhole } from "../../engine/live/bulk-read.ts";
import { objectKey } from "../../model/object-key.ts";
import type { ResourceType } from "../../model/resource-type.ts";
import type { FoundObject } from "../../model/snapshot.ts";
import type { CallScope } from "../plugin/provider-server.ts";
import { expectGone, expectScopeGone, isReadById } from "./expect-gone.ts";
import { isNotFound } from "./not-found.ts";
import type { Session } from "./session.ts";
import { abortedError, untilAborted } from "./until-aborted.ts";

/** A live object, and all objects that the same read found. */
export interface Located {
  readonly object: FoundObject;
  readonly found: readonly FoundObject[];
}

/** A query for one object. */
export interface ObjectQuery {
  readonly type: ResourceType;
  readonly id: string;
  readonly scopeId: string | undefined;
  /** The object was created just now, so a list without it is old. */
  readonly isNew?: boolean;
  /** Terraform's state contains the object, so Terraform would create it again if it seems gone. */
  readonly isInState?: boolean;
}

/**
 * Finds a live object. If lists do not show it, the provider reads it by its id: it is gone only if the service says so. The search fails if
 * the object exists after all, or if the read fails. An object without a read by id is gone when two lists lack it. If Terraform's state
 * contains it, the two lists are a consistency window apart.
 */
export async function findObject(
  session: Session,
  wanted: ObjectQuery,
  scope: CallScope,
): Promise<Located | undefined> {
  return (await findListed(session, wanted, scope)) ?? (await confirmGone(session, wanted, scope));
}

/** The object as lists show it, for callers that know that it exists and can continue with older values. */
export async function findListed(
  session: Session,
  wanted: ObjectQuery,
  scope: CallScope,
): Promise<Located | undefined> {
  const first = await read(session, wanted, scope);
  const found = first && locate(first, wanted);
  if (found !== undefined) return found;
  if (wanted.isNew !== true)
    return first === undefined ? undefined : await refreshList(session, wanted, scope, first);
  const access = await session.access(scope.signal);
  let last = first;
  const shown = await askUntilConsistent(access, async () => {
    const again = await refreshList(session, wanted, scope, last);
    last = await read(session, wanted, scope);
    return again;
  });
  // The wait was cut short, so the object may still exist.
  if (shown === undefined && access.signal?.aborted === true) throw abortedError(access.signal);
  return shown;
}

/** Reads the list again, once for all callers that miss an object in the same list. Throws while the lists may still be old. */
async function refreshList(
  session: Session,
  wanted: ObjectQuery,
  scope: CallScope,
  before: BulkResult | undefined,
): Promise<Located | undefined> {
  const isReadAgain = wanted.isNew !== true && isMissedTwice(session, wanted, before);
  const response = isReadAgain ? before : await readAnother(session, wanted, scope, before);
  const located = response && locate(response, wanted);
  if (located === undefined) refuseIncomplete(response, wanted);
  return located;
}

async function readAnother(
  session: Session,
  wanted: ObjectQuery,
  scope: CallScope,
  before: BulkResult | undefined,
): Promise<BulkResult | undefined> {
  const current = await read(session, wanted, scope);
  if (current !== before) return current;
  session.readAgain(wanted.type);
  const response = await read(session, wanted, scope);
  if (response !== undefined && before !== undefined)
    session.repeatedLists.noteEarlier(response, { result: before });
  return response;
}

/** Confirms that an object is gone after two lists lacked it. */
async function confirmGone(
  session: Session,
  wanted: ObjectQuery,
  scope: CallScope,
): Promise<Located | undefined> {
  const last = await read(session, wanted, scope);
  if (last === undefined) {
    await expectScopeGone(session, wanted, scope);
    return undefined;
  }
  const shown = locate(last, wanted);
  if (shown !== undefined) return shown;
  if (isReadById(session, wanted.type)) {
    await expectGone(session, wanted, scope);
    return undefined;
  }
  const areTwoListsEnough = wanted.isInState !== true || wanted.isNew === true;
  return areTwoListsEnough ? undefined : await findLater(session, wanted, scope, last);
}

/** Reads the list again after a consistency window. */
async function findLater(
  session: Session,
  wanted: ObjectQuery,
  scope: CallScope,
  before: BulkResult,
): Promise<Located | undefined> {
  if (isMissedTwice(session, wanted, before, "a consistency window apart")) return undefined;
  const response = await untilAborted(scope.signal, readLater(session, wanted, before));
  const located = response && locate(response, wanted);
  if (located === undefined) refuseIncomplete(response, wanted);
  return located;
}

/** Waits and reads once for all callers that miss an object in the same list. */
function readLater(
  session: Session,
  wanted: ObjectQuery,
  before: BulkResult,
): Promise<BulkResult | undefined> {
  const { clock, consistencyWindowMs, stop } = session.host;
  return session.repeatedLists.laterThan(before, async () => {
    await clock.sleep(consistencyWindowMs, stop);
    session.readAgain(wanted.type);
    const response = await read(session, wanted, { signal: stop });
    if (response !== undefined)
      session.repeatedLists.noteEarlier(response, { result: before, isWindowApart: true });
    return response;
  });
}

/** Whether the earlier list lacked the object too, so that a later caller need not read again. */
function isMissedTwice(
  { repeatedLists }: Session,
  wanted: ObjectQuery,
  response: BulkResult | undefined,
  when?: "a consistency window apart",
): boolean {
  const earlier = response && repeatedLists.earlierThan(response);
  if (earlier === undefined || (when !== undefined && earlier.isWindowApart !== true)) return false;
  return locate(earlier.result, wanted) === undefined;
}

function refuseIncomplete(response: BulkResult | undefined, { type, id }: ObjectQuery): void {
  if (response !== undefined) expectWhole(response, `the ${type.label.one} ${id}`);
}

/** Undefined if the scope itself does not exist. */
async function read(
  session: Session,
  { type, scopeId }: ObjectQuery,
  scope: CallScope,
): Promise<BulkResult | undefined> {
  try {
    return await session.bulk(type, scopeId, scope);
  } catch (error) {
    if (scopeId !== undefined && isNotFound(error)) return undefined;
    throw error;
  }
}

function locate({ byKey, found }: BulkResult, { type, id }: ObjectQuery): Located | undefined {
  const object = byKey.get(objectKey(type.name, id));
  return object === undefined ? undefined : { object, found };
}
