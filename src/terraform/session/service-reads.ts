import type { Client } from "../../contract/http/http-client.ts";
import type { BulkResult } from "../../engine/live/bulk-read.ts";
import { detectApiVersion } from "../../engine/live/detect-api-version.ts";
import { readCurrentUser } from "../../engine/live/read-current-user.ts";
import { createSharedReads } from "../../engine/live/shared-reads.ts";
import type { ApiVersion } from "../../model/endpoint.ts";
import type { CallContext } from "../../model/resource-type/call-context.ts";
import type { BulkRead } from "../../model/resource-type/reads.ts";
import type { ResourceType } from "../../model/resource-type.ts";
import type { Snapshot } from "../../model/snapshot.ts";
import type { TypeIndex } from "../../model/type-index.ts";
import type { Clock } from "../../util/clock.ts";
import { once } from "../../util/once.ts";
import { present } from "../../util/present.ts";
import type { CallScope } from "../plugin/provider-server.ts";
import { type ApiVersionCandidates, createApiVersionCandidates } from "./api-version-candidates.ts";
import { findOrganization } from "./known-organization.ts";
import { untilAborted } from "./until-aborted.ts";

/** What a session reads of the service. All calls of a process share these reads. */
export interface ServiceReads {
  organizationId(): Promise<string>;
  /** The service's API version, settled on first use. Throws if the service's responses contradict it. */
  apiVersion(): Promise<ApiVersion>;
  /** The settled API version, without a request. undefined: it is not settled yet. */
  knownApiVersion(): ApiVersion | undefined;
  currentUser(): Promise<Snapshot["currentUser"]>;
  /** The bulk read that finds objects of the type. The signal ends the wait, not the read. */
  bulk(type: ResourceType, scopeId: string | undefined, scope: CallScope): Promise<BulkResult>;
  /** The first result of that read: the objects before this process wrote anything. */
  atStart(type: ResourceType, scopeId: string | undefined, signal: AbortSignal): Promise<BulkResult>;
  /** Drops the reads of this type, because its objects or their contents were written or will be. */
  invalidateReads(type: ResourceType): void;
  /** Drops the reads that find objects of this type. */
  readAgain(type: ResourceType): void;
}

interface ReadSettings {
  readonly index: TypeIndex;
  readonly client: Client;
  readonly clock: Clock;
  /** undefined: the only organization of the token. */
  readonly organization: string | undefined;
}

/** Sends no request until a caller needs the service. */
export function createServiceReads(settings: ReadSettings): ServiceReads {
  const { index, client } = settings;
  const candidates = createApiVersionCandidates(client);
  const organizationId = once(async () => {
    const id = settings.organization ?? (await findOrganization(index, client));
    candidates.note(undefined);
    return id;
  });
  const lists = new SharedLists(settings, candidates, organizationId, () => apiVersion());
  const settle = once(() => revealApiVersion(settings, candidates, lists, organizationId));
  const apiVersion = async (): Promise<ApiVersion> => {
    candidates.note(undefined);
    if (candidates.possible().length > 1) await settle();
    return candidates.settle();
  };
  return {
    organizationId,
    apiVersion,
    knownApiVersion: () => candidates.only(),
    currentUser: once(async () => readCurrentUser(client, index.all, await apiVersion())),
    bulk: async (type, scopeId, scope) =>
      lists.finished(type, scopeId) ?? (await untilAborted(scope.signal, lists.read(type, scopeId))),
    atStart: (type, scopeId, signal) => untilAborted(signal, lists.first(type, scopeId)),
    invalidateReads: (type) => lists.invalidate(affectedBy(index, type)),
    readAgain: (type) => lists.invalidate([type.name]),
  };
}

/** Makes the request that reveals the API version. */
async function revealApiVersion(
  { index, client }: ReadSettings,
  candidates: ApiVersionCandidates,
  lists: SharedLists,
  organizationId: () => Promise<string>,
): Promise<void> {
  const distinguishing = index.all.find((type) =>
    type.reads.some((read) => read.revealsApiVersion !== undefined && read.of === undefined),
  );
  const found = distinguishing === undefined ? [] : (await lists.read(distinguishing, undefined)).found;
  const service = { client, types: index.all, organizationId: await organizationId() };
  candidates.note((await detectApiVersion(service, candidates.possible(), found)).possible);
}

/** The types whose lists a write to an object of the type may change. */
function affectedBy(index: TypeIndex, type: ResourceType): readonly string[] {
  return [
    type.name,
    ...(type.firstChild === undefined ? [] : [type.firstChild.type]),
    ...index.contentTypes(type.name).map((each) => each.name),
    // Types of one scope share a list, or have lists that change together.
    ...index.all.filter(({ scope }) => scope !== undefined && scope === type.scope).map(({ name }) => name),
  ];
}

/** Lists of the service, read once for all callers until they are invalidated. */
class SharedLists {
  readonly #index: TypeIndex;
  readonly #shared: ReturnType<typeof createSharedReads>;
  readonly #candidates: ApiVersionCandidates;
  readonly #organizationId: () => Promise<string>;
  readonly #settleApiVersion: () => Promise<ApiVersion>;
  readonly #starts = new Map<string, Promise<BulkResult>>();
  #knownOrganizationId: string | undefined;

  constructor(
    { index, client, clock }: ReadSettings,
    candidates: ApiVersionCandidates,
    organizationId: () => Promise<string>,
    settleApiVersion: () => Promise<ApiVersion>,
  ) {
    this.#index = index;
    this.#shared = createSharedReads(client, clock);
    this.#candidates = candidates;
    this.#organizationId = organizationId;
    this.#settleApiVersion = settleApiVersion;
  }

  async read(type: ResourceType, scopeId: string | undefined): Promise<BulkResult> {
    const read = await this.#readOf(type);
    const organizationId = await this.#organizationId();
    this.#knownOrganizationId = organizationId;
    const before = this.#candidates.newest();
    const context: CallContext = { organizationId, apiVersion: before, ...present({ scopeId }) };
    const response = await this.#shared
      .read(read, context, scopeId ?? organizationId)
      .catch((error: unknown) => {
        this.#candidates.note(undefined);
        // A read fails if the assumed API version has its operation and the service does not.
        if (this.#candidates.newest() === before) throw error;
        return undefined;
      });
    this.#candidates.note(response?.apiVersions);
    if (response !== undefined && this.#candidates.newest() === before) return response;
    this.invalidate([type.name]);
    return await this.read(type, scopeId);
  }

  /** The list if it has been read already. */
  finished(type: ResourceType, scopeId: string | undefined): BulkResult | undefined {
    const read = this.#newestReadOf(type);
    const ownerId = scopeId ?? this.#knownOrganizationId;
    return read === undefined || ownerId === undefined
      ? undefined
      : this.#shared.finishedResult(read, ownerId);
  }

  /** The first result of the read. */
  async first(type: ResourceType, scopeId: string | undefined): Promise<BulkResult> {
    const key = `${(await this.#readOf(type)).name}\n${scopeId ?? ""}`;
    const response = this.#starts.get(key) ?? this.read(type, scopeId);
    this.#starts.set(key, response);
    response.catch(() => this.#starts.delete(key));
    return await response;
  }

  invalidate(types: readonly string[]): void {
    this.#shared.invalidate(types);
  }

  async #readOf(type: ResourceType): Promise<BulkRead> {
    const reads = new Set(
      this.#candidates.possible().map((apiVersion) => this.#index.readOf(type.name, apiVersion)),
    );
    if (reads.size > 1) await this.#settleApiVersion();
    const read = this.#newestReadOf(type);
    if (read === undefined) throw new Error(`No bulk read finds ${type.name}.`);
    return read;
  }

  /** The read of a type in the newest possible API version. */
  #newestReadOf(type: ResourceType): BulkRead | undefined {
    return this.#index.readOf(type.name, this.#candidates.newest());
  }
}
