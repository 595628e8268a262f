import type { Endpoint } from "../model/endpoint.ts";
import type { EmulatedWorld } from "./world.ts";

/** A fault that the emulator simulates. JSON, except `callback`. */
export type Fault =
  | { readonly kind: "latency"; readonly ms: number }
  | {
      readonly kind: "rate-limit";
      readonly retryAfterSeconds?: number;
      readonly headers: "retry-after" | "x-ratelimit" | "both" | "none";
    }
  /** The request fails and changes nothing. `message`: the error message. Default: the service is not available. */
  | { readonly kind: "error-before"; readonly status: number; readonly message?: string }
  /** The request fails after the service has done everything. */
  | { readonly kind: "error-after"; readonly status: number }
  /** The connection breaks before the service does anything. */
  | { readonly kind: "drop-before" }
  /** The connection breaks after the service has done everything. */
  | { readonly kind: "drop-after" }
  /** The response has only half of its body. */
  | { readonly kind: "truncate" }
  /** The service accepts the field and ignores it. */
  | { readonly kind: "drop-field"; readonly field: string }
  /** Reads show the objects as they were `ms` milliseconds ago. */
  | { readonly kind: "stale-reads"; readonly ms: number }
  /** A page after the first omits an item or repeats one, as if the list changed during the read. */
  | { readonly kind: "shift-pages"; readonly by?: "skip" | "repeat" }
  /** The last page of a list refers to the first one as its next page. */
  | { readonly kind: "loop-cursor" }
  /** The service creates the object and its response is lost. It refuses the same request afterwards because the name is taken. */
  | { readonly kind: "name-taken" }
  /** A bulk call refuses one of its items, and does the others. `item`: its number, from 0. */
  | { readonly kind: "refuse-item"; readonly item: number }
  /** A write changes nothing. The service answers with a checkout for a better plan. */
  | { readonly kind: "checkout" }
  | { readonly kind: "unauthorized" }
  | { readonly kind: "forbidden" }
  /** Lists include the objects in the trash, with `deletedAt`. */
  | { readonly kind: "trash-in-lists" }
  /**
   * Lists omit these objects, or all objects, and count only the others. `byId`: how the service answers a read of such an
   * object by its id. If omitted, it returns the object.
   */
  | { readonly kind: "hide"; readonly ids: readonly string[] | "all"; readonly byId?: "gone" | "forbidden" }
  /** Lists show every object twice. */
  | { readonly kind: "repeat-items" }
  /** The `Date` of a response is `ms` milliseconds later than the service's clock. If omitted, the response has no `Date`. */
  | { readonly kind: "date"; readonly ms?: number }
  /** Calls a function before or after a request, for example for another user's change or to kill a run. Only in process. */
  | {
      readonly kind: "callback";
      readonly before?: (emulator: EmulatedWorld) => void;
      readonly after?: (emulator: EmulatedWorld) => void;
    };

/** The requests that a fault affects, and how many of them. */
export interface FaultTarget {
  /** If omitted or `*`: every operation. */
  readonly operation?: string;
  readonly method?: "read" | "write" | Endpoint["method"];
  /** Number of the first matching request that it affects, from 1. */
  readonly nth?: number;
  /** How many requests it affects. Default: `always` for kinds that are a condition of the service, otherwise 1. */
  readonly times?: number | "always";
}

/** A fault with its target. */
export interface FaultSpec {
  readonly on?: FaultTarget;
  readonly fault: Fault;
}

/** The parts of a request that decide whether a fault applies to it. */
export interface FaultOccasion {
  readonly endpoint: Endpoint | undefined;
  readonly method: string;
  readonly query: URLSearchParams;
  readonly body: string | undefined;
}

/** The faults that an emulator simulates. */
export interface FaultPlan {
  add(spec: FaultSpec): void;
  /** Removes all faults and counts. */
  clear(): void;
  /** How often each kind had an effect. */
  readonly fired: Readonly<Partial<Record<Fault["kind"], number>>>;
  /** Faults that can still affect a request. */
  readonly armed: readonly FaultSpec[];
}

/** The fault plan, as the emulator itself uses it. */
export interface FaultSource extends FaultPlan {
  /** Returns the faults of this request and counts one use of each. */
  consume(occasion: FaultOccasion): readonly Fault[];
  /** Records that a fault had an effect. */
  hit(kind: Fault["kind"]): void;
  /** The maximum age of stale reads, in milliseconds. 0: reads are not stale. */
  staleMs(): number;
}

interface ArmedFault {
  readonly spec: FaultSpec;
  readonly times: number;
  /** Number of requests so far that it could affect. */
  matched: number;
  /** Number of requests so far that it affected. */
  used: number;
}

/** Kinds that are a condition of the service, and not an event. */
const conditionKinds: ReadonlySet<Fault["kind"]> = new Set([
  "stale-reads",
  "loop-cursor",
  "trash-in-lists",
  "hide",
  "repeat-items",
  "date",
]);

/** Creates a plan without faults. */
export function createFaultPlan(): FaultSource {
  let armed: ArmedFault[] = [];
  let fired: Partial<Record<Fault["kind"], number>> = {};
  return {
    add: (spec) => {
      armed.push({ spec, times: timesOf(spec), matched: 0, used: 0 });
    },
    clear: () => {
      armed = [];
      fired = {};
    },
    get fired() {
      return fired;
    },
    get armed() {
      return armed.map((each) => each.spec);
    },
    consume: (occasion) => {
      if (armed.length === 0) return [];
      const affecting = armed.filter((each) => consumeOne(each, occasion));
      armed = armed.filter((each) => each.used < each.times);
      return affecting.map((each) => each.spec.fault);
    },
    hit: (kind) => {
      fired[kind] = (fired[kind] ?? 0) + 1;
    },
    staleMs: () =>
      armed.reduce(
        (maxMs, { spec }) => (spec.fault.kind === "stale-reads" ? Math.max(maxMs, spec.fault.ms) : maxMs),
        0,
      ),
  };
}

function timesOf(spec: FaultSpec): number {
  const times = spec.on?.times ?? (conditionKinds.has(spec.fault.kind) ? "always" : 1);
  return times === "always" ? Number.POSITIVE_INFINITY : times;
}

/** Counts the request if the fault could affect it. Returns whether the fault affects it. */
function consumeOne(armed: ArmedFault, occasion: FaultOccasion): boolean {
  const { on = {}, fault } = armed.spec;
  if (!isTarget(on, occasion) || !canAffect(fault, occasion)) return false;
  armed.matched += 1;
  if (armed.matched < (on.nth ?? 1) || armed.used >= armed.times) return false;
  armed.used += 1;
  return true;
}

function isTarget(on: FaultTarget, { endpoint, method }: FaultOccasion): boolean {
  const { operation = "*", method: targetMethod } = on;
  if (operation !== "*" && operation !== endpoint?.operation) return false;
  if (targetMethod === undefined || targetMethod === method) return true;
  return targetMethod === "read" ? method === "GET" : targetMethod === "write" && method !== "GET";
}

type Requirements = {
  readonly [K in Fault["kind"]]?: (occasion: FaultOccasion, fault: FaultOf<K>) => boolean;
};

const isPaged = ({ endpoint, method }: FaultOccasion): boolean =>
  method === "GET" && endpoint?.paged === true;

/** Whether a fault can affect a request: only lists have pages, and only creating calls use a name. Absent: it can affect any. */
const requirements: Requirements = {
  "stale-reads": ({ method }) => method === "GET",
  hide: ({ method }) => method === "GET",
  "repeat-items": ({ method }) => method === "GET",
  "shift-pages": (occasion) => isPaged(occasion) && occasion.query.has("page"),
  "loop-cursor": isPaged,
  "trash-in-lists": isPaged,
  "name-taken": ({ endpoint }) => endpoint?.idempotent === false && endpoint.success.includes(201),
  "refuse-item": ({ endpoint }) => endpoint?.bulk !== undefined,
  checkout: ({ method }) => method !== "GET",
  "drop-field": ({ body }, fault) => body?.includes(JSON.stringify(fault.field)) === true,
};

function canAffect(fault: Fault, occasion: FaultOccasion): boolean {
  const isAffected = requirements[fault.kind] as
    | ((occasion: FaultOccasion, fault: Fault) => boolean)
    | undefined;
  return isAffected?.(occasion, fault) ?? true;
}

/** The fault type of a kind. */
export type FaultOf<K extends Fault["kind"]> = Extract<Fault, { readonly kind: K }>;

/** The first fault of a kind among those of a request. */
export function faultOf<K extends Fault["kind"]>(faults: readonly Fault[], kind: K): FaultOf<K> | undefined {
  return faultsOf(faults, kind)[0];
}

/** The faults of a kind among those of a request. */
export function faultsOf<K extends Fault["kind"]>(faults: readonly Fault[], kind: K): readonly FaultOf<K>[] {
  return faults.filter((fault): fault is FaultOf<K> => fault.kind === kind);
}
