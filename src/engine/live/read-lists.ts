import { ApiError } from "../../contract/http/api-error.ts";
import { fail } from "../../model/codes/service-words.ts";
import { type ApiVersion, newestApiVersion } from "../../model/endpoint.ts";
import type { DocsformError } from "../../model/errors.ts";
import type { CallContext } from "../../model/resource-type/call-context.ts";
import { isOrganization } from "../../model/resource-type/layout-syntax.ts";
import type { BulkRead } from "../../model/resource-type/reads.ts";
import type { LiveObject, Snapshot } from "../../model/snapshot.ts";
import { present } from "../../util/present.ts";
import { statusOf } from "./ask-by-id.ts";
import { type BulkResult, readInBulk } from "./bulk-read.ts";
import { newestOf, possibleApiVersions } from "./detect-api-version.ts";
import { forbiddenAmong, forbiddenRead, unlessForbidden } from "./forbidden-reads.ts";
import { type BulkFound, collect, incompleteAmong } from "./found-objects.ts";
import { type LiveReading, readsOf } from "./live-reading.ts";
import { unreadableAmong } from "./unreadable.ts";
import { organizationName, visibleOrganizations } from "./visible-organizations.ts";

/** The contents of the organization's lists, and the API versions that they leave possible. */
export type Lists = Snapshot & { readonly possible: readonly ApiVersion[] };

/** Reads the lists of the organization that the caller needs. */
export async function readLists(reading: LiveReading): Promise<Lists> {
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
    reading.types,
    responses.map((response) => ({ found: response.found })),
    [],
  );
  const { announced } = client.stats;
  const shown = [announced && [announced], ...responses.map((response) => response.apiVersions)];
  const possible = possibleApiVersions(assumed, shown);
  return {
    organization: await organizationOf(reading, objects),
    apiVersion: newestOf(possible),
    possible,
    objects,
    contentsReadOf: new Map(),
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
    throw statusOf(error) === 404 ? await wrongOrganization(reading.options, error) : error;
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

function isWanted(reading: LiveReading, read: BulkRead): boolean {
  const { only } = reading.options;
  return only === undefined || read.finds.some((name) => only.has(name));
}

async function organizationOf(
  reading: LiveReading,
  objects: readonly LiveObject[],
): Promise<Snapshot["organization"]> {
  const { organizationId, types, only } = reading.options;
  const kinds = new Set(types.filter(isOrganization).map(({ name }) => name));
  const own = objects.find(({ id, type }) => id === organizationId && kinds.has(type));
  const isAsked = [...kinds].some((name) => only === undefined || only.has(name));
  if (own === undefined && isAsked) throw await wrongOrganization(reading.options);
  const title = own?.attributes["title"] ?? own?.computed?.["title"];
  return { id: organizationId, title: typeof title === "string" ? title : organizationId };
}

function noSuchList(cause: ApiError): DocsformError {
  return fail("live/no-such-list", { failure: cause.message }, { cause });
}

/** The error for an organization that the token does not see. People give a title, a URL or a wrong id, so it lists the right ones. */
async function wrongOrganization(
  { organizationId, types, client, signal }: LiveReading["options"],
  cause?: unknown,
): Promise<DocsformError> {
  const visible = await visibleOrganizations(types, client, signal).catch(() => undefined);
  const organizations = (visible ?? []).map(organizationName);
  const facts =
    organizations.length === 0
      ? ({ case: "none", organizationId } as const)
      : ({ case: "others", organizationId, organizations } as const);
  return fail("live/wrong-organization", facts, { cause });
}
