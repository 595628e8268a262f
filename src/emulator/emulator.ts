import type { Generation } from "../model/endpoint.ts";
import { policiesIn } from "../operations/system.ts";
import type { ServeContext } from "./context.ts";
import { dumpTables, loadTables } from "./dump.ts";
import { createFaultPlan, type FaultPlan } from "./faults.ts";
import { runForeign } from "./foreign.ts";
import { createHistory } from "./history.ts";
import type { EmulatorOptions } from "./options.ts";
import { checkPolicy } from "./policy.ts";
import { routesOf } from "./routes.ts";
import { serve } from "./serve.ts";
import { createService } from "./service.ts";
import { createStore } from "./store.ts";
import type { LoggedRequest, WireAnswer, WireRequest } from "./wire.ts";
import type { EmulatedWorld } from "./world.ts";

/** The service in a box, in process. */
export interface Emulator extends EmulatedWorld {
  handle(request: WireRequest): Promise<WireAnswer | "dropped">;
  readonly organizationId: string;
  readonly generation: Generation;
  setGeneration(generation: Generation): void;
  readonly log: readonly LoggedRequest[];
  clearLog(): void;
  readonly faults: FaultPlan;
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
    foreign: (call) => runForeign(context, call.endpoint.operation, call.params, call.body, call.query),
    edit: (operation, params, body) => runForeign(context, operation, params, body),
    service: context.service,
  };
  if (options.seed !== undefined) emulator.load(options.seed);
  return emulator;
}

function createContext(options: EmulatorOptions): ServeContext {
  const store = createStore();
  const faults = createFaultPlan();
  const routes = routesOf(options.operations);
  const context: ServeContext = {
    options,
    store,
    faults,
    routes,
    generation: options.generation,
    history: createHistory(store, faults),
    service: createService({
      organizationId: options.organizationId,
      generation: () => context.generation,
      types: options.types,
      operations: options.operations,
      policy: checkPolicy(options.policy ?? {}, policiesIn(options.operations)),
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
