import { createClient } from "../../http/client.ts";
import type { HttpEvent } from "../../http/http-event.ts";
import type { ProxySettings } from "../../http/proxy.ts";
import { createRateBudget } from "../../http/rate-budget.ts";
import type { Transport } from "../../http/transport.ts";
import type { Access } from "../../live/access.ts";
import type { BulkResult } from "../../live/bulk-read.ts";
import type { Likeness } from "../../live/create/create-key.ts";
import { readCurrentUser } from "../../live/current-user.ts";
import { detectApiVersion } from "../../live/detect-api-version.ts";
import type { ServiceClient } from "../../live/service-client.ts";
import { createSharedReads, type SharedReads } from "../../live/shared-reads.ts";
import type { Clock } from "../../model/clock.ts";
import type { ApiVersion } from "../../model/endpoint.ts";
import { createKeyedQueue, type KeyedQueue } from "../../model/keyed-queue.ts";
import type { ObjectKey } from "../../model/object-key.ts";
import { once } from "../../model/once.ts";
import { present } from "../../model/present.ts";
import type { CallContext } from "../../model/resource-type/call-context.ts";
import type { BulkRead } from "../../model/resource-type/reads.ts";
import type { ResourceType } from "../../model/resource-type.ts";
import type { Snapshot } from "../../model/snapshot.ts";
import type { TypeIndex } from "../../model/type-index.ts";
import type { CallScope } from "../../tfplugin/provider-server.ts";
import { createApiVersionCandidates } from "./api-version-candidates.ts";
import type { AttemptedCreates } from "./attempted-creates.ts";
import { createDeleteGuard, type DeleteGuard } from "./delete-guard.ts";
import { createKnownSecrets, type KnownSecrets } from "./known-secrets.ts";
import { findOrganization } from "./organization.ts";
import { createOwners, type Owners, type Renaming } from "./owners.ts";
import type { PlannedMoves } from "./planned-moves.ts";
import type { ProviderSettings } from "./settings.ts";
import { untilAborted } from "./until-aborted.ts";

/** The functions and stores of its process that a session uses. */
export interface SessionHost {
  readonly clock: Clock;
  readonly random: () => number;
  /** A salted hash, hex. */
  readonly hash: (text: string, salt: string) => string;
  readonly newId: () => string;
  readonly attemptedCreates: AttemptedCreates;
  readonly plannedMoves: PlannedMoves;
  readonly transport?: Transport;
  /** Absent: direct connections. */
  readonly proxy?: ProxySettings;
  readonly onEvent: (event: HttpEvent) => void;
  /** Logs an error that only a defect of the provider explains. */
  readonly onDefect: (error: unknown) => void;
  /** Aborts when Terraform asks to stop. */
  readonly stop: AbortSignal;
  /** How long a read may still show the values before a write, in milliseconds. */
  readonly consistencyWindowMs: number;
}

/** The session of a configured provider: the service, and what this process knows and has done. */
export interface Session {
  readonly index: TypeIndex;
  readonly client: ServiceClient;
  readonly host: SessionHost;
  readonly guard: DeleteGuard;
  readonly shared: SharedReads;
  readonly secrets: KnownSecrets;
  organizationId(): Promise<string>;
  /** The service's API version, settled on first use. Throws if the service's responses contradict it. */
  apiVersion(): Promise<ApiVersion>;
  /** The settled API version, without a request. Undefined: it is not settled yet. */
  knownApiVersion(): ApiVersion | undefined;
  currentUser(): Promise<Snapshot["currentUser"]>;
  /** The access to the service for one call, until the signal aborts. */
  access(signal: AbortSignal, needs?: { readonly user?: boolean }): Promise<Access>;
  /** The bulk read that finds objects of the type. All callers share it. The signal ends the wait, not the read. */
  bulk(type: ResourceType, scopeId: string | undefined, scope: CallScope): Promise<BulkResult>;
  /** The first result of that read: the objects before this process wrote anything. */
  atStart(type: ResourceType, scopeId: string | undefined, signal: AbortSignal): Promise<BulkResult>;
  /** Drops the reads of this type, because its objects or their contents were written or will be. */
  changed(type: ResourceType): void;
  /** Serializes creates of objects that could be mistaken for each other. */
  readonly createQueue: KeyedQueue;
  /** The slots that only one resource of this configuration may plan. */
  readonly owners: Owners;
  /** Unique names in use, each with the name that its holder takes instead. */
  readonly renamings: Map<string, Renaming>;
  /** The attributes of existing objects that this run's plan changes, by their names in Terraform. */
  readonly planned: Map<ObjectKey, readonly string[]>;
  /** Lists that were read again because they lacked an object. */
  readonly lists: {
    /** The read before each list. */
    readonly earlier: WeakMap<BulkResult, EarlierList>;
    /** The read after each list, when a consistency window has passed. */
    readonly later: WeakMap<BulkResult, Promise<BulkResult | undefined>>;
  };
  /** Objects that this process created, deleted and moved. */
  readonly done: {
    readonly created: Set<ObjectKey>;
    /** Ids of created objects, by likeness: objects of one likeness can be mistaken for each other. */
    readonly createdLike: Map<Likeness, string[]>;
    /** Ids of created objects, by type. */
    readonly createdOf: Map<string, string[]>;
    readonly deleted: Set<ObjectKey>;
    /** The new container of each moved object. Null is the top. */
    readonly moved: Map<ObjectKey, string | null>;
    /** Objects whose update is complete. */
    readonly updated: Set<ObjectKey>;
    /** Objects that are deleted as soon as no object refers to them. */
    postponed: readonly WaitingRemoval[];
  };
}

/** A list that lacked an object, and was therefore followed by another read. */
export interface EarlierList {
  readonly result: BulkResult;
  /** A consistency window passed between the two reads. */
  readonly isWindowApart?: boolean;
}

export interface Removal {
  readonly type: ResourceType;
  readonly id: string;
  readonly scopeId: string | undefined;
  readonly address: string;
}

type WaitingRemoval = Removal & {
  /** Objects that still refer to it. */
  readonly until: Set<ObjectKey>;
};

/** Creates a session. It sends no request until a caller needs the service. */
export function createSession(index: TypeIndex, settings: ProviderSettings, host: SessionHost): Session {
  const { clock } = host;
  const { maxConcurrency: maxInFlight, requestsPerSecond } = settings;
  const client = createClient({
    baseUrl: settings.baseUrl,
    token: settings.token,
    clock,
    random: host.random,
    budget: createRateBudget({
      clock,
      maxInFlight,
      ...present({ requestsPerSecond }),
    }),
    maxInFlight,
    timeoutMs: settings.timeoutMs,
    onEvent: host.onEvent,
    ...present({ transport: host.transport, proxy: host.proxy, apiVersion: settings.apiVersion }),
  });
  const shared = createSharedReads(client, clock);
  const candidates = createApiVersionCandidates(client);
  const organizationId = once(async () => {
    const id = settings.organization ?? (await findOrganization(index, client));
    candidates.note(undefined);
    return id;
  });
  const currentUser = once(async () => readCurrentUser(client, index.all, await apiVersion()));
  let knownOrganizationId: string | undefined;

  /** The read of a type in the newest possible API version. */
  const newestRead = (type: ResourceType): BulkRead | undefined =>
    index.readOf(type.name, candidates.newest());

  const readFor = async (type: ResourceType): Promise<BulkRead> => {
    const reads = new Set(candidates.possible().map((each) => index.readOf(type.name, each)));
    if (reads.size > 1) await apiVersion();
    const read = newestRead(type);
    if (read === undefined) throw new Error(`No bulk read finds ${type.name}.`);
    return read;
  };

  const readShared = async (type: ResourceType, scopeId: string | undefined): Promise<BulkResult> => {
    const read = await readFor(type);
    knownOrganizationId = await organizationId();
    const before = candidates.newest();
    const context: CallContext = {
      organizationId: knownOrganizationId,
      apiVersion: before,
      ...present({ scopeId }),
    };
    const response = await shared
      .read(read, context, scopeId ?? knownOrganizationId)
      .catch((error: unknown) => {
        candidates.note(undefined);
        // A read fails if the assumed API version has its operation and the service does not.
        if (candidates.newest() === before) throw error;
        return undefined;
      });
    candidates.note(response?.apiVersions);
    if (response !== undefined && candidates.newest() === before) return response;
    shared.invalidate([type.name]);
    return await readShared(type, scopeId);
  };

  const alreadyRead = (type: ResourceType, scopeId: string | undefined): BulkResult | undefined => {
    const read = newestRead(type);
    const ownerId = scopeId ?? knownOrganizationId;
    return read === undefined || ownerId === undefined ? undefined : shared.finishedResult(read, ownerId);
  };

  const starts = new Map<string, Promise<BulkResult>>();
  const atStart = async (type: ResourceType, scopeId: string | undefined): Promise<BulkResult> => {
    const key = `${(await readFor(type)).name}\n${scopeId ?? ""}`;
    const response = starts.get(key) ?? readShared(type, scopeId);
    starts.set(key, response);
    response.catch(() => starts.delete(key));
    return await response;
  };

  /** Makes the request that reveals the API version, unless it is configured or a response has revealed it. */
  const settle = once(async () => {
    const distinguishing = index.all.find((type) =>
      type.reads.some((read) => read.revealsApiVersion !== undefined && read.of === undefined),
    );
    const distinguishingObjects =
      distinguishing === undefined ? [] : (await readShared(distinguishing, undefined)).found;
    const service = { client, types: index.all, organizationId: await organizationId() };
    candidates.note((await detectApiVersion(service, candidates.possible(), distinguishingObjects)).possible);
  });

  const apiVersion = async (): Promise<ApiVersion> => {
    candidates.note(undefined);
    if (candidates.possible().length > 1) await settle();
    return candidates.settle();
  };

  return {
    index,
    client,
    host,
    shared,
    secrets: createKnownSecrets(),
    createQueue: createKeyedQueue(),
    guard: createDeleteGuard(settings.maxDeletes),
    organizationId,
    apiVersion,
    knownApiVersion: () => candidates.only(),
    currentUser,
    bulk: async (type, scopeId, scope) =>
      alreadyRead(type, scopeId) ?? (await untilAborted(scope.signal, readShared(type, scopeId))),
    atStart: (type, scopeId, signal) => untilAborted(signal, atStart(type, scopeId)),
    async access(signal, needs = {}) {
      const needed = Promise.all([
        organizationId(),
        apiVersion(),
        needs.user === true ? currentUser() : undefined,
      ]);
      const [organization, settled, user] = await untilAborted(signal, needed);
      return {
        client,
        index,
        clock,
        organizationId: organization,
        apiVersion: settled,
        consistencyWindowMs: host.consistencyWindowMs,
        signal: AbortSignal.any([signal, host.stop]),
        ...present({ currentUser: user }),
      };
    },
    changed: (type) =>
      shared.invalidate([
        type.name,
        ...(type.firstChild === undefined ? [] : [type.firstChild.type]),
        ...index.contentTypes(type.name).map((each) => each.name),
        // Types of one scope share a list, or have lists that change together.
        ...index.all
          .filter(({ scope }) => scope !== undefined && scope === type.scope)
          .map(({ name }) => name),
      ]),
    owners: createOwners(),
    renamings: new Map(),
    planned: new Map(),
    lists: { earlier: new WeakMap(), later: new WeakMap() },
    done: {
      created: new Set(),
      createdLike: new Map(),
      createdOf: new Map(),
      deleted: new Set(),
      moved: new Map(),
      updated: new Set(),
      postponed: [],
    },
  };
}
