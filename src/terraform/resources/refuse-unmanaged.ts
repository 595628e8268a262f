import { type Access, askUntilConsistent, readSiblings } from "../../engine/live/access.ts";
import type { BulkResult } from "../../engine/live/bulk-read.ts";
import { ContentsError, type ContentsExpectation, contentsAmong } from "../../engine/live/delete-object.ts";
import { titleOfLive } from "../../engine/plan/decide/object-names.ts";
import { fail } from "../../model/codes/provider-words.ts";
import { keyOf, objectKey } from "../../model/object-key.ts";
import { referringAttributes } from "../../model/resource-type/attribute.ts";
import type { ResourceType } from "../../model/resource-type.ts";
import type { FoundObject, ObjectName } from "../../model/snapshot.ts";
import { forceField } from "../../model/terraform-schema.ts";
import type { TypeIndex } from "../../model/type-index.ts";
import type { CallScope } from "../plugin/provider-server.ts";
import { isNotFound } from "../session/not-found.ts";
import type { Removal } from "../session/process-writes.ts";
import type { Session } from "../session/session.ts";

// A delete may take other objects with it: what is inside the object, and what refers to it. The provider refuses to delete what this
// configuration does not destroy. It uses the reads from the start of the process, so that many deletes in one place cost one read.

/** A delete that Terraform asked for, with what it may take along. */
export interface Deletion extends Removal {
  /** The plan that deletes the object. */
  readonly plan: string | undefined;
  /** Whether the delete may also take what this configuration does not destroy. */
  readonly isForced: boolean;
}

/** The contents that an object may have when it is deleted. undefined: it has only contents that may go with it. */
export async function expectContents(
  session: Session,
  deletion: Deletion,
  { signal }: CallScope,
): Promise<ContentsExpectation | undefined> {
  const { type, id, scopeId, address, isForced } = deletion;
  const { writes, index } = session;
  const expectation = { wasListed: mayGo(session, deletion), isDeleted: writes.isDeleted.bind(writes) };
  if (type.deletion?.contents === "first") return expectation;
  const inside = index.contentTypes(type.name);
  const isScope = inside.some(({ scope }) => scope === type.name);
  const apiVersion = await session.apiVersion();
  const reads = new Map(inside.map((each) => [index.readOf(each.name, apiVersion), each]));
  const lists = await Promise.all(
    [...reads.values()].map((each) => startOf(session, each, isScope ? id : scopeId, signal)),
  );
  const contents = contentsAmong(lists, { type, id, scopeId }, isScope);
  if (contents.unknownObjects.length > 0 && !isForced)
    throw new ContentsError(address, [], contents.unknownObjects);
  const isExpected = contents.found.every((each) => writes.isDeleted(each) || expectation.wasListed(each));
  return isExpected ? undefined : expectation;
}

/** Refuses to delete an object to which an object refers that this apply neither destroys nor changes. */
export async function refuseReferrers(
  session: Session,
  access: Access,
  deletion: Deletion,
  { signal }: CallScope,
): Promise<void> {
  const { type, id, plan, isForced } = deletion;
  const { index, host, writes } = session;
  if (isForced && host.plannedMoves.protectedIn(plan).length === 0) return;
  const releases = host.plannedMoves.referringTo(plan, { type: type.name, id });
  const released = new Set(releases.map(({ child, ...object }) => keyOf(child ?? object)));
  const goes = mayGo(session, deletion);
  const uses = (found: readonly FoundObject[]) =>
    found.filter((each) => {
      const fields = referringAttributes(index.get(each.type), type.name);
      const isUse = fields.some((field) => each.attributes[field] === id);
      return isUse && !goes(each) && !writes.isReleased(each) && !released.has(keyOf(each));
    });
  for (const referrer of index.all) {
    if (referringAttributes(referrer, type.name).length === 0) continue;
    for (const scopeId of await scopesOf(session, referrer, signal)) {
      const { found } = await startOf(session, referrer, scopeId, signal);
      if (uses(found).length === 0) continue;
      let left: readonly FoundObject[] = [];
      await askUntilConsistent(access, async () => {
        left = uses((await readSiblings(access, referrer.name, scopeId)).found);
        return left.length === 0 || undefined;
      });
      if (left.length > 0) throw stillUsed(session, deletion, left);
    }
  }
}

/** Whether a delete may take an object with it: its resource is destroyed, or the delete is forced and nothing protects the object. */
function mayGo(session: Session, { type, id, plan, isForced }: Deletion): (object: FoundObject) => boolean {
  const { writes, host } = session;
  const self = objectKey(type.name, id);
  const kept = new Set(host.plannedMoves.protectedIn(plan).map(keyOf));
  const isRemoved = (object: ObjectName) =>
    writes.isRemoved(object) || host.plannedMoves.removes(plan, object);
  return (object) =>
    writes.newContainerOf(object) !== undefined ||
    isRemoved(object) ||
    (object.container !== null && keyOf(object.container) !== self && isRemoved(object.container)) ||
    (isForced && !kept.has(keyOf(object)));
}

/** The owners of a type's lists. undefined: the organization. */
async function scopesOf(
  session: Session,
  { scope }: ResourceType,
  signal: AbortSignal,
): Promise<readonly (string | undefined)[]> {
  if (scope === undefined) return [undefined];
  const { found } = await startOf(session, session.index.get(scope), undefined, signal);
  return found
    .filter(({ type, id }) => type === scope && !session.writes.isDeleted({ type, id }))
    .map(({ id }) => id);
}

/** The first read of a list in this process. A missing object contains nothing. */
async function startOf(
  session: Session,
  type: ResourceType,
  scopeId: string | undefined,
  signal: AbortSignal,
): Promise<Pick<BulkResult, "found" | "unknownObjects">> {
  try {
    return await session.atStart(type, scopeId, signal);
  } catch (error) {
    if (isNotFound(error)) return { found: [], unknownObjects: [] };
    throw error;
  }
}

function stillUsed({ index }: Session, { address, id }: Deletion, uses: readonly FoundObject[]) {
  return fail("terraform/still-used", {
    object: `${address} (${id})`,
    uses: uses.map((each) => describeFound(index, each)),
    flag: forceField,
  });
}

/** `the site section "Guides" (sec_1)`, with the parent if it has one. */
export function describeFound(index: TypeIndex, object: FoundObject): string {
  const { type, id, container } = object;
  const parent = container && ` in the ${index.get(container.type).label.one} ${container.id}`;
  return `the ${index.get(type).label.one} ${JSON.stringify(titleOfLive(index, object))} (${id})${parent ?? ""}`;
}
