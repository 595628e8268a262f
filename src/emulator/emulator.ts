import type { Clock } from "../model/clock.ts";
import type { EmulatedService, EmulatorAnswer, EmulatorPolicy } from "../model/emulator-rules.ts";
import type { Call, Generation } from "../model/endpoint.ts";
import type { Json } from "../model/json.ts";
import type { ResourceType } from "../model/resource-type.ts";
import { dumpTables, loadTables, type StoreDump } from "./dump.ts";
import { createFaultPlan, type FaultPlan } from "./faults.ts";
import { runForeign } from "./foreign.ts";
import { createHistory } from "./history.ts";
import { type ExtraOperations, routesOf } from "./routes.ts";
import { type ServeContext, serve } from "./serve.ts";
import { createService, defaultPolicy } from "./service.ts";
import { createStore } from "./store.ts";

/** What an emulator is made of. */
export interface EmulatorOptions {
  /** Their operations are served. Keep the array: routing is compiled once for each. */
  readonly types: readonly ResourceType[];
  readonly extra?: ExtraOperations;
  readonly organizationId: string;
  /** The only bearer token that is let in. */
  readonly token: string;
  readonly generation: Generation;
  readonly policy?: Partial<EmulatorPolicy>;
  readonly clock: Clock;
  /** From 0 to 1, seeded where ids are to be the same in each run. */
  readonly random: () => number;
  readonly seed?: StoreDump;
  /** What each request takes. */
  readonly latencyMs?: number;
  /** Items of a page when the request names no limit. */
  readonly pageLimit?: number;
  /** The most items of a page, whatever the request says: small worlds with many pages. */
  readonly pageCap?: number;
  /** Is told of every request with its answer, for example to check both against the published contract. */
  readonly observe?: (exchange: Exchange) => void;
}

/** A request as it comes in. */
export interface WireRequest {
  readonly method: string;
  /** With the query: `/v1/orgs/x/sites?limit=10`. */
  readonly path: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body?: string;
  readonly signal?: AbortSignal;
  /** How long the asker waits: a slower answer is done, and not seen. */
  readonly timeoutMs?: number;
}

/** An answer as it goes out. */
export interface WireAnswer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/** A request in the log. */
export interface LoggedRequest {
  /** From 1, in the order of arrival. */
  readonly n: number;
  readonly method: string;
  /** With the query. */
  readonly path: string;
  /** null: no operation has this path. */
  readonly operation: string | null;
  /** What the service answered, whether it was seen or not. 0: the connection broke before. */
  readonly status: number;
  /** ISO 8601. */
  readonly at: string;
  /** Somebody else's edit. */
  readonly foreign?: true;
  readonly body?: Json;
  /** Paths of the fields that the service ignored. */
  readonly dropped?: readonly string[];
  /** Kinds of the faults that hit it. */
  readonly faults?: readonly string[];
}

/** A request with its answer as the asker saw it. */
export interface Exchange {
  readonly request: LoggedRequest;
  readonly generation: Generation;
  readonly answer: WireAnswer | "dropped";
}

/** The service in a box, in process. */
export interface Emulator {
  handle(request: WireRequest): Promise<WireAnswer | "dropped">;
  readonly organizationId: string;
  readonly generation: Generation;
  setGeneration(generation: Generation): void;
  dump(): StoreDump;
  load(dump: StoreDump): void;
  readonly log: readonly LoggedRequest[];
  clearLog(): void;
  readonly faults: FaultPlan;
  /** Does what somebody else does through the application. Throws `EmulatorRefusal` where the service refuses. */
  foreign(call: Call): EmulatorAnswer;
  /** The same by the operation's name. */
  edit(operation: string, params: Readonly<Record<string, string>>, body?: Json): EmulatorAnswer;
  /** The store as handlers see it, for tests. */
  readonly service: EmulatedService;
}

/** An emulator with the seed's objects, or with none. */
export function createEmulator(options: EmulatorOptions): Emulator {
  const context = createContext(options);
  const emulator: Emulator = {
    handle: (request) => serve(context, emulator, request),
    organizationId: options.organizationId,
    get generation() {
      return context.generation;
    },
    setGeneration: (generation) => {
      context.generation = generation;
    },
    dump: () => ({
      organization: options.organizationId,
      generation: context.generation,
      tables: dumpTables(context.store.snapshot()),
    }),
    load: (dump) => {
      context.store.replace(loadTables(dump.tables));
      context.history.clear();
      context.cursors.clear();
      context.created.clear();
    },
    get log() {
      return context.log;
    },
    clearLog: () => {
      context.log = [];
    },
    faults: context.faults,
    foreign: (call) => runForeign(context, call.endpoint.operation, call.params, call.body),
    edit: (operation, params, body) => runForeign(context, operation, params, body),
    service: context.service,
  };
  if (options.seed !== undefined) emulator.load(options.seed);
  return emulator;
}

function createContext(options: EmulatorOptions): ServeContext {
  const store = createStore();
  const faults = createFaultPlan();
  const routes = routesOf(options.types, options.extra);
  const context: ServeContext = {
    ...{ options, store, faults, routes },
    generation: options.generation,
    history: createHistory(store, faults),
    service: createService({
      organizationId: options.organizationId,
      generation: () => context.generation,
      policy: { ...defaultPolicy, ...options.policy },
      clock: options.clock,
      random: options.random,
      store,
      routes,
    }),
    pages: { defaultLimit: options.pageLimit ?? 50, cap: options.pageCap ?? 1000 },
    cursors: new Map(),
    created: new Map(),
    log: [],
    arrived: 0,
  };
  return context;
}
