import {
  type ApiVersion,
  apiVersions,
  isServed,
  newestApiVersion,
  newestFirst,
} from "../../model/endpoint.ts";
import { type BulkRead, isMadeIn } from "../../model/resource-type/reads.ts";
import type { ResourceType } from "../../model/resource-type.ts";
import type { ObjectName } from "../../model/snapshot.ts";
import { present } from "../../util/present.ts";
import { statusOf } from "./ask-by-id.ts";
import { type BulkResult, readInBulk } from "./bulk-read.ts";
import type { ServiceClient } from "./service-client.ts";

/** A service of unknown API version. */
export interface PossibleApiVersions {
  readonly client: ServiceClient;
  readonly types: readonly ResourceType[];
  readonly organizationId: string;
  readonly signal?: AbortSignal;
}

/** A read that was made to detect the API version. A caller that needs the same read can use its result. */
export interface CompletedRead {
  readonly read: BulkRead;
  readonly ownerId: string;
  readonly result: BulkResult;
}

/** The API versions that remain possible: at least one, the newest first. */
export interface DetectedApiVersion {
  readonly possible: readonly ApiVersion[];
  readonly completedRead?: CompletedRead;
}

/**
 * The API versions that all responses allow. If they contradict each other, the first response decides. If the assumed version is among
 * them, it is the only one.
 */
export function possibleApiVersions(
  assumed: ApiVersion | undefined,
  shown: readonly (readonly ApiVersion[] | undefined)[],
): readonly ApiVersion[] {
  const [first, ...others] = shown.filter((each) => each !== undefined);
  const left = (first ?? apiVersions).filter((apiVersion) =>
    others.every((each) => each.includes(apiVersion)),
  );
  const possible = left.length === 0 ? (first ?? apiVersions) : left;
  return assumed !== undefined && possible.includes(assumed) ? [assumed] : newestFirst(possible);
}

/** The API version to use if several are possible. */
export function newestOf([newest = newestApiVersion]: readonly ApiVersion[]): ApiVersion {
  return newest;
}

/**
 * Sends a call that only some of these API versions have: a read of an existing object's contents, or else of the token's user. A result
 * leaves the versions that have the call, and an unserved call leaves the others. If neither shows, all stay possible.
 */
export async function detectApiVersion(
  unknown: PossibleApiVersions,
  possible: readonly ApiVersion[],
  owners: readonly ObjectName[],
): Promise<DetectedApiVersion> {
  if (possible.length < 2) return { possible };
  for (const owner of owners) {
    const read = distinguishingRead(unknown.types, possible, owner);
    if (read !== undefined) return await detectByContents(unknown, possible, read, owner.id);
  }
  return { possible: await detectByUser(unknown, possible) };
}

/** A read of an object's contents that some of the API versions have and others do not. */
function distinguishingRead(
  types: readonly ResourceType[],
  possible: readonly ApiVersion[],
  owner: ObjectName,
): BulkRead | undefined {
  const reads = types.flatMap((type) => type.reads).filter(({ of }) => of === owner.type);
  return reads.find(({ endpoint }) => {
    const having = possible.filter((apiVersion) => isServed(endpoint, apiVersion));
    return having.length > 0 && having.length < possible.length;
  });
}

async function detectByContents(
  { client, organizationId, signal }: PossibleApiVersions,
  possible: readonly ApiVersion[],
  read: BulkRead,
  ownerId: string,
): Promise<DetectedApiVersion> {
  const having = possible.filter((apiVersion) => isMadeIn(read, apiVersion));
  const [apiVersion = possible[0] as ApiVersion] = having;
  const context = { organizationId, apiVersion, scopeId: ownerId };
  try {
    const result = await readInBulk(client, read, context, ownerId, signal);
    return { possible: having, completedRead: { read, ownerId, result } };
  } catch (error) {
    const status = Number(statusOf(error));
    if (status === 403) return { possible };
    // The object exists, so the service does not have the operation.
    if (status !== 404 && status !== 501) throw error;
    return { possible: possible.filter((each) => !having.includes(each)) };
  }
}

async function detectByUser(
  { client, types, signal }: PossibleApiVersions,
  possible: readonly ApiVersion[],
): Promise<readonly ApiVersion[]> {
  const endpoint = types.find((type) => type.currentUser !== undefined)?.currentUser?.endpoint;
  const having = possible.filter((apiVersion) => endpoint !== undefined && isServed(endpoint, apiVersion));
  if (having.length === 0 || having.length === possible.length) return possible;
  try {
    await client.call(
      { endpoint: endpoint as NonNullable<typeof endpoint>, params: {} },
      present({ signal }),
    );
    return having;
  } catch (error) {
    const status = Number(statusOf(error));
    if (status === 501) return possible.filter((each) => !having.includes(each));
    // Some tokens belong to no user.
    if (status === 403 || status === 404) return possible;
    throw error;
  }
}
