import { askUntilHorizon } from "../../live/access.ts";
import { type BulkAnswer, expectWhole } from "../../live/bulk-read.ts";
import type { FoundObject } from "../../model/live-world.ts";
import { objectKey } from "../../model/object-key.ts";
import type { ResourceType } from "../../model/resource-type.ts";
import type { CallScope } from "../../tfplugin/provider-server.ts";
import { isNotFound } from "./not-found.ts";
import type { Session } from "./session.ts";
import { abortedError } from "./until-aborted.ts";

/** An object that is there, with all that its read found. */
export interface Located {
  readonly object: FoundObject;
  readonly found: readonly FoundObject[];
}

/** How an object is asked for. */
export interface LookUp {
  readonly type: ResourceType;
  readonly id: string;
  readonly scopeId: string | undefined;
  /** It was created just now: a list that does not show it is old. */
  readonly isNew?: boolean;
}

/** The object as the service has it. It is not there only when two lists do not show it. */
export async function lookUp(
  session: Session,
  wanted: LookUp,
  scope: CallScope,
): Promise<Located | undefined> {
  const first = await read(session, wanted, scope);
  const found = first && locate(first, wanted);
  if (found !== undefined) return found;
  if (wanted.isNew !== true) return await lookAgain(session, wanted, scope, first);
  const access = await session.access(scope.signal);
  let last = first;
  const shown = await askUntilHorizon(access, async () => {
    const again = await lookAgain(session, wanted, scope, last);
    last = await read(session, wanted, scope);
    return again;
  });
  // The waiting was cut short, so nobody knows that the object is gone.
  if (shown === undefined && access.signal?.aborted === true) throw abortedError(access.signal);
  return shown;
}

/** Asks for the list again, once for all who missed something in the same list. Fails while the lists may still be old. */
async function lookAgain(
  session: Session,
  wanted: LookUp,
  scope: CallScope,
  before: BulkAnswer | undefined,
): Promise<Located | undefined> {
  const current = await read(session, wanted, scope);
  if (current === before) session.shared.invalidate([wanted.type.name]);
  const answer = current === before ? await read(session, wanted, scope) : current;
  const located = answer && locate(answer, wanted);
  if (answer !== undefined && located === undefined) {
    expectWhole(answer, `the ${wanted.type.label.one} ${wanted.id}`);
  }
  return located;
}

/** Undefined where the scope itself is not there. */
async function read(
  session: Session,
  { type, scopeId }: LookUp,
  scope: CallScope,
): Promise<BulkAnswer | undefined> {
  try {
    return await session.bulk(type, scopeId, scope);
  } catch (error) {
    if (scopeId !== undefined && isNotFound(error)) return undefined;
    throw error;
  }
}

function locate({ byKey, found }: BulkAnswer, { type, id }: LookUp): Located | undefined {
  const object = byKey.get(objectKey(type.name, id));
  return object === undefined ? undefined : { object, found };
}
