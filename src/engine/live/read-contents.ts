import { type BulkRead, isMadeIn } from "../../model/resource-type/reads.ts";
import type { ContentsRead, ObjectName, Snapshot } from "../../model/snapshot.ts";
import type { TypeIndex } from "../../model/type-index.ts";
import { present } from "../../util/present.ts";
import { readInBulk } from "./bulk-read.ts";
import type { CompletedRead } from "./detect-api-version.ts";
import { forbiddenAmong, forbiddenIds, forbiddenRead, unlessForbidden } from "./forbidden-reads.ts";
import { type BulkFound, collect, incompleteAmong } from "./found-objects.ts";
import { type LiveReading, readsOf, type WantedOwner } from "./live-reading.ts";
import { unreadableAmong } from "./unreadable.ts";

/** The types of contents to read of one object. */
interface TypesOfOwner extends ObjectName {
  readonly types: ReadonlySet<string>;
}

/** A read of the contents of one object. */
interface ContentRead {
  readonly read: BulkRead;
  readonly ownerId: string;
}

/** Reads contents of objects, and adds them to what was read before. */
export async function readContents(
  reading: LiveReading,
  before: Snapshot,
  owners: readonly WantedOwner[],
  completedRead: CompletedRead | undefined,
): Promise<Snapshot> {
  const wanted = owners.map(
    (owner): TypesOfOwner => ({ ...owner, types: typesToRead(reading.types, owner) }),
  );
  const contents = wanted.flatMap((owner) => contentReads(reading, before, owner));
  const responses = await Promise.all(
    contents.map((content) => readContent(reading, before, content, completedRead)),
  );
  const refusedOwners = forbiddenIds(contents, responses);
  // If one list of an object's contents is forbidden, all its contents count as unread. Otherwise the missing ones would look deleted.
  const found = responses.map((response, at) =>
    refusedOwners.has(contents[at]?.ownerId ?? "") ? forbiddenRead : response,
  );
  const unknownObjects = [
    ...(before.unknownObjects ?? []),
    ...found.flatMap((response) => response.unknownObjects ?? []),
  ];
  return {
    ...before,
    objects: collect(reading.types, found, before.objects),
    ...(unknownObjects.length > 0 && { unknownObjects }),
    contentsReadOf: withRead(
      before.contentsReadOf,
      wanted.filter(({ id }) => !refusedOwners.has(id)),
    ),
    ...gapsIn(reading, before, contents, found),
  };
}

/** The types of the contents to read, with those that make no sense without each other. */
function typesToRead(index: TypeIndex, { type, types }: WantedOwner): ReadonlySet<string> {
  const all = index.typesReadOf(type);
  if (types === undefined) return all;
  return new Set([...types].flatMap((name) => [...index.readTogether(name)]));
}

function contentReads(
  reading: LiveReading,
  { apiVersion }: Snapshot,
  { type, id, types }: TypesOfOwner,
): readonly ContentRead[] {
  return readsOf(reading, type)
    .filter((read) => isMadeIn(read, apiVersion) && read.finds.some((name) => types.has(name)))
    .map((read) => ({ read, ownerId: id }));
}

async function readContent(
  { options, limit }: LiveReading,
  { apiVersion }: Snapshot,
  { read, ownerId }: ContentRead,
  completedRead: CompletedRead | undefined,
): Promise<BulkFound> {
  const { client, organizationId, signal } = options;
  const context = { organizationId, apiVersion, scopeId: ownerId };
  const isCompleted = completedRead?.read === read && completedRead.ownerId === ownerId;
  const response = await unlessForbidden(options, async () =>
    isCompleted
      ? completedRead.result
      : await limit(() => readInBulk(client, read, context, ownerId, signal)),
  );
  return response === undefined ? forbiddenRead : { ...response, scopeId: ownerId };
}

function withRead(before: ContentsRead, owners: readonly TypesOfOwner[]): ContentsRead {
  const read = new Map(before);
  for (const { id, types } of owners) {
    const known = read.get(id);
    read.set(id, known === undefined ? types : new Set([...known, ...types]));
  }
  return read;
}

/** What the responses do not show. */
function gapsIn(
  { types }: LiveReading,
  before: Snapshot,
  contents: readonly ContentRead[],
  found: readonly BulkFound[],
): Pick<Snapshot, "forbiddenLists" | "incompleteLists" | "unreadable"> {
  const lists = contents.map(({ read: { finds, of = "" }, ownerId }) => ({
    types: finds,
    of: { type: of, id: ownerId },
  }));
  const fields = contents.map(({ read: { finds } }, at) => ({
    types: finds,
    ...present({ unreadable: found[at]?.unreadable }),
  }));
  return {
    ...forbiddenAmong(lists, found, before.forbiddenLists),
    ...incompleteAmong(
      contents.map(({ read }) => read),
      found,
      before.incompleteLists,
    ),
    ...unreadableAmong(types, fields, before.unreadable),
  };
}
