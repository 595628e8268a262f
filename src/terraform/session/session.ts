import { type Client, createClient } from "../../contract/http/http-client.ts";
import type { HttpEvent } from "../../contract/http/http-event.ts";
import type { ProxySettings } from "../../contract/http/proxy.ts";
import { createRateBudget } from "../../contract/http/rate-budget.ts";
import type { Transport } from "../../contract/http/transport.ts";
import type { Access } from "../../engine/live/access.ts";
import type { ServiceClient } from "../../engine/live/service-client.ts";
import type { ObjectKey } from "../../model/object-key.ts";
import type { ObjectName } from "../../model/snapshot.ts";
import type { TypeIndex } from "../../model/type-index.ts";
import type { Clock } from "../../util/clock.ts";
import { createKeyedQueue, type KeyedQueue } from "../../util/keyed-queue.ts";
import { present } from "../../util/present.ts";
import type { CtyObject } from "../plugin/values/cty-value.ts";
import type { AttemptedCreates } from "./attempted-creates.ts";
import { createDeleteGuard, type DeleteGuard } from "./delete-guard.ts";
import { FailedReads } from "./failed-reads.ts";
import { createKnownSecrets, type KnownSecrets } from "./known-secrets.ts";
import { createOrganizationCheck, type OrganizationCheck } from "./organization-check.ts";
import { createOwners, type Owners, type Renaming } from "./owners.ts";
import type { PlannedMoves } from "./planned-moves.ts";
import { ProcessWrites } from "./process-writes.ts";
import { RepeatedLists } from "./repeated-lists.ts";
import { createServiceReads, type ServiceReads } from "./service-reads.ts";
import type { ProviderSettings } from "./settings.ts";
import { untilAborted } from "./until-aborted.ts";
import { endingWithoutProgress } from "./without-progress.ts";

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
  /** Runs when the service asks for a pause of all requests, in milliseconds. */
  readonly onPause?: (ms: number) => void;
  /** Receives a line for each request and response. Absent: the log does not show them. */
  readonly trace?: (line: string) => void;
  /** Logs an error that only a defect of the provider explains. */
  readonly onDefect: (error: unknown) => void;
  /** Aborts when Terraform asks to stop. */
  readonly stop: AbortSignal;
  /** How long a read may still show the values before a write, in milliseconds. */
  readonly consistencyWindowMs: number;
}

/** The session of a configured provider: the service, and what this process knows and has done. */
export interface Session extends ServiceReads {
  readonly index: TypeIndex;
  readonly client: ServiceClient;
  readonly host: SessionHost;
  /** The access to the service for one call, until the signal aborts. */
  access(signal: AbortSignal, needs?: { readonly user?: boolean }): Promise<Access>;
  readonly organizationCheck: OrganizationCheck;
  readonly guard: DeleteGuard;
  readonly secrets: KnownSecrets;
  /** Serializes creates of objects that could be mistaken for each other. */
  readonly createQueue: KeyedQueue;
  /** Serializes the applies of one object, by its slot. */
  readonly applyQueue: KeyedQueue;
  readonly repeatedLists: RepeatedLists;
  readonly writes: ProcessWrites;
  /** The slots that only one resource of this configuration may plan. */
  readonly owners: Owners;
  /** Unique names in use, each with the name that its holder takes instead. */
  readonly renamings: Map<string, Renaming>;
  readonly planned: PlannedObjects;
  readonly failedReads: FailedReads;
}

/** What this run's plan does with existing objects. */
interface PlannedObjects {
  /** Whether Terraform has refreshed an object. Then this process only plans: an apply is another process, in which nothing is refreshed. */
  hasRefreshed: boolean;
  /** The attributes that it changes, by their names in Terraform. */
  readonly changed: Map<ObjectKey, readonly string[]>;
  /** The states that Terraform has read and not planned yet, by slot. */
  readonly unplanned: Map<string, CtyObject>;
  /** The objects of resources that are probably tainted, by slot. */
  readonly presumed: Map<string, readonly ObjectName[]>;
  /** The states of the resources that it keeps, by instance. */
  readonly priors: Map<string, CtyObject>;
  /** How many objects of a type it creates. */
  readonly created: Map<string, number>;
  /** The objects that it destroys. */
  readonly deleted: Map<ObjectKey, { readonly address: string; readonly isForced: boolean }>;
  /** The objects in which or by reference to which it keeps another one, with that one's address. */
  readonly kept: Map<ObjectKey, { readonly address: string; readonly isProtected: boolean }>;
}

/** Creates a session. It sends no request until a caller needs the service. */
export function createSession(index: TypeIndex, settings: ProviderSettings, host: SessionHost): Session {
  const client = endingWithoutProgress(clientOf(settings, host), host.clock);
  const { clock } = host;
  client.serviceClock.onUnusable(() => host.attemptedCreates.clockLost());
  const reads = createServiceReads({ index, client, clock, organization: settings.organization });
  return {
    ...reads,
    index,
    client,
    host,
    access: (signal, needs = {}) =>
      untilAborted(signal, openAccess({ index, client, host, reads }, signal, needs.user === true)),
    organizationCheck: createOrganizationCheck(settings, () => reads.organizationId()),
    guard: createDeleteGuard(settings.maxDeletes),
    secrets: createKnownSecrets(),
    createQueue: createKeyedQueue(),
    applyQueue: createKeyedQueue(),
    repeatedLists: new RepeatedLists(),
    writes: new ProcessWrites(),
    owners: createOwners((slot, owner) => host.plannedMoves.noteKept(slot, owner)),
    renamings: new Map(),
    planned: {
      hasRefreshed: false,
      changed: new Map(),
      unplanned: new Map(),
      presumed: new Map(),
      priors: new Map(),
      created: new Map(),
      deleted: new Map(),
      kept: new Map(),
    },
    failedReads: new FailedReads(),
  };
}

function clientOf(settings: ProviderSettings, host: SessionHost): Client {
  const { clock, random, onEvent } = host;
  const { baseUrl, token, timeoutMs, requestsPerSecond, maxConcurrency: maxInFlight } = settings;
  return createClient({
    baseUrl,
    token,
    clock,
    random,
    budget: createRateBudget({
      clock,
      maxInFlight,
      ...present({ requestsPerSecond, onPause: host.onPause }),
    }),
    maxInFlight,
    timeoutMs,
    onEvent,
    ...present({
      transport: host.transport,
      proxy: host.proxy,
      trace: host.trace,
      apiVersion: settings.apiVersion,
    }),
  });
}

interface Service {
  readonly index: TypeIndex;
  readonly client: ServiceClient;
  readonly host: SessionHost;
  readonly reads: ServiceReads;
}

async function openAccess(service: Service, signal: AbortSignal, needsUser: boolean): Promise<Access> {
  const { index, client, host, reads } = service;
  const [organizationId, apiVersion, currentUser] = await Promise.all([
    reads.organizationId(),
    reads.apiVersion(),
    needsUser ? reads.currentUser() : undefined,
  ]);
  return {
    client,
    index,
    clock: host.clock,
    organizationId,
    apiVersion,
    consistencyWindowMs: host.consistencyWindowMs,
    signal: AbortSignal.any([signal, host.stop]),
    ...present({ currentUser }),
  };
}
