import { type Access, askUntilConsistent, readSiblings } from "../../engine/live/access.ts";
import { fail } from "../../model/codes/provider-words.ts";
import type { DocsformError } from "../../model/errors.ts";
import { attributesIn, includesContainer } from "../../model/key-field.ts";
import { withScope } from "../../model/resource-type/call-at.ts";
import type { ResourceType } from "../../model/resource-type.ts";
import type { FoundObject } from "../../model/snapshot.ts";
import { objectResourceName, terraformSchema } from "../../model/terraform-schema.ts";
import type { Json, JsonObject } from "../../util/json.ts";
import type { Session } from "../session/session.ts";
import { isSame } from "./is-same.ts";
import { releaseNames } from "./release-names.ts";

/** An object to create, as declared, for comparison with existing objects. */
export interface Declared {
  readonly type: ResourceType;
  readonly address: string;
  readonly scopeId: string | undefined;
  readonly containerId: string | null;
  readonly attributes: JsonObject;
}

/**
 * Refuses to create an object that already exists, if no two objects of the type can have the same key. Terraform imports nothing by
 * itself: the user imports the object.
 */
export async function refuseDuplicate(
  session: Session,
  access: Access,
  wanted: Declared,
  before: readonly FoundObject[],
): Promise<void> {
  if (!wanted.type.identity.keyIsUnique || duplicateAmong(session, wanted, before) === undefined) return;
  const { type, scopeId, attributes } = wanted;
  const subject = { type, id: "", scopeId };
  const release = releaseNames(session, access, subject, attributes);
  const names = (type.unique ?? []).map(({ attribute }) => attribute).filter((name) => name in attributes);
  // The same apply may rename or delete the existing object later, so the provider waits for that.
  let found: readonly FoundObject[] = before;
  let freedAttribute: string | undefined;
  await askUntilConsistent(access, async () => {
    ({ found } = await readSiblings(access, type.name, scopeId));
    const holder = duplicateAmong(session, wanted, found);
    if (holder === undefined) return true;
    for (const name of names)
      if ((await release(holder, name, false)) === "to be deleted") freedAttribute = name;
    return undefined;
  });
  const duplicate = duplicateAmong(session, wanted, found);
  if (duplicate === undefined) return;
  if (freedAttribute === undefined) throw alreadyExists(session, wanted, duplicate, found);
  await release(duplicate, freedAttribute, true);
}

/** The object with the key of the wanted one; for types whose objects can have one key, with its create key. */
export function duplicateAmong(
  { writes }: Session,
  { type, containerId, attributes }: Declared,
  found: readonly FoundObject[],
): FoundObject | undefined {
  const { key, createKey, keyIsUnique } = type.identity;
  const fields = keyIsUnique ? key : createKey;
  const declared = attributesIn(fields).filter((field) => attributes[field] !== undefined);
  if (declared.length === 0) return undefined;
  const withinContainer = includesContainer(fields);
  return found.find(
    (object) =>
      object.type === type.name &&
      !writes.isDeleted(object) &&
      (!withinContainer || (object.container?.id ?? null) === containerId) &&
      declared.every((field) =>
        isSame(type, field, attributes[field] as Json, object.attributes[field] ?? null),
      ),
  );
}

export function alreadyExists(
  session: Session,
  { type, address, scopeId }: Declared,
  duplicate: FoundObject,
  found: readonly FoundObject[],
): DocsformError {
  const command = importCommand(type, scopeId, duplicate.id);
  const madeWith = containerMadeWith(session, duplicate, found);
  const facts = { address, object: type.label.one, id: duplicate.id, command };
  return fail(
    "terraform/already-exists",
    madeWith === undefined
      ? { case: "alone", ...facts, objects: type.label.many }
      : {
          case: "createdWith",
          address,
          object: type.label.one,
          id: duplicate.id,
          container: madeWith.container,
          part: madeWith.part,
        },
  );
}

/** The command that imports an existing object. */
export function importCommand(type: ResourceType, scopeId: string | undefined, id: string): string {
  const name = withScope(id, scopeId);
  return `terraform import ${objectResourceName(type)}.NAME ${JSON.stringify(name)}`;
}

/** Whether the service created the object together with its container. */
export function isMadeWithContainer(
  session: Session,
  object: FoundObject,
  found: readonly FoundObject[],
): boolean {
  return containerMadeWith(session, object, found) !== undefined;
}

/** The container that the service created together with the object. The object is then the first of its type in the container. */
function containerMadeWith(
  session: Session,
  duplicate: FoundObject,
  found: readonly FoundObject[],
): { readonly container: string; readonly part: string } | undefined {
  const { container } = duplicate;
  const parent = container === null ? undefined : session.index.find(container.type);
  if (container === null || parent?.firstChild?.type !== duplicate.type) return undefined;
  const first = found.find((each) => each.type === duplicate.type && each.container?.id === container.id);
  const part = terraformSchema(session.index, parent).firstChild?.part.name;
  return first?.id === duplicate.id && part !== undefined
    ? { container: `the ${parent.label.one} ${container.id}`, part }
    : undefined;
}
