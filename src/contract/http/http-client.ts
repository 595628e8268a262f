import { fail, wordsOf } from "../../model/codes/service-words.ts";
import type { ApiVersion, Call, Endpoint } from "../../model/endpoint.ts";
import type { Secret } from "../../model/secret.ts";
import { callLimits } from "../../model/time-limits.ts";
import type { Clock } from "../../util/clock.ts";
import type { Json } from "../../util/json.ts";
import { once } from "../../util/once.ts";
import { present } from "../../util/present.ts";
import { ApiError, callName } from "./api-error.ts";
import { apiVersionAt, parseBaseUrl } from "./base-url.ts";
import type { CallOptions, Core, MutableStats } from "./call-options.ts";
import type { HttpEvent } from "./http-event.ts";
import { lackError } from "./lack-error.ts";
import { readList } from "./paging.ts";
import type { ProxySettings } from "./proxy.ts";
import { createRateBudget, type RateBudget } from "./rate-budget.ts";
import { callService } from "./request-attempts.ts";
import { createRequestedWaits } from "./requested-waits.ts";
import type { ApiResponse } from "./response.ts";
import { createServiceClock, type ServiceClock } from "./service-clock.ts";
import { traced } from "./trace.ts";
import type { Transport } from "./transport.ts";

export type { CallOptions } from "./call-options.ts";
export type { HttpEvent } from "./http-event.ts";
export type { ApiResponse } from "./response.ts";

/** Options of a client. */
export interface ClientOptions {
  /** URL of the service, without `/v1`. */
  readonly baseUrl: string;
  readonly token: Secret;
  /** Absent: real connections, which the client opens with its first call. */
  readonly transport?: Transport;
  /**
   * The proxy, for the client's own transport. The client does not read the environment: `proxyFrom(process.env)` gives the proxy
   * that the command line uses. Absent: no proxy.
   */
  readonly proxy?: ProxySettings;
  readonly clock: Clock;
  /** Random numbers from 0 to 1, for jitter. */
  readonly random: () => number;
  /** Pass one budget to all clients of a host. Absent: the client has its own. */
  readonly budget?: RateBudget;
  /** API version of the service, if you know it. Absent: docsform detects it from the responses. */
  readonly apiVersion?: ApiVersion;
  /** Maximum number of requests in flight, for the client's own budget. */
  readonly maxInFlight?: number;
  /** Timeout of one attempt. */
  readonly timeoutMs?: number;
  /**
   * Timeout of a call with all its attempts and the waits between them. The waits that a rate limit asks for do not count in the
   * first five attempts.
   */
  readonly totalTimeoutMs?: number;
  readonly maxResponseBytes?: number;
  readonly onEvent?: (event: HttpEvent) => void;
  /** Receives a line for each request and response, with its body but without texts that may be secret. */
  readonly trace?: (line: string) => void;
}

/** Live counts of the client. */
export interface ClientStats {
  /** Number of requests sent, with retries. */
  readonly calls: number;
  /** Number of these requests that may have changed something, whatever their result. */
  readonly writes: number;
  readonly retried: number;
  /** Total time that calls waited, for rate limits and before retries. */
  readonly waitedMs: number;
  /** Total time that the service asked calls to wait. Waits of several calls at once count once. */
  readonly requestedWaitMs: number;
  /** The API version that the last response announced. Absent: no response has announced one. */
  readonly announced?: ApiVersion;
}

/** A client of the service. Every failure is an {@link ApiError}, except for a parameter that a path cannot contain. */
export interface Client {
  call(call: Call, options?: CallOptions): Promise<ApiResponse>;
  /** All items of a paged list, each once. */
  list(call: Call, options?: CallOptions): Promise<readonly Json[]>;
  /** The same client, but it refuses every request except GET. */
  readOnly(): Client;
  /** API version of the service, as the options set it. */
  readonly apiVersion: ApiVersion | undefined;
  /** API version that docsform assumes at this URL until responses show another. Undefined: only responses show it. */
  readonly usualApiVersion: ApiVersion | undefined;
  readonly stats: ClientStats;
  /** The service's clock, as the responses of this client show it. */
  readonly serviceClock: ServiceClock;
}

const pageSize = 1_000;

/** Creates a client of one service. Throws if the base URL or the token is not valid. */
export function createClient(options: ClientOptions): Client {
  checkToken(options.token);
  const { clock, maxInFlight } = options;
  const baseUrl = parseBaseUrl(options.baseUrl);
  const requestedWaits = createRequestedWaits(clock);
  const stats: MutableStats & ClientStats = {
    calls: 0,
    writes: 0,
    retried: 0,
    waitedMs: 0,
    get requestedWaitMs() {
      return requestedWaits.soFarMs;
    },
  };
  const totalTimeoutMs = options.totalTimeoutMs ?? callLimits.totalMs;
  const serviceClock = createServiceClock(clock, totalTimeoutMs);
  const transport = options.transport ?? defaultTransport(maxInFlight, options.proxy);
  const core: Core = {
    baseUrl,
    token: options.token,
    transport: options.trace === undefined ? transport : traced(transport, options.trace),
    clock,
    random: options.random,
    budget: options.budget ?? createRateBudget({ clock, ...present({ maxInFlight }) }),
    requestedWaits,
    serviceClock,
    timeoutMs: options.timeoutMs ?? callLimits.attemptMs,
    totalTimeoutMs,
    maxResponseBytes: options.maxResponseBytes ?? 32 * 1024 * 1024,
    onEvent: options.onEvent ?? (() => {}),
    stats,
  };
  const usualApiVersion = apiVersionAt(baseUrl);
  const facts = { stats, serviceClock, apiVersion: options.apiVersion, usualApiVersion };
  return clientOver(core, facts, (call, callOptions) => callService(core, call, callOptions));
}

type ServiceFacts = Pick<Client, "stats" | "serviceClock" | "apiVersion" | "usualApiVersion">;

function clientOver(core: Core, facts: ServiceFacts, send: Client["call"]): Client {
  return {
    call: (call, options = {}) => send(call, options),
    list: (call, options = {}) => listAll(core, send, call, options),
    readOnly: () => clientOver(core, facts, async (call, options) => send(requireRead(call), options)),
    ...facts,
  };
}

async function listAll(
  core: Core,
  send: Client["call"],
  call: Call,
  options: CallOptions,
): Promise<readonly Json[]> {
  const { operation } = call.endpoint;
  const { items, missing, contradiction } = await readList(async (cursor) => {
    const query = { limit: pageSize, ...call.query, ...present({ page: cursor }) };
    return (await send({ ...call, query }, options)).body;
  });
  if (contradiction !== undefined) throw lackError(call, { contradiction });
  if (missing !== undefined) {
    core.onEvent({ kind: "list-incomplete", operation, ...missing });
    options.onIncomplete?.(missing);
  }
  return items;
}

function requireRead(call: Call): Call {
  if (call.endpoint.method === "GET") return call;
  throw readOnlyError(call.endpoint);
}

/** The error for an operation that writes, on a client that only reads. */
export function readOnlyError({ operation, method, path }: Endpoint): ApiError {
  const call = { operation, method, path };
  return new ApiError(wordsOf("http/read-only", { call: callName(call) }), { ...call, outcome: "not-sent" });
}

function checkToken(token: Secret): void {
  // A header cannot contain other characters, and the HTTP library's error would quote the token.
  if (/^[\x21-\x7e]+$/.test(token.reveal())) return;
  throw fail("http/bad-token");
}

/** Loads undici with the first call: most commands of docsform never make one. */
function defaultTransport(connections: number | undefined, proxy: ProxySettings | undefined): Transport {
  const transport = once(async () => {
    const { createUndiciTransport } = await import("./undici-transport.ts");
    return createUndiciTransport(present({ connections, proxy }));
  });
  return async (request) => (await transport())(request);
}
