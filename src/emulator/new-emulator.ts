import { policiesIn, tenancyIn } from "../contract/operations/system.ts";
import type { EmulatedService } from "../model/emulator-rules.ts";
import { type ApiVersion, newestApiVersion } from "../model/endpoint.ts";
import { checkPolicy } from "./chosen-policy.ts";
import type { ServeContext } from "./context.ts";
import { dumpTables, loadTables } from "./dump.ts";
import { createEmulatorClock } from "./emulator-clock.ts";
import { createFaultPlan, type FaultPlan } from "./faults.ts";
import { runForeign } from "./foreign.ts";
import { commit } from "./handle-request.ts";
import { createHistory } from "./history.ts";
import { createJobs, type SettleReport } from "./jobs.ts";
import type { EmulatorOptions } from "./options.ts";
import { routesOf } from "./routes.ts";
import { serve } from "./serve.ts";
import { createService } from "./service.ts";
import { createStore } from "./store.ts";
import type { LoggedRequest, WireRequest, WireResponse } from "./wire.ts";
import type { EmulatedWorld } from "./world.ts";

/** An emulated service that runs in this process. */
export interface Emulator extends EmulatedWorld {
  handle(request: WireRequest): Promise<WireResponse | "dropped">;
  readonly organizationId: string;
  readonly apiVersion: ApiVersion;
  setApiVersion(apiVersion: ApiVersion): void;
  readonly log: readonly LoggedRequest[];
  clearLog(): void;
  readonly faults: FaultPlan;
  /** Waits until all background jobs that are due have finished. */
  settle(): Promise<SettleReport>;
  /** Moves the emulator's clock forward and runs the jobs that are due then. */
  forward(ms: number): void;
}

/** Creates an emulator with the objects of the seed, or without objects. */
export function createEmulator(options: EmulatorOptions): Emulator {
  const context = createContext(options);
  const emulator: Emulator = {
    handle: (request) => serve(context, emulator, request),
    organizationId: options.organizationId,
    get apiVersion() {
      return context.apiVersion;
    },
    setApiVersion: (apiVersion) => {
      context.apiVersion = apiVersion;
    },
    dump: () => {
      // The dump shows the objects as a request would find them.
      context.jobs.advance();
      return {
        organization: options.organizationId,
        apiVersion: context.apiVersion,
        tables: dumpTables(context.store.snapshot()),
      };
    },
    load: (dump) => {
      context.store.replace(loadTables(dump.tables));
      context.history.clear();
      context.cursors.clear();
      context.created.clear();
      context.jobs.clear();
      for (const service of servicesOf(context)) {
        for (const system of Object.values(options.operations)) system.loaded?.(service);
      }
    },
    get log() {
      return context.log;
    },
    clearLog: () => {
      context.log = [];
    },
    faults: context.faults,
    foreign: (call) => runForeign(context, call.endpoint.operation, call.params, call.body, call.query),
    edit: (operation, params, body) => runForeign(context, operation, params, body),
    service: context.service,
    settle: () => context.jobs.settle(),
    forward: (ms) => {
      context.clock.forward(ms);
      context.jobs.advance();
    },
  };
  if (options.seed !== undefined) emulator.load(options.seed);
  return emulator;
}

/** The services of all organizations. */
function servicesOf({ service, tenancy }: ServeContext): readonly EmulatedService[] {
  return [service, ...(tenancy?.others(service) ?? [])];
}

function createContext(options: EmulatorOptions): ServeContext {
  const store = createStore();
  const faults = createFaultPlan();
  const routes = routesOf(options.operations);
  const clock = createEmulatorClock(options.clock);
  const jobs = createJobs(
    () => clock.now(),
    (work) => commit(context, work),
  );
  const context: ServeContext = {
    options,
    store,
    faults,
    routes,
    apiVersion: options.apiVersion ?? newestApiVersion,
    history: createHistory(store, faults),
    service: createService({
      organizationId: options.organizationId,
      apiVersion: () => context.apiVersion,
      types: options.types,
      operations: options.operations,
      tokenRole: options.role,
      fetchDocument: options.fetchDocument,
      policy: checkPolicy(options.policy ?? {}, policiesIn(options.operations)),
      clock,
      random: options.random,
      store,
      jobs,
      routes,
    }),
    clock,
    jobs,
    tenancy: tenancyIn(options.operations),
    pages: { defaultLimit: options.pageLimit ?? 50, cap: options.pageCap ?? 1000 },
    cursors: new Map(),
    created: new Map(),
    log: [],
    received: 0,
  };
  return context;
}
