import { createClient } from "../../http/client.ts";
import type { HttpEvent } from "../../http/http-event.ts";
import type { ProxySettings } from "../../http/proxy.ts";
import { createRateBudget } from "../../http/rate-budget.ts";
import type { Transport } from "../../http/transport.ts";
import type { Access } from "../../live/access.ts";
import type { BulkResult } from "../../live/bulk-read.ts";
import type { Likeness } from "../../live/create-key.ts";
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
import type { BulkRead, CallContext, ResourceType } from "../../model/resource-type.ts";
import type { Snapshot } from "../../model/snapshot.ts";
import type { TypeIndex } from "../../model/type-index.ts";
import type { CallScope } from "../../tfplugin/provider-server.ts";
import type { AttemptedCreates } from "./attempted-creates.ts";
import { createDeleteGuard, type DeleteGuard } from "./delete-guard.ts";
import { createKnownSecrets, type KnownSecrets } from "./known-secrets.ts";
import { findOrganization } from "./organization.ts";
import { createOwners, type Owners, type Renaming } from "./owners.ts";
import type { PlannedMoves } from "./planned-moves.ts";
import type { ProviderSettings } from "./settings.ts";
import { createSpoken } from "./spoken.ts";
import { untilAborted } from "./until-aborted.ts";

/** What a session needs of the process that it runs in. */
export interface SessionHost {
  readonly clock: Clock;
  readonly random: () => number;
  /** A salted hash, hex. */
  readonly hash: (text: string, salt: string) => string;
  readonly newId: () => string;
  readonly attemptedCreates: AttemptedCreates;
  readonly plannedMoves: PlannedMoves;
  readonly transport?: Transport;
  /** The way out of this network. Absent: directly. */
  readonly proxy?: ProxySettings;
  readonly onEvent: (event: HttpEvent) => void;
  /** Something failed in a way that only a defect explains: for the log. */
  readonly onDefect: (error: unknown) => void;
  /** Aborts when Terraform asks to stop. */
  readonly stop: AbortSignal;
  /** For how long a read may still show what was before a write. */
  readonly consistencyWindowMs: number;
}

/** A provider that has been configured: the service, and what this process knows and has done. */
export interface Session {
  readonly index: TypeIndex;
  readonly client: ServiceClient;
  readonly host: SessionHost;
  readonly guard: DeleteGuard;
  readonly shared: SharedReads;
  readonly secrets: KnownSecrets;
  organizationId(): Promise<string>;
  /** The API version of the service, which is settled when it is first needed. Throws where the service's answers contradict it. */
  apiVersion(): Promise<ApiVersion>;
  /** The same without asking anybody; undefined: it is not settled yet. */
  knownApiVersion(): ApiVersion | undefined;
  currentUser(): Promise<Snapshot["currentUser"]>;
  /** All that is needed to act, for a call that ends when the signal aborts. */
  access(signal: AbortSignal, needs?: { readonly user?: boolean }): Promise<Access>;
  /**
   * The bulk read in which objects of the type are found, shared with all who ask. Its signal ends the waiting, not the read.
   */
  bulk(type: ResourceType, scopeId: string | undefined, scope: CallScope): Promise<BulkResult>;
  /** What that read found the first time: what was there before this process wrote anything. */
  atStart(type: ResourceType, scopeId: string | undefined, signal: AbortSignal): Promise<BulkResult>;
  /** Forgets what was read of this type, because its objects or their contents were written or will be. */
  changed(type: ResourceType): void;
  /** Creates that could be taken for each other take turns. */
  readonly turns: KeyedQueue;
  /** What each resource of this configuration plans alone. */
  readonly owners: Owners;
  /** Names that only one can have, each with what its holder takes instead. */
  readonly renamings: Map<string, Renaming>;
  /** What this run's plan changes of the objects that are there: their attributes, by their names in Terraform. */
  readonly planned: Map<ObjectKey, readonly string[]>;
  /** Lists that were read again because they did not show something. */
  readonly lists: {
    /** What was read before each. */
    readonly earlier: WeakMap<BulkResult, EarlierList>;
    /** What is read after each, when a consistency window has passed. */
    readonly later: WeakMap<BulkResult, Promise<BulkResult | undefined>>;
  };
  /** Objects that this process created, deleted and moved. */
  readonly done: {
    readonly created: Set<ObjectKey>;
    /** Ids of what was created, by what it could be taken for. */
    readonly createdLike: Map<Likeness, string[]>;
    /** The same ids, by their type. */
    readonly createdOf: Map<string, string[]>;
    readonly deleted: Set<ObjectKey>;
    /** What each is inside of now; null is the top. */
    readonly moved: Map<ObjectKey, string | null>;
    /** What was changed, from beginning to end. */
    readonly updated: Set<ObjectKey>;
    /** What is deleted as soon as nothing refers to it any more. */
    later: readonly WaitingRemoval[];
  };
}

/** A list that was read before another one, because it did not show something. */
export interface EarlierList {
  readonly result: BulkResult;
  /** A consistency window passed between the two. */
  readonly isWindowApart?: boolean;
}

/** An object that is to be deleted. */
export interface Removal {
  readonly type: ResourceType;
  readonly id: string;
  readonly scopeId: string | undefined;
  readonly address: string;
}

type WaitingRemoval = Removal & {
  /** What still refers to it. */
  readonly until: Set<ObjectKey>;
};

/** Starts nothing: the service is asked when somebody needs it. */
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
  const spoken = createSpoken(client);
  const organizationId = once(async () => {
    const id = settings.organization ?? (await findOrganization(index, client));
    spoken.note(undefined);
    return id;
  });
  const currentUser = once(async () => readCurrentUser(client, index.all, await apiVersion()));
  let owner: string | undefined;

  /** The read of a type, for the API version that stands for what is not known. */
  const readNow = (type: ResourceType): BulkRead | undefined => index.readOf(type.name, spoken.now());

  const readFor = async (type: ResourceType): Promise<BulkRead> => {
    const reads = new Set(spoken.possible().map((each) => index.readOf(type.name, each)));
    if (reads.size > 1) await apiVersion();
    const read = readNow(type);
    if (read === undefined) throw new Error(`No bulk read finds ${type.name}.`);
    return read;
  };

  const readShared = async (type: ResourceType, scopeId: string | undefined): Promise<BulkResult> => {
    const read = await readFor(type);
    owner = await organizationId();
    const before = spoken.now();
    const context: CallContext = { organizationId: owner, apiVersion: before, ...present({ scopeId }) };
    const response = await shared.read(read, context, scopeId ?? owner).catch((error: unknown) => {
      spoken.note(undefined);
      // What this API version has and the service has not, fails.
      if (spoken.now() === before) throw error;
      return undefined;
    });
    spoken.note(response?.apiVersions);
    if (response !== undefined && spoken.now() === before) return response;
    shared.invalidate([type.name]);
    return await readShared(type, scopeId);
  };

  const answered = (type: ResourceType, scopeId: string | undefined): BulkResult | undefined => {
    const read = readNow(type);
    const ownerId = scopeId ?? owner;
    return read === undefined || ownerId === undefined ? undefined : shared.answered(read, ownerId);
  };

  const starts = new Map<string, Promise<BulkResult>>();
  const atStart = async (type: ResourceType, scopeId: string | undefined): Promise<BulkResult> => {
    const key = `${(await readFor(type)).name}\n${scopeId ?? ""}`;
    const response = starts.get(key) ?? readShared(type, scopeId);
    starts.set(key, response);
    response.catch(() => starts.delete(key));
    return await response;
  };

  /** Asks for what shows the API version, where nothing says it and no answer has shown it. */
  const settle = once(async () => {
    const distinguishing = index.all.find((type) =>
      type.reads.some((read) => read.revealsApiVersion !== undefined && read.of === undefined),
    );
    const owners = distinguishing === undefined ? [] : (await readShared(distinguishing, undefined)).found;
    const unknown = { client, types: index.all, organizationId: await organizationId() };
    spoken.note((await detectApiVersion(unknown, spoken.possible(), owners)).possible);
  });

  const apiVersion = async (): Promise<ApiVersion> => {
    spoken.note(undefined);
    if (spoken.possible().length > 1) await settle();
    return spoken.settled();
  };

  return {
    index,
    client,
    host,
    shared,
    secrets: createKnownSecrets(),
    turns: createKeyedQueue(),
    guard: createDeleteGuard(settings.maxDeletes),
    organizationId,
    apiVersion,
    knownApiVersion: () => spoken.known(),
    currentUser,
    bulk: async (type, scopeId, scope) =>
      answered(type, scopeId) ?? (await untilAborted(scope.signal, readShared(type, scopeId))),
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
        // Types of one scope are read by the same list, or by lists that change together.
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
      later: [],
    },
  };
}
