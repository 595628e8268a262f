import type { Access } from "../../live/access.ts";
import {
  type CreateInput,
  copySourceId,
  createKeyFields,
  createKeyOfFound,
  createKeyOfInput,
  isLikeSource,
  type Likeness,
  likenessOf,
} from "../../live/create-key.ts";
import { type CreatedObject, createObject, leftNothing } from "../../live/create-object.ts";
import { childrenMadeWith } from "../../live/find-lost-create.ts";
import { DocsformError } from "../../model/errors.ts";
import { append } from "../../model/groups.ts";
import type { JsonObject } from "../../model/json.ts";
import { keyOf, objectKey } from "../../model/object-key.ts";
import { present } from "../../model/present.ts";
import type { ResourceType } from "../../model/resource-type.ts";
import type { FoundObject } from "../../model/snapshot.ts";
import type { Session } from "../session/session.ts";
import { refuseDuplicate } from "./refuse-duplicate.ts";

/** An object to create, as a request carries it. */
export interface WantedObject {
  readonly type: ResourceType;
  /** Its name in messages. */
  readonly address: string;
  readonly scopeId: string | undefined;
  readonly input: CreateInput;
  /** All declared values, also those that a later call writes. */
  readonly declared: JsonObject;
  readonly containerId: string | null;
}

export interface NewObject extends CreatedObject {
  /** Objects with the same create key that existed before, and that this process did not create. */
  readonly duplicates: readonly string[];
}

/** Creates an object once, even if an earlier process was killed after the request and before the response. */
export async function createOnce(session: Session, access: Access, wanted: WantedObject): Promise<NewObject> {
  const { type, scopeId, input } = wanted;
  const fields = createKeyFields(type, input);
  const source = copySourceId(type, input);
  const key = createKeyOfInput(session.index, type, fields, input);
  const likeness = likenessOf(type, scopeId, key);
  return await session.createQueue.run(likeness, async () => {
    const before = await snapshot(session, access, wanted);
    const matching = before
      .filter((object) => object.type === type.name)
      .filter(
        (object) =>
          createKeyOfFound(
            session.index,
            type,
            fields,
            object,
            childrenMadeWith(type, object.id, before)[0],
          ) === key,
      )
      .map((object) => object.id);
    const isAlike = source === undefined ? undefined : isLikeSource(session.index, type, source, before);
    const hashedText = source === undefined ? key : `${key}\n${source}`;
    const hashed = session.host.hash(hashedText, `${access.organizationId} ${type.name}`);
    const lost = session.host.attemptedCreates.lost(type.name, scopeId, hashed);
    const withResponse = lost.find(
      ({ id }) => id !== undefined && matching.includes(id) && !isDone(session, type, id),
    );
    if (withResponse?.id !== undefined)
      return recoverCreated(session, type, withResponse.attemptId, withResponse.id, before);
    const withoutResponse = lost.find(({ id }) => id === undefined);
    if (withoutResponse !== undefined) {
      const candidates = matching.filter(
        (id) =>
          !withoutResponse.knownIds.includes(id) &&
          !isDone(session, type, id) &&
          isAlike?.(objectOf(type, before, id)) !== false,
      );
      const countWithoutResponse = lost.filter(({ id }) => id === undefined).length;
      if (candidates.length > countWithoutResponse) throw severalLost(wanted, candidates);
      if (candidates[0] !== undefined)
        return recoverCreated(session, type, withoutResponse.attemptId, candidates[0], before);
      session.host.attemptedCreates.close(withoutResponse.attemptId);
    }
    const { address, containerId, declared: attributes } = wanted;
    await refuseDuplicate(session, access, { type, address, scopeId, containerId, attributes }, before);
    const created = await send(session, access, wanted, {
      hashed,
      likeness,
      before,
      duplicates: matching.filter((id) => !session.done.deleted.has(objectKey(type.name, id))),
    });
    // A copy has no duplicates: docsform writes its own values right after the create.
    return source === undefined ? created : { ...created, duplicates: [] };
  });
}

function objectOf(type: ResourceType, objects: readonly FoundObject[], id: string): FoundObject {
  return objects.find((each) => each.type === type.name && each.id === id) as FoundObject;
}

/** The object that an earlier process created. The record of the attempt stays until Terraform's state contains the object. */
function recoverCreated(
  session: Session,
  type: ResourceType,
  attemptId: string,
  id: string,
  before: readonly FoundObject[],
): NewObject {
  const object = objectOf(type, before, id);
  session.host.attemptedCreates.noteResponse(attemptId, id);
  session.done.created.add(objectKey(type.name, id));
  return { object, children: childrenMadeWith(type, id, before), recovered: true, duplicates: [] };
}

function isDone(session: Session, type: ResourceType, id: string): boolean {
  const key = objectKey(type.name, id);
  return session.done.created.has(key) || session.done.deleted.has(key);
}

interface KnownAttempt {
  readonly hashed: string;
  /** Equal for objects that the values of the creating call cannot tell apart. */
  readonly likeness: Likeness;
  readonly before: readonly FoundObject[];
  readonly duplicates: readonly string[];
}

async function send(
  session: Session,
  access: Access,
  wanted: WantedObject,
  known: KnownAttempt,
): Promise<NewObject> {
  const { type, scopeId } = wanted;
  const existing = new Set(known.before.map((object) => keyOf(object)));
  const attemptId = session.host.newId();
  const { created, createdLike, createdOf } = session.done;
  session.changed(type);
  session.host.attemptedCreates.open({
    attemptId,
    type: type.name,
    ...present({ scopeId }),
    key: known.hashed,
    knownIds: [...known.duplicates, ...madeBefore(session, wanted, known.likeness)],
  });
  try {
    const made = await createObject(access, {
      ...wanted,
      isKnown: (name, id) => existing.has(objectKey(name, id)) || created.has(objectKey(name, id)),
    });
    for (const each of [made.object, ...made.children]) created.add(keyOf(each));
    append(createdLike, known.likeness, made.object.id);
    append(createdOf, type.name, made.object.id);
    session.host.attemptedCreates.noteResponse(attemptId, made.object.id);
    return { ...made, duplicates: known.duplicates };
  } catch (error) {
    if (leftNothing(error)) session.host.attemptedCreates.close(attemptId);
    throw asTerraform(error, wanted);
  } finally {
    session.changed(type);
  }
}

/**
 * Ids of objects that this process created and that are like the wanted one. For a copy, any object of the type may be its source or like
 * it.
 */
function madeBefore({ done }: Session, { type, input }: WantedObject, likeness: Likeness): readonly string[] {
  const isCopy = copySourceId(type, input) !== undefined;
  return (isCopy ? done.createdOf.get(type.name) : done.createdLike.get(likeness)) ?? [];
}

/** The objects that existed when this process first created one of the type. One read serves all creates. */
async function snapshot(
  session: Session,
  { signal }: Access,
  { type, scopeId }: WantedObject,
): Promise<readonly FoundObject[]> {
  return (await session.atStart(type, scopeId, signal ?? session.host.stop)).found;
}

function severalLost(wanted: WantedObject, ids: readonly string[]): DocsformError {
  return new DocsformError(
    "apply/ambiguous-create",
    `An earlier run was interrupted while it created ${wanted.address}. ${ids.length} ${wanted.type.label.many} could be the one that it created: ${ids.join(", ")}.`,
    { remedy: "Import the right one, and delete the others if you do not need them." },
  );
}

/** The same error with a remedy for Terraform. The remedy from `live` is about layouts. */
function asTerraform(error: unknown, wanted: WantedObject): unknown {
  if (!(error instanceof DocsformError) || error.code !== "apply/ambiguous-create") return error;
  return new DocsformError(error.code, error.message, {
    remedy: `Import the right one into ${wanted.address}, and delete the others if you do not need them.`,
    cause: error,
  });
}
