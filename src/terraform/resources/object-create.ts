import type { Access } from "../../engine/live/access.ts";
import { type Attempt, recordedValues } from "../../engine/live/create/attempts.ts";
import { keysOfFound } from "../../engine/live/create/create-key.ts";
import type { CreatedObject } from "../../engine/live/create/create-object.ts";
import { createRecorded } from "../../engine/live/create/create-recorded.ts";
import { addressOf } from "../../model/address.ts";
import { fail } from "../../model/codes/provider-words.ts";
import { DocsformError } from "../../model/errors.ts";
import { keyOf, objectKey } from "../../model/object-key.ts";
import type { FoundObject } from "../../model/snapshot.ts";
import { present } from "../../util/present.ts";
import type { Session } from "../session/session.ts";
import { recoverLost } from "./recover-lost.ts";
import { refuseDuplicate } from "./refuse-duplicate.ts";
import { type Creation, creationOf, hashKey, type WantedObject } from "./wanted-creation.ts";

/** Creates an object once, even if an earlier process was killed after the request and before the response. */
export async function createOnce(
  session: Session,
  access: Access,
  wanted: WantedObject,
): Promise<CreatedObject> {
  const creation = creationOf(session, wanted);
  return await session.createQueue.run(
    creation.likeness,
    async () =>
      (await recoverLost(session, access, creation)) ?? (await createNew(session, access, creation)),
  );
}

async function createNew(session: Session, access: Access, creation: Creation): Promise<CreatedObject> {
  const { type, address, scopeId, containerId, declared: attributes } = creation;
  const before = await snapshot(session, access, creation);
  const alike = [...before, ...session.writes.children];
  await refuseDuplicate(session, access, { type, address, scopeId, containerId, attributes }, alike);
  const duplicates = idsAlike(session, creation, before);
  const existing = new Set(before.map((object) => keyOf(object)));
  const { writes } = session;
  const { attemptedCreates: attempts } = session.host;
  const attempt = attemptOf(session, access, creation, duplicates);
  const isKnown = (name: string, id: string) =>
    existing.has(objectKey(name, id)) || writes.isCreated({ type: name, id });
  session.invalidateReads(type);
  try {
    await attempts.open(attempt, access.client.serviceClock.window());
    const made = await createRecorded(access, { attempts, attempt }, { ...creation, isKnown });
    for (const each of [made.object, ...made.children]) writes.noteCreated(each);
    writes.noteChildren(made.children);
    writes.noteLikeness(creation.likeness, made.object);
    const { recoveredAs: origin = "created", object } = made;
    if (origin === "recovered") writes.noteRecovered(object);
    else if (creation.source === undefined) writes.noteNew(object);
    attempts.answered([{ address: attempt.address, id: object.id, origin }]);
    return made;
  } catch (error) {
    throw asTerraform(error, creation);
  } finally {
    session.invalidateReads(type);
  }
}

/** Ids of existing objects with the same create key. */
function idsAlike(
  session: Session,
  { type, fields, key }: Creation,
  before: readonly FoundObject[],
): readonly string[] {
  const keyOfObject = keysOfFound(session.index, type, fields, before);
  return before
    .filter((object) => object.type === type.name && keyOfObject(object) === key)
    .map(({ id }) => id)
    .filter((id) => !session.writes.isDeleted({ type: type.name, id }));
}

function attemptOf(
  session: Session,
  access: Access,
  creation: Creation,
  duplicates: readonly string[],
): Attempt {
  const { type, scopeId, source } = creation;
  const { newId, attemptedCreates } = session.host;
  const hash = hashKey(session, access);
  return {
    address: addressOf(type.name, newId()),
    type: type.name,
    ...recordedValues(creation, (text) => hash(text, attemptedCreates.run)),
    knownIds: [...duplicates, ...madeBefore(session, creation)],
    ...present({ scopeId, source }),
  };
}

/**
 * Ids of objects that this process created and that are like the wanted one. For a copy, any object of the type may be its source or like
 * it.
 */
function madeBefore({ writes }: Session, { type, source, likeness }: Creation): readonly string[] {
  return source === undefined ? writes.createdLike(likeness) : writes.createdOf(type.name);
}

/** The objects that existed when this process first created one of the type. One read serves all creates. */
async function snapshot(
  session: Session,
  { signal }: Access,
  { type, scopeId }: WantedObject,
): Promise<readonly FoundObject[]> {
  return (await session.atStart(type, scopeId, signal ?? session.host.stop)).found;
}

/** The same error with a remedy for Terraform. The remedy from `live` is about layouts. */
function asTerraform(error: unknown, wanted: WantedObject): unknown {
  if (!(error instanceof DocsformError) || error.code !== "apply/ambiguous-create") return error;
  return fail(
    "apply/ambiguous-create",
    { case: "terraform", problem: error.message, address: wanted.address },
    { cause: error },
  );
}
