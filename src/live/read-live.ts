import { setMaxListeners } from "node:events";
import pLimit from "p-limit";
import { ApiError } from "../http/api-error.ts";
import { type ApiVersion, isServed, newestApiVersion } from "../model/endpoint.ts";
import { DocsformError } from "../model/errors.ts";
import type {
  Elsewhere,
  FoundObject,
  IncompleteList,
  LiveObject,
  LiveWorld,
  Missing,
  ObjectName,
  UnreadableField,
  Unseen,
} from "../model/live-world.ts";
import { keyOf } from "../model/object-key.ts";
import { present } from "../model/present.ts";
import {
  type BulkRead,
  type CallContext,
  isMadeIn,
  isOrganization,
  type ResourceType,
} from "../model/resource-type.ts";
import { indexTypes, type TypeIndex } from "../model/type-index.ts";
import { askById, type KnownObject, statusOf } from "./ask-by-id.ts";
import { type BulkAnswer, readInBulk } from "./bulk-read.ts";
import { readCurrentUser } from "./current-user.ts";
import { oneErrorOf } from "./failed-lists.ts";
import { detailOf, readDetail, withDetails } from "./read-details.ts";
import { refusedAmong, refusedIds, refusedRead, unlessRefused } from "./refused-reads.ts";
import { type AnsweredRead, newestOf, possibleApiVersions, seeApiVersion } from "./see-api-version.ts";
import type { ServiceClient } from "./service-client.ts";
import { unreadableAmong } from "./unreadable.ts";

/** What is to be read beyond the organization's lists. */
export interface WantedContents {
  /** Objects whose contents are to be read. */
  readonly owners: readonly { readonly type: string; readonly id: string }[];
  /** Attributes that need a read of their own. */
  readonly details: readonly { readonly type: string; readonly id: string; readonly attribute: string }[];
}

export interface ReadLiveOptions {
  readonly client: ServiceClient;
  readonly types: readonly ResourceType[];
  readonly organizationId: string;
  /** As it is said, remembered or usual; what the answers show wins. */
  readonly apiVersion?: ApiVersion;
  readonly contentsOf: (soFar: LiveWorld) => WantedContents;
  /** Objects that somebody knows by their ids: those that no list shows are asked for one by one. */
  readonly known?: readonly KnownObject[];
  /** Types whose lists are wanted. Absent: all. Where the organization is among them, it must be there. */
  readonly only?: ReadonlySet<string>;
  /** Whether to go on without what the token may not read. Absent: a refusal is an error. */
  readonly skipsRefused?: boolean;
  /** Reads at the same time. */
  readonly concurrency: number;
  readonly signal?: AbortSignal;
}

/** Reads the service: the organization's lists together, then the contents and details that the caller asks for. */
export async function readLive(options: ReadLiveOptions): Promise<LiveWorld> {
  const stop = new AbortController();
  const signal = options.signal === undefined ? stop.signal : AbortSignal.any([options.signal, stop.signal]);
  setMaxListeners(0, signal);
  const reading = begin({ ...options, signal });
  try {
    return await readWhole(reading);
  } catch (error) {
    // The first failure is the answer: the other reads need not try on.
    stop.abort(error);
    throw await oneErrorOf(error, reading.lists);
  }
}

async function readWhole(reading: Reading): Promise<LiveWorld> {
  const { possible, ...lists } = await readLists(reading);
  const listed = await withKnown(reading, lists);
  const wanted = reading.options.contentsOf(listed);
  const { world, answered } = await withApiVersion(reading, listed, possible, wanted);
  const needsNoMore = wanted.owners.length === 0 && wanted.details.length === 0;
  if (needsNoMore && asking(reading, world, wanted).length === 0) return world;
  return await readContents(reading, world, wanted, answered);
}

/** Asks the service which API version it is, where its lists leave that open; where no answer shows it, it is the newest left. */
async function withApiVersion(
  { options: { client, types, organizationId, signal } }: Reading,
  listed: LiveWorld,
  possible: readonly ApiVersion[],
  { owners }: WantedContents,
): Promise<{ readonly world: LiveWorld; readonly answered: AnsweredRead | undefined }> {
  const unknown = { client, types, organizationId, ...present({ signal }) };
  const seen = await seeApiVersion(unknown, possible, [...owners, ...listed.objects]);
  return { world: { ...listed, apiVersion: newestOf(seen.possible) }, answered: seen.answered };
}

/** Types of which something is known that must not be done to whom the token acts for. */
function asking({ types }: Reading, { objects }: LiveWorld, wanted: WantedContents): readonly ResourceType[] {
  const detailed = new Set(wanted.details.map(({ type }) => type));
  const found = new Set(objects.map(({ type }) => type));
  return types.all.filter(
    ({ name, arePeople }) => detailed.has(name) || (arePeople === true && found.has(name)),
  );
}

interface Reading {
  readonly options: ReadLiveOptions;
  readonly limit: <T>(task: () => Promise<T>) => Promise<T>;
  readonly types: TypeIndex;
  /** The organization's lists that are being read. */
  readonly lists: Promise<unknown>[];
}

function begin(options: ReadLiveOptions): Reading {
  const limit = pLimit(Math.max(1, options.concurrency));
  return { options, limit, types: indexTypes(options.types), lists: [] };
}

/** What the organization's lists hold, and the API versions that they leave. */
type Lists = LiveWorld & { readonly possible: readonly ApiVersion[] };

async function readLists(reading: Reading): Promise<Lists> {
  const { client, organizationId, apiVersion: assumed } = reading.options;
  const context = { organizationId, apiVersion: assumed ?? newestApiVersion };
  const reads = readsOf(reading, undefined).filter((read) => isWanted(reading, read));
  const ofOrganization = new Map(
    reads
      .filter(({ finds }) => finds.some((name) => isOrganization(reading.types.get(name))))
      .map((read) => [read, readOrganization(reading, read, context)]),
  );
  const organizationRead = () => Promise.all(ofOrganization.values());
  const answers = await Promise.all(
    reads.map((read) => ofOrganization.get(read) ?? readListOrSkip(reading, read, context, organizationRead)),
  );
  const objects = collect(
    reading,
    answers.map((answer) => ({ found: answer.found })),
    [],
  );
  const { announced } = client.stats;
  const shown = [announced && [announced], ...answers.map((answer) => answer.apiVersions)];
  const possible = possibleApiVersions(assumed, shown);
  return {
    organization: organizationOf(reading, objects),
    apiVersion: newestOf(possible),
    possible,
    objects,
    contentsReadOf: new Set(),
    ...incompleteAmong(reads, answers),
    ...unreadableAmong(
      reading.types,
      reads.map(({ finds }, at) => ({ types: finds, ...present({ unreadable: answers[at]?.unreadable }) })),
    ),
    ...refusedAmong(
      reads.map(({ finds }) => ({ types: finds })),
      answers,
    ),
  };
}

/** Without the organization itself nobody can say anything. */
async function readOrganization(
  reading: Reading,
  read: BulkRead,
  context: CallContext,
): Promise<Found & Partial<BulkAnswer>> {
  try {
    return await readList(reading, read, context);
  } catch (error) {
    throw statusOf(error) === 404 ? wrongOrganization(reading.options.organizationId, error) : error;
  }
}

/** A list of the organization that is not there says nothing of the organization, which is read too. */
async function readListOrSkip(
  reading: Reading,
  read: BulkRead,
  context: CallContext,
  organizationRead: () => Promise<unknown>,
): Promise<Found & Partial<BulkAnswer>> {
  try {
    return (await unlessRefused(reading.options, () => readList(reading, read, context))) ?? refusedRead;
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
    await organizationRead();
    throw noSuchList(error);
  }
}

async function readList(reading: Reading, read: BulkRead, context: CallContext): Promise<BulkAnswer> {
  const { client, organizationId, signal } = reading.options;
  const list = reading.limit(() => readInBulk(client, read, context, organizationId, signal));
  if (read.endpoint.paged === true) reading.lists.push(list);
  return await list;
}

/** Nothing is gone because a list does not show it, where it can be asked for. */
async function withKnown(reading: Reading, listed: LiveWorld): Promise<LiveWorld> {
  const { client, organizationId, known = [], signal } = reading.options;
  const context = { organizationId, apiVersion: listed.apiVersion };
  const seen = new Set(listed.objects.map(keyOf));
  const unreadable: { readonly types: readonly string[]; readonly unreadable: readonly UnreadableField[] }[] =
    [];
  const asked = known.flatMap((object) => {
    const readById = reading.types.find(object.type)?.readById;
    if (readById === undefined || seen.has(keyOf(object))) return [];
    const note = (field: UnreadableField) => unreadable.push({ types: [object.type], unreadable: [field] });
    return reading.limit(() => askById(client, readById, context, object, signal, note));
  });
  const found = (await Promise.all(asked)).filter((object) => object !== undefined);
  if (found.length === 0) return listed;
  const trashed = found.filter(({ deleted }) => deleted === true);
  const elsewhere = elsewhereAmong(found, organizationId);
  const unlisted = found.filter((object) => !trashed.includes(object) && !isIn(elsewhere, object));
  return {
    ...listed,
    objects: collect(reading, [{ found: unlisted }], listed.objects),
    ...present({ unlisted: namesOf(unlisted), trashed: namesOf(trashed) }),
    ...(elsewhere.length > 0 && { elsewhere }),
    ...unreadableAmong(reading.types, unreadable, listed.unreadable),
  };
}

/** A token that sees several organizations is shown by its id what is no longer in this one. */
function elsewhereAmong(found: readonly FoundObject[], here: string): readonly Elsewhere[] {
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
  reading: Reading,
  before: LiveWorld,
  wanted: WantedContents,
  answered: AnsweredRead | undefined,
): Promise<LiveWorld> {
  const { options } = reading;
  const { organizationId } = options;
  const context = { organizationId, apiVersion: before.apiVersion };
  const scopes = new Map(before.objects.map((object) => [keyOf(object), object]));
  const contents = wanted.owners.flatMap((owner) =>
    readsOf(reading, owner.type)
      .filter((read) => isMadeIn(read, before.apiVersion))
      .map((read) => ({ read, ownerId: owner.id })),
  );
  const answers = contents.map(
    async ({ read, ownerId }) =>
      (await unlessRefused(
        reading.options,
        async (): Promise<Found> =>
          answered?.read === read && answered.ownerId === ownerId
            ? { ...answered.answer, scopeId: ownerId }
            : readContent(reading, read, { ...context, scopeId: ownerId }, ownerId),
      )) ?? refusedRead,
  );
  const served = wanted.details.filter((detail) =>
    isServed(detailOf(reading.types, detail).endpoint, before.apiVersion),
  );
  const details = served.map((detail) =>
    unlessRefused(reading.options, () =>
      readDetail(
        { ...reading, ...reading.options, types: reading.types },
        contextOf(context, scopes.get(keyOf(detail))),
        detail,
      ),
    ),
  );
  const concerned = asking(reading, before, { ...wanted, details: served });
  const user = unlessRefused(reading.options, () =>
    reading.limit(() => readCurrentUser(options.client, concerned, before.apiVersion, options.signal)),
  );
  const [given, read, whoAmI] = await Promise.all([Promise.all(answers), Promise.all(details), user]);
  const isRefused = refusedIds(contents, given);
  // A part of the contents would look like the whole of them, and the rest as if it were to go.
  const found = given.map((answer, at) =>
    isRefused.has(contents[at]?.ownerId ?? "") ? refusedRead : answer,
  );
  const unseen = found.flatMap((answer) => answer.unseen ?? []);
  return {
    ...before,
    objects: withDetails(
      collect(reading, found, before.objects),
      read.filter((detail) => detail !== undefined),
    ),
    ...(unseen.length > 0 && { unseen }),
    contentsReadOf: new Set(wanted.owners.map((owner) => owner.id).filter((id) => !isRefused.has(id))),
    ...refusedAmong(
      contents.map(({ read: { finds, of = "" }, ownerId }) => ({
        types: finds,
        of: { type: of, id: ownerId },
      })),
      found,
      before.refused,
    ),
    ...incompleteAmong(
      contents.map(({ read }) => read),
      found,
      before.incomplete,
    ),
    ...unreadableAmong(
      reading.types,
      contents.map(({ read: { finds } }, at) => ({
        types: finds,
        ...present({ unreadable: found[at]?.unreadable }),
      })),
      before.unreadable,
    ),
    ...present({ currentUser: whoAmI }),
  };
}

function incompleteAmong(
  reads: readonly BulkRead[],
  answers: readonly Pick<BulkAnswer, "missing">[],
  before: readonly IncompleteList[] = [],
): Pick<LiveWorld, "incomplete"> {
  const found = answers.flatMap(({ missing }, at) =>
    missing === undefined ? [] : [{ types: reads[at]?.finds ?? [], ...missing }],
  );
  const incomplete = [...before, ...found];
  return incomplete.length === 0 ? {} : { incomplete };
}

async function readContent(
  reading: Reading,
  read: BulkRead,
  context: CallContext,
  ownerId: string,
): Promise<Found> {
  const { client, signal } = reading.options;
  const answer = await reading.limit(() => readInBulk(client, read, context, ownerId, signal));
  return { ...answer, scopeId: ownerId };
}

interface Found {
  readonly found: readonly FoundObject[];
  readonly scopeId?: string;
  readonly missing?: Missing;
  readonly unseen?: readonly Unseen[];
  readonly unreadable?: readonly UnreadableField[];
  /** The token may not read it. */
  readonly isRefused?: true;
}

/** Adds what was found to what was known, each object once. */
function collect(
  reading: Reading,
  answers: readonly Found[],
  known: readonly LiveObject[],
): readonly LiveObject[] {
  const objects = [...known];
  const seen = new Set(known.map((object) => keyOf(object)));
  for (const { found, scopeId } of answers) {
    for (const object of found) {
      const key = keyOf(object);
      if (seen.has(key)) continue;
      seen.add(key);
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
      ownedElsewhere: found.ownedElsewhere,
      computed: found.computed,
      inherited: found.inherited,
    }),
    ...(type?.details === undefined ? {} : { unread: type.details.map((detail) => detail.attribute) }),
  };
}

function readsOf(reading: Reading, owner: string | undefined): readonly BulkRead[] {
  return reading.options.types.flatMap((type) => type.reads).filter((read) => read.of === owner);
}

function isWanted(reading: Reading, read: BulkRead): boolean {
  const { only } = reading.options;
  return only === undefined || read.finds.some((name) => only.has(name));
}

function contextOf(context: CallContext, object: LiveObject | undefined): CallContext {
  return object?.scopeId === undefined ? context : { ...context, scopeId: object.scopeId };
}

function organizationOf(reading: Reading, objects: readonly LiveObject[]): LiveWorld["organization"] {
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
    `The token does not see the organization ${organizationId}.`,
    { remedy: "Use a token of that organization, or correct the organization's id.", cause },
  );
}
