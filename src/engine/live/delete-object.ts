import type { Address } from "../../model/address.ts";
import { wordsOf } from "../../model/codes/service-words.ts";
import { DocsformError } from "../../model/errors.ts";
import { keyOf, objectKey } from "../../model/object-key.ts";
import { callAt } from "../../model/resource-type/call-at.ts";
import type { BulkRead } from "../../model/resource-type/reads.ts";
import { bulkCall } from "../../model/resource-type/writes.ts";
import type { FoundObject, UnknownObject } from "../../model/snapshot.ts";
import { groupBy } from "../../util/groups.ts";
import { type Access, askUntilConsistent, type CallSubject, contextFor, readLiveObject } from "./access.ts";
import { type BulkResult, expectWhole, readInBulk } from "./bulk-read.ts";
import { refuseLast } from "./refuse-last.ts";
import { callWithKnownOutcome } from "./write-object.ts";

/** The contents that an object may have when it is deleted. */
export interface ContentsExpectation {
  /** Whether the object was inside when the plan was made, so that the plan lists its deletion. */
  readonly wasListed: (object: FoundObject) => boolean;
  /** Whether this run deleted the object, so that a read that still shows it is stale. */
  readonly isDeleted: (object: FoundObject) => boolean;
  /**
   * Whether this run deletes, or has deleted, the object with this id. Absent: docsform does not check whether the object is the last
   * child.
   */
  readonly isBeingDeleted?: (id: string) => boolean;
}

/**
 * Deletes an object, unless the service would delete something with it that no plan lists: its contents, or a container in which it is the
 * last object. Without an expectation, all contents may be deleted.
 */
export async function deleteObject(
  access: Access,
  subject: CallSubject,
  address: Address,
  expectation: ContentsExpectation | undefined,
): Promise<void> {
  const { type, id, scopeId } = subject;
  const { deletion } = type;
  if (deletion === undefined) throw new Error(`${type.label.many} cannot be deleted.`);
  if (expectation !== undefined) await checkContents(access, subject, address, expectation);
  if (expectation?.isBeingDeleted !== undefined)
    await refuseLast(access, subject, address, expectation.isBeingDeleted);
  const isGone = async () => (await readLiveObject(access, subject)) === undefined;
  const context = contextFor(access, scopeId);
  const removal = type.bulk?.removal;
  if (access.commonCall === undefined || type.bulk === undefined || removal === undefined)
    return void (await callWithKnownOutcome(
      access,
      callAt(deletion.endpoint, context, [id]),
      address,
      isGone,
    ));
  const live = await readLiveObject(access, subject);
  if (live === undefined) return;
  try {
    await callWithKnownOutcome(
      access,
      bulkCall(type.bulk, context, removal(live.attributes)),
      address,
      isGone,
    );
  } catch (error) {
    // An earlier attempt of the call may have deleted it, or another user.
    if (!(await isGone())) throw error;
  }
}

/** Deletes everything inside an object, the innermost first. Throws if the expectation lacks some of it. */
export async function deleteContents(
  access: Access,
  subject: CallSubject,
  address: Address,
  { wasListed }: ContentsExpectation,
): Promise<void> {
  const { found, unknownObjects } = await contentsOf(access, subject, contentReads(access, subject));
  const unlisted = found.filter((each) => !wasListed(each));
  if (unlisted.length + unknownObjects.length > 0) throw new ContentsError(address, unlisted, unknownObjects);
  for (const { type, id, container } of found.toReversed()) {
    const inner = { type: access.index.get(type), id, scopeId: subject.scopeId };
    // The service deletes the contents of such a container together with it.
    const goesAlong = access.index.find(container?.type ?? "")?.deletion?.contents === "implied";
    if (!goesAlong) await deleteObject(access, inner, address, undefined);
  }
}

/** Throws if something is inside the object that no plan lists, or that must be deleted or moved out before it. */
async function checkContents(
  access: Access,
  subject: CallSubject,
  address: Address,
  expectation: ContentsExpectation,
): Promise<void> {
  const reads = contentReads(access, subject);
  if (reads.length === 0) return;
  const mayBeInside = subject.type.deletion?.contents === "implied" ? expectation.wasListed : () => false;
  const remaining = await askUntilConsistent(access, async () => {
    const { found: inside, unknownObjects } = await contentsOf(access, subject, reads);
    if (unknownObjects.length > 0) throw new ContentsError(address, [], unknownObjects);
    const left = inside.filter((each) => !expectation.isDeleted(each) && !mayBeInside(each));
    const unlisted = left.filter((each) => !expectation.wasListed(each));
    if (unlisted.length > 0) return unlisted;
    // A stale read still shows listed objects that were deleted or moved out. So it is repeated.
    return left.length === 0 ? left : undefined;
  });
  if (remaining === undefined || remaining.length > 0) throw new ContentsError(address, remaining ?? []);
}

function contentReads(access: Access, subject: CallSubject): readonly BulkRead[] {
  const reads = access.index
    .contentTypes(subject.type.name)
    .map((type) => access.index.readOf(type.name, access.apiVersion));
  return [...new Set(reads)].filter((read) => read !== undefined);
}

/** Everything inside an object, at any depth. */
async function contentsOf(
  access: Access,
  subject: CallSubject,
  reads: readonly BulkRead[],
): Promise<Contents> {
  const { type, id, scopeId } = subject;
  const responses = await Promise.all(
    reads.map((read) => {
      const ownerId = read.of === type.name ? id : (scopeId ?? access.organizationId);
      const context = contextFor(access, read.of === undefined ? undefined : ownerId);
      return readInBulk(access.client, read, context, ownerId);
    }),
  );
  for (const response of responses)
    expectWhole(response, `another object inside the ${type.label.one} ${id}`);
  const isScope = reads.some((read) => read.of === type.name);
  return contentsAmong(responses, subject, isScope);
}

interface Contents {
  readonly found: readonly FoundObject[];
  /** Objects of kinds that docsform does not know. */
  readonly unknownObjects: readonly UnknownObject[];
}

/** The contents of an object among the found objects: all of them if the object is their scope. */
export function contentsAmong(
  responses: readonly Pick<BulkResult, "found" | "unknownObjects">[],
  subject: CallSubject,
  isScope: boolean,
): Contents {
  const all = responses.flatMap((response) => response.found);
  const found = isScope ? all : inside(all, subject);
  const containers = new Set([objectKey(subject.type.name, subject.id), ...found.map(keyOf)]);
  const unknownObjects = responses.flatMap((response) => response.unknownObjects);
  return {
    found,
    unknownObjects: unknownObjects.filter(({ container }) => containers.has(keyOf(container))),
  };
}

function inside(found: readonly FoundObject[], subject: CallSubject): readonly FoundObject[] {
  const byContainer = groupBy(found, (each) => (each.container === null ? "" : keyOf(each.container)));
  const contents: FoundObject[] = [];
  const open = [objectKey(subject.type.name, subject.id)];
  for (let key = open.pop(); key !== undefined; key = open.pop()) {
    const children = byContainer.get(key) ?? [];
    byContainer.delete(key);
    for (const each of children) {
      contents.push(each);
      open.push(keyOf(each));
    }
  }
  return contents;
}

/** The error for contents that no plan lists. */
export class ContentsError extends DocsformError {
  /** Empty if a list is only stale, or if docsform does not know the contents. */
  readonly contents: readonly FoundObject[];
  /** Contents that docsform does not know. */
  readonly unknownObjects: readonly UnknownObject[];

  constructor(
    address: Address,
    contents: readonly FoundObject[],
    unknownObjects: readonly UnknownObject[] = [],
  ) {
    const named = [
      ...contents.map(({ type, id }) => `${type} ${id}`),
      ...unknownObjects.map(({ kind }) => kind),
    ];
    const { code, message, remedy } = wordsOf(
      "apply/contents-changed",
      named.length === 0 ? { case: "unknown", address } : { case: "named", address, contents: named },
    );
    super(code, message, { remedy });
    this.contents = contents;
    this.unknownObjects = unknownObjects;
  }
}
