import { setMaxListeners } from "node:events";
import pLimit from "p-limit";
import { ApiError } from "../http/api-error.ts";
import { type ApiVersion, isServed, newestApiVersion } from "../model/endpoint.ts";
import { DocsformError } from "../model/errors.ts";
import { keyOf } from "../model/object-key.ts";
import { present } from "../model/present.ts";
import type { CallContext } from "../model/resource-type/call-context.ts";
import { isOrganization } from "../model/resource-type/layout-syntax.ts";
import { type BulkRead, isMadeIn } from "../model/resource-type/reads.ts";
import type { ResourceType } from "../model/resource-type.ts";
import type {
  FoundObject,
  IncompleteList,
  ItemCounts,
  LiveObject,
  ObjectName,
  Snapshot,
  TransferredObject,
  UnknownObject,
  UnreadableField,
} from "../model/snapshot.ts";
import { indexTypes, type TypeIndex } from "../model/type-index.ts";
import { askById, type KnownObject, statusOf } from "./ask-by-id.ts";
import { type BulkResult, readInBulk } from "./bulk-read.ts";
import { readCurrentUser } from "./current-user.ts";
import { type CompletedRead, detectApiVersion, newestOf, possibleApiVersions } from "./detect-api-version.ts";
import { oneErrorOf } from "./failed-lists.ts";
import { forbiddenAmong, forbiddenIds, forbiddenRead, unlessForbidden } from "./forbidden-reads.ts";
import { detailRead, readDetail, withDetailAttributes } from "./read-details.ts";
import type { ServiceClient } from "./service-client.ts";
import { unreadableAmong } from "./unreadable.ts";

/** Reads beyond the organization's lists. */
export interface WantedContents {
  /** Objects whose contents to read. */
  readonly owners: readonly { readonly type: string; readonly id: string }[];
  /** Attributes that need a separate read. */
  readonly details: readonly { readonly type: string; readonly id: string; readonly attribute: string }[];
}

export interface ReadLiveOptions {
  readonly client: ServiceClient;
  readonly types: readonly ResourceType[];
  readonly organizationId: string;
  /** API version to assume: the configured, the remembered or the usual one. The version that responses show takes precedence. */
  readonly apiVersion?: ApiVersion;
  readonly contentsOf: (soFar: Snapshot) => WantedContents;
  /** Objects with known ids. The refresh reads one by one those that no list shows. */
  readonly known?: readonly KnownObject[];
  /** Types whose lists to read. Absent: all. If the organization is among them, it must exist. */
  readonly only?: ReadonlySet<string>;
  /** Whether to continue without lists that the token may not read. Absent: a refusal is an error. */
  readonly skipsForbidden?: boolean;
  /** Maximum number of reads at the same time. */
  readonly concurrency: number;
  readonly signal?: AbortSignal;
}

/** Reads the service: the organization's lists together, then the contents and details that the caller asks for. */
export async function readLive(options: ReadLiveOptions): Promise<Snapshot> {
  const stop = new AbortController();
  const signal = options.signal === undefined ? stop.signal : AbortSignal.any([options.signal, stop.signal]);
  setMaxListeners(0, signal);
  const reading = begin({ ...options, signal });
  try {
    return await readWhole(reading);
  } catch (error) {
    // The caller gets the first failure, so the other reads stop.
    stop.abort(error);
    throw await oneErrorOf(error, reading.lists);
  }
}

async function readWhole(reading: LiveReading): Promise<Snapshot> {
  const { possible, ...lists } = await readLists(reading);
  const listed = await withKnown(reading, lists);
  const wanted = reading.options.contentsOf(listed);
  const { world, completedRead } = await withApiVersion(reading, listed, possible, wanted);
  const needsNoMore = wanted.owners.length === 0 && wanted.details.length === 0;
  if (needsNoMore && typesThatNeedUser(reading, world, wanted).length === 0) return world;
  return await readContents(reading, world, wanted, completedRead);
}

/** Asks the service for its API version if its lists leave several possible. If no response shows it, the newest possible one counts. */
async function withApiVersion(
  { options: { client, types, organizationId, signal } }: LiveReading,
  listed: Snapshot,
  possible: readonly ApiVersion[],
  { owners }: WantedContents,
): Promise<{ readonly world: Snapshot; readonly completedRead: CompletedRead | undefined }> {
  const unknown = { client, types, organizationId, ...present({ signal }) };
  const detected = await detectApiVersion(unknown, possible, [...owners, ...listed.objects]);
  return {
    world: { ...listed, apiVersion: newestOf(detected.possible) },
    completedRead: detected.completedRead,
  };
}

/** Types for which the refresh must know the token's own user: types of people, and types with wanted details. */
function typesThatNeedUser(
  { types }: LiveReading,
  { objects }: Snapshot,
  wanted: WantedContents,
): readonly ResourceType[] {
  const detailed = new Set(wanted.details.map(({ type }) => type));
  const found = new Set(objects.map(({ type }) => type));
  return types.all.filter(
    ({ name, arePeople }) => detailed.has(name) || (arePeople === true && found.has(name)),
  );
}

interface LiveReading {
  readonly options: ReadLiveOptions;
  readonly limit: <T>(task: () => Promise<T>) => Promise<T>;
  readonly types: TypeIndex;
  /** The reads of the organization's paged lists that have started. */
  readonly lists: Promise<unknown>[];
}

function begin(options: ReadLiveOptions): LiveReading {
  const limit = pLimit(Math.max(1, options.concurrency));
  return { options, limit, types: indexTypes(options.types), lists: [] };
}

/** The contents of the organization's lists, and the API versions that they leave possible. */
type Lists = Snapshot & { readonly possible: readonly ApiVersion[] };

async function readLists(reading: LiveReading): Promise<Lists> {
  const { client, organizationId, apiVersion: assumed } = reading.options;
  const context = { organizationId, apiVersion: assumed ?? newestApiVersion };
  const reads = readsOf(reading, undefined).filter((read) => isWanted(reading, read));
  const ofOrganization = new Map(
    reads
      .filter(({ finds }) => finds.some((name) => isOrganization(reading.types.get(name))))
      .map((read) => [read, readOrganization(reading, read, context)]),
  );
  const organizationRead = () => Promise.all(ofOrganization.values());
  const responses = await Promise.all(
    reads.map((read) => ofOrganization.get(read) ?? readListOrSkip(reading, read, context, organizationRead)),
  );
  const objects = collect(
    reading,
    responses.map((response) => ({ found: response.found })),
    [],
  );
  const { announced } = client.stats;
  const shown = [announced && [announced], ...responses.map((response) => response.apiVersions)];
  const possible = possibleApiVersions(assumed, shown);
  return {
    organization: organizationOf(reading, objects),
    apiVersion: newestOf(possible),
    possible,
    objects,
    contentsReadOf: new Set(),
    ...incompleteAmong(reads, responses),
    ...unreadableAmong(
      reading.types,
      reads.map(({ finds }, at) => ({ types: finds, ...present({ unreadable: responses[at]?.unreadable }) })),
    ),
    ...forbiddenAmong(
      reads.map(({ finds }) => ({ types: finds })),
      responses,
    ),
  };
}

/** Reads the organization itself. A 404 means that the token has no access to it. */
async function readOrganization(
  reading: LiveReading,
  read: BulkRead,
  context: CallContext,
): Promise<BulkFound & Partial<BulkResult>> {
  try {
    return await readList(reading, read, context);
  } catch (error) {
    throw statusOf(error) === 404 ? wrongOrganization(reading.options.organizationId, error) : error;
  }
}

/** Reads a list. A 404 of a list may come from a wrong organization, so the organization's own read decides which error it is. */
async function readListOrSkip(
  reading: LiveReading,
  read: BulkRead,
  context: CallContext,
  organizationRead: () => Promise<unknown>,
): Promise<BulkFound & Partial<BulkResult>> {
  try {
    return (await unlessForbidden(reading.options, () => readList(reading, read, context))) ?? forbiddenRead;
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
    await organizationRead();
    throw noSuchList(error);
  }
}

async function readList(reading: LiveReading, read: BulkRead, context: CallContext): Promise<BulkResult> {
  const { client, organizationId, signal } = reading.options;
  const list = reading.limit(() => readInBulk(client, read, context, organizationId, signal));
  if (read.endpoint.paged === true) reading.lists.push(list);
  return await list;
}

/** Adds objects with known ids that no list shows. A missing object counts as gone only if the service reports that for its id. */
async function withKnown(reading: LiveReading, listed: Snapshot): Promise<Snapshot> {
  const { client, organizationId, known = [], signal } = reading.options;
  const context = { organizationId, apiVersion: listed.apiVersion };
  const listedKeys = new Set(listed.objects.map(keyOf));
  const unreadable: { readonly types: readonly string[]; readonly unreadable: readonly UnreadableField[] }[] =
    [];
  const pending = known.flatMap((object) => {
    const readById = reading.types.find(object.type)?.readById;
    if (readById === undefined || listedKeys.has(keyOf(object))) return [];
    const note = (field: UnreadableField) => unreadable.push({ types: [object.type], unreadable: [field] });
    return reading.limit(() => askById(client, readById, context, object, signal, note));
  });
  const found = (await Promise.all(pending)).filter((object) => object !== undefined);
  if (found.length === 0) return listed;
  const trashed = found.filter(({ deleted }) => deleted === true);
  const transferredObjects = transferredAmong(found, organizationId);
  const omitted = found.filter((object) => !trashed.includes(object) && !isIn(transferredObjects, object));
  return {
    ...listed,
    objects: collect(reading, [{ found: omitted }], listed.objects),
    ...present({ omittedObjects: namesOf(omitted), trashed: namesOf(trashed) }),
    ...(transferredObjects.length > 0 && { transferredObjects }),
    ...unreadableAmong(reading.types, unreadable, listed.unreadable),
  };
}

/** Objects that now belong to another organization. A token with access to several organizations can still read them by id. */
function transferredAmong(found: readonly FoundObject[], here: string): readonly TransferredObject[] {
  return found.flatMap(({ type, id, organizationId, deleted }) =>
    organizationId === undefined || organizationId === here || deleted === true
      ? []
      : [{ type, id, organizationId }],
  );
}

function isIn(names: readonly ObjectName[], object: ObjectName): boolean {
  return names.some((name) => keyOf(name) === keyOf(object));
}

function namesOf(objects: readonly FoundObject[]): readonly ObjectName[] | undefined {
  return objects.length === 0 ? undefined : objects.map(({ type, id }) => ({ type, id }));
}

async function readContents(
  reading: LiveReading,
  before: Snapshot,
  wanted: WantedContents,
  completedRead: CompletedRead | undefined,
): Promise<Snapshot> {
  const { options } = reading;
  const { organizationId } = options;
  const context = { organizationId, apiVersion: before.apiVersion };
  const scopes = new Map(before.objects.map((object) => [keyOf(object), object]));
  const contents = wanted.owners.flatMap((owner) =>
    readsOf(reading, owner.type)
      .filter((read) => isMadeIn(read, before.apiVersion))
      .map((read) => ({ read, ownerId: owner.id })),
  );
  const contentReads = contents.map(
    async ({ read, ownerId }) =>
      (await unlessForbidden(
        reading.options,
        async (): Promise<BulkFound> =>
          completedRead?.read === read && completedRead.ownerId === ownerId
            ? { ...completedRead.result, scopeId: ownerId }
            : readContent(reading, read, { ...context, scopeId: ownerId }, ownerId),
      )) ?? forbiddenRead,
  );
  const served = wanted.details.filter((detail) =>
    isServed(detailRead(reading.types, detail).endpoint, before.apiVersion),
  );
  const details = served.map((detail) =>
    unlessForbidden(reading.options, () =>
      readDetail(
        { ...reading, ...reading.options, types: reading.types },
        contextOf(context, scopes.get(keyOf(detail))),
        detail,
      ),
    ),
  );
  const concerned = typesThatNeedUser(reading, before, { ...wanted, details: served });
  const user = unlessForbidden(reading.options, () =>
    reading.limit(() => readCurrentUser(options.client, concerned, before.apiVersion, options.signal)),
  );
  const [responses, read, currentUser] = await Promise.all([
    Promise.all(contentReads),
    Promise.all(details),
    user,
  ]);
  const refusedOwners = forbiddenIds(contents, responses);
  // If one list of an object's contents is forbidden, all its contents count as unread. Otherwise the missing ones would look deleted.
  const found = responses.map((response, at) =>
    refusedOwners.has(contents[at]?.ownerId ?? "") ? forbiddenRead : response,
  );
  const unknownObjects = found.flatMap((response) => response.unknownObjects ?? []);
  return {
    ...before,
    objects: withDetailAttributes(
      collect(reading, found, before.objects),
      read.filter((detail) => detail !== undefined),
    ),
    ...(unknownObjects.length > 0 && { unknownObjects }),
    contentsReadOf: new Set(wanted.owners.map((owner) => owner.id).filter((id) => !refusedOwners.has(id))),
    ...forbiddenAmong(
      contents.map(({ read: { finds, of = "" }, ownerId }) => ({
        types: finds,
        of: { type: of, id: ownerId },
      })),
      found,
      before.forbiddenLists,
    ),
    ...incompleteAmong(
      contents.map(({ read }) => read),
      found,
      before.incompleteLists,
    ),
    ...unreadableAmong(
      reading.types,
      contents.map(({ read: { finds } }, at) => ({
        types: finds,
        ...present({ unreadable: found[at]?.unreadable }),
      })),
      before.unreadable,
    ),
    ...present({ currentUser }),
  };
}

function incompleteAmong(
  reads: readonly BulkRead[],
  responses: readonly Pick<BulkResult, "missing">[],
  before: readonly IncompleteList[] = [],
): Pick<Snapshot, "incompleteLists"> {
  const found = responses.flatMap(({ missing }, at) =>
    missing === undefined ? [] : [{ types: reads[at]?.finds ?? [], ...missing }],
  );
  const incompleteLists = [...before, ...found];
  return incompleteLists.length === 0 ? {} : { incompleteLists };
}

async function readContent(
  reading: LiveReading,
  read: BulkRead,
  context: CallContext,
  ownerId: string,
): Promise<BulkFound> {
  const { client, signal } = reading.options;
  const response = await reading.limit(() => readInBulk(client, read, context, ownerId, signal));
  return { ...response, scopeId: ownerId };
}

interface BulkFound {
  readonly found: readonly FoundObject[];
  readonly scopeId?: string;
  readonly missing?: ItemCounts;
  readonly unknownObjects?: readonly UnknownObject[];
  readonly unreadable?: readonly UnreadableField[];
  /** The token may not read the list. */
  readonly isForbidden?: true;
}

/** Adds the found objects to the known ones, each object once. */
function collect(
  reading: LiveReading,
  responses: readonly BulkFound[],
  known: readonly LiveObject[],
): readonly LiveObject[] {
  const objects = [...known];
  const collected = new Set(known.map((object) => keyOf(object)));
  for (const { found, scopeId } of responses) {
    for (const object of found) {
      const key = keyOf(object);
      if (collected.has(key)) continue;
      collected.add(key);
      objects.push(liveObject(reading.types.find(object.type), object, objects.length, scopeId));
    }
  }
  return objects;
}

function liveObject(
  type: ResourceType | undefined,
  found: FoundObject,
  rank: number,
  scopeId: string | undefined,
): LiveObject {
  return {
    type: found.type,
    id: found.id,
    ...present({ scopeId }),
    container: found.container,
    attributes: found.attributes,
    isDefault: found.isDefault === true,
    rank,
    ...present({
      externalOwner: found.externalOwner,
      computed: found.computed,
      inherited: found.inherited,
    }),
    ...(type?.details === undefined
      ? {}
      : { unreadAttributes: type.details.map((detail) => detail.attribute) }),
  };
}

function readsOf(reading: LiveReading, owner: string | undefined): readonly BulkRead[] {
  return reading.options.types.flatMap((type) => type.reads).filter((read) => read.of === owner);
}

function isWanted(reading: LiveReading, read: BulkRead): boolean {
  const { only } = reading.options;
  return only === undefined || read.finds.some((name) => only.has(name));
}

function contextOf(context: CallContext, object: LiveObject | undefined): CallContext {
  return object?.scopeId === undefined ? context : { ...context, scopeId: object.scopeId };
}

function organizationOf(reading: LiveReading, objects: readonly LiveObject[]): Snapshot["organization"] {
  const { organizationId, types, only } = reading.options;
  const kinds = new Set(types.filter(isOrganization).map(({ name }) => name));
  const own = objects.find(({ id, type }) => id === organizationId && kinds.has(type));
  const isAsked = [...kinds].some((name) => only === undefined || only.has(name));
  if (own === undefined && isAsked) throw wrongOrganization(organizationId);
  const title = own?.attributes["title"] ?? own?.computed?.["title"];
  return { id: organizationId, title: typeof title === "string" ? title : organizationId };
}

function noSuchList(cause: ApiError): DocsformError {
  return new DocsformError("live/no-such-list", cause.message, {
    remedy:
      "The service does not have that list, or a proxy blocks it. Check the base URL, and remove from the layout what needs the list.",
    cause,
  });
}

function wrongOrganization(organizationId: string, cause?: unknown): DocsformError {
  return new DocsformError(
    "live/wrong-organization",
    `The token has no access to the organization ${organizationId}.`,
    { remedy: "Use a token of that organization, or correct the organization's id.", cause },
  );
}
