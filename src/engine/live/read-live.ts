import { setMaxListeners } from "node:events";
import { type ApiVersion, isServed } from "../../model/endpoint.ts";
import { keyOf } from "../../model/object-key.ts";
import type { CallContext } from "../../model/resource-type/call-context.ts";
import type { ResourceType } from "../../model/resource-type.ts";
import type { LiveObject, Snapshot } from "../../model/snapshot.ts";
import { present } from "../../util/present.ts";
import { type CompletedRead, detectApiVersion, newestOf } from "./detect-api-version.ts";
import { oneErrorOf } from "./failed-lists.ts";
import { unlessForbidden } from "./forbidden-reads.ts";
import { begin, type LiveReading, type ReadLiveOptions, type WantedContents } from "./live-reading.ts";
import { readContents } from "./read-contents.ts";
import { readCurrentUser } from "./read-current-user.ts";
import { detailRead, type ReadDetail, readDetail, withDetailAttributes } from "./read-details.ts";
import { withKnown } from "./read-known.ts";
import { readLists } from "./read-lists.ts";

export type { ReadLiveOptions, WantedContents } from "./live-reading.ts";

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
  let soFar = await readWanted(reading, world, wanted, completedRead);
  for (let next = wanted.further?.(soFar); next !== undefined; next = next.further?.(soFar))
    soFar = await readContents(reading, soFar, next.owners, completedRead);
  return soFar;
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

/** Reads the wanted contents, details and the token's own user together. */
async function readWanted(
  reading: LiveReading,
  before: Snapshot,
  wanted: WantedContents,
  completedRead: CompletedRead | undefined,
): Promise<Snapshot> {
  const { client, signal } = reading.options;
  const served = wanted.details.filter((detail) =>
    isServed(detailRead(reading.types, detail).endpoint, before.apiVersion),
  );
  const concerned = typesThatNeedUser(reading, before, served);
  const [world, details, currentUser] = await Promise.all([
    readContents(reading, before, wanted.owners, completedRead),
    readDetails(reading, before, served),
    unlessForbidden(reading.options, () =>
      reading.limit(() => readCurrentUser(client, concerned, before.apiVersion, signal)),
    ),
  ]);
  return { ...world, objects: withDetailAttributes(world.objects, details), ...present({ currentUser }) };
}

async function readDetails(
  reading: LiveReading,
  { apiVersion, objects }: Snapshot,
  details: WantedContents["details"],
): Promise<readonly ReadDetail[]> {
  if (details.length === 0) return [];
  const { options, limit, types } = reading;
  const context = { organizationId: options.organizationId, apiVersion };
  const byKey = new Map(objects.map((object) => [keyOf(object), object]));
  const read = await Promise.all(
    details.map((detail) =>
      unlessForbidden(options, () =>
        readDetail({ ...options, limit, types }, contextOf(context, byKey.get(keyOf(detail))), detail),
      ),
    ),
  );
  return read.filter((detail) => detail !== undefined);
}

function contextOf(context: CallContext, object: LiveObject | undefined): CallContext {
  return object?.scopeId === undefined ? context : { ...context, scopeId: object.scopeId };
}

/** Types for which the refresh must know the token's own user: types of people, and types with wanted details. */
function typesThatNeedUser(
  { types }: LiveReading,
  { objects }: Snapshot,
  details: WantedContents["details"],
): readonly ResourceType[] {
  const detailed = new Set(details.map(({ type }) => type));
  const found = new Set(objects.map(({ type }) => type));
  return types.all.filter(
    ({ name, arePeople }) => detailed.has(name) || (arePeople === true && found.has(name)),
  );
}
