import type { Access } from "../../engine/live/access.ts";
import { childrenMadeWith } from "../../engine/live/create/create-key.ts";
import type { CreatedObject } from "../../engine/live/create/create-object.ts";
import { type Resolution, recordedCreate, resolve } from "../../engine/live/create/resolve.ts";
import { waitUntilShown } from "../../engine/live/wait-until-shown.ts";
import { fail } from "../../model/codes/provider-words.ts";
import type { DocsformError } from "../../model/errors.ts";
import { fieldText } from "../../model/key-field.ts";
import type { FoundObject } from "../../model/snapshot.ts";
import type { Origin } from "../../model/state.ts";
import { count } from "../../util/count.ts";
import type { LostAttempt } from "../session/attempted-creates.ts";
import type { Session } from "../session/session.ts";
import { type Creation, hashKey } from "./wanted-creation.ts";

/**
 * Finds the object that an earlier process created and that Terraform's state lacks. Undefined: there is none. The record of the attempt
 * stays until Terraform's state contains the object.
 */
export async function recoverLost(
  session: Session,
  access: Access,
  creation: Creation,
): Promise<CreatedObject | undefined> {
  const lost = lostAttempts(session, access, creation);
  if (lost.length === 0) return undefined;
  const found = await readShown(session, access, creation, lost);
  for (const { attempt, match } of lost) {
    const object = objectOf(session, creation, match, found);
    const lastKnown = { address: attempt.address, origin: match?.origin };
    if (object !== undefined) return recovered(session, creation, lastKnown, object, found);
  }
  const open = lost.filter(({ match }) => match === undefined);
  const [first] = open;
  if (first === undefined) return undefined;
  const { address } = first.attempt;
  const resolution = judge(session, access, creation, { open, first, found });
  if ("ids" in resolution) throw severalLost(creation, resolution.ids);
  if (resolution.kind === "found")
    return recovered(session, creation, { address, ...resolution }, resolution.object, found);
  session.host.attemptedCreates.close(address);
  return undefined;
}

/** The object in the response of an attempt. */
function objectOf(
  session: Session,
  creation: Creation,
  match: LostAttempt["match"],
  found: readonly FoundObject[],
): FoundObject | undefined {
  return found.find(
    ({ type, id }) => type === creation.type.name && id === match?.id && isFree(session, creation, id),
  );
}

/** The attempts of earlier processes that could have created the object. */
export function lostAttempts(session: Session, access: Access, creation: Creation): readonly LostAttempt[] {
  const { type, scopeId, fields, source, key } = creation;
  const hash = hashKey(session, access);
  return session.host.attemptedCreates.lost({
    type: type.name,
    scopeId,
    fields: fields.map(fieldText),
    source,
    keyIn: (run) => hash(key, run),
  });
}

/** Waits until reads must show what the earlier process did, and reads the objects of the type. */
async function readShown(
  session: Session,
  access: Access,
  { type, scopeId }: Creation,
  lost: readonly LostAttempt[],
): Promise<readonly FoundObject[]> {
  const { clock, consistencyWindowMs, stop } = session.host;
  const last = Math.max(...lost.map(({ attempt, match }) => (match ?? attempt).at));
  const { signal = stop } = access;
  if (last + consistencyWindowMs > clock.now()) {
    await waitUntilShown(last, { clock, consistencyWindowMs, onWait: () => undefined }, signal);
    session.invalidateReads(type);
  }
  return (await session.bulk(type, scopeId, { signal })).found;
}

interface Judged {
  readonly open: readonly LostAttempt[];
  readonly first: LostAttempt;
  readonly found: readonly FoundObject[];
}

function judge(
  session: Session,
  access: Access,
  creation: Creation,
  { open, first, found }: Judged,
): Resolution<FoundObject> {
  const { attemptedCreates: attempts } = session.host;
  const { type } = creation;
  const isOther = ({ id }: FoundObject) =>
    !isFree(session, creation, id) || attempts.isMatched(type.name, id);
  const attempt = recordedCreate(type, first.attempt, hashKey(session, access), isOther);
  return resolve(session.index, attempt, found, open.length);
}

/** Whether this process has neither created nor deleted the object. */
function isFree({ writes }: Session, { type }: Creation, id: string): boolean {
  const object = { type: type.name, id };
  return !writes.isCreated(object) && !writes.isDeleted(object);
}

function recovered(
  session: Session,
  { type }: Creation,
  { address, origin }: { readonly address: string; readonly origin: Origin | undefined },
  object: FoundObject,
  found: readonly FoundObject[],
): CreatedObject {
  const { id } = object;
  const recoveredAs = origin === "recovered" ? origin : "created";
  session.host.attemptedCreates.answered([{ address, id, origin: recoveredAs }]);
  session.writes.noteCreated(object);
  if (recoveredAs === "recovered") session.writes.noteRecovered(object);
  return { object, children: childrenMadeWith(type, id, found), recoveredAs };
}

function severalLost({ address, type }: Creation, ids: readonly string[]): DocsformError {
  return fail("apply/ambiguous-create", {
    case: "interrupted",
    address,
    objects: count(ids.length, type.label.one, type.label.many),
    ids,
  });
}
