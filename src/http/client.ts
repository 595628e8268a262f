import type { Clock } from "../model/clock.ts";
import type { ApiVersion, Call, Endpoint } from "../model/endpoint.ts";
import { DocsformError } from "../model/errors.ts";
import type { Json } from "../model/json.ts";
import { once } from "../model/once.ts";
import { present } from "../model/present.ts";
import type { Secret } from "../model/secret.ts";
import { callLimits } from "../model/time-limits.ts";
import type { Answer } from "./answer.ts";
import { ApiError } from "./api-error.ts";
import { callService } from "./attempts.ts";
import { apiVersionAt, parseBaseUrl } from "./base-url.ts";
import type { CallOptions, Core, MutableStats } from "./call-context.ts";
import type { HttpEvent } from "./http-event.ts";
import { readList } from "./paging.ts";
import type { ProxySettings } from "./proxy.ts";
import { createRateBudget, type RateBudget } from "./rate-budget.ts";
import { createRequestedWaits } from "./requested-waits.ts";
import type { Transport } from "./transport.ts";

export type { Answer } from "./answer.ts";
export type { CallOptions } from "./call-context.ts";
export type { HttpEvent } from "./http-event.ts";

/** What a client needs to know. */
export interface ClientOptions {
  /** Of the service, without `/v1`. */
  readonly baseUrl: string;
  readonly token: Secret;
  /** Absent: real connections, made when the first call is. */
  readonly transport?: Transport;
  /**
   * The way out of this network, where the transport is the client's own. The environment is not read unasked:
   * `proxyFrom(process.env)` gives what the command line takes from it. Absent: directly.
   */
  readonly proxy?: ProxySettings;
  readonly clock: Clock;
  /** From 0 to 1, for jitter. */
  readonly random: () => number;
  /** To be shared by all clients of one host. Absent: one of its own. */
  readonly budget?: RateBudget;
  /** Which contract the service speaks, as somebody says it. Absent: what the service answers shows it. */
  readonly apiVersion?: ApiVersion;
  /** Requests in flight at once, where the budget is the client's own. */
  readonly maxInFlight?: number;
  /** For one attempt. */
  readonly timeoutMs?: number;
  /** For all attempts of one call and the waits between them, save for those that a rate limit asks for. */
  readonly totalTimeoutMs?: number;
  readonly maxResponseBytes?: number;
  readonly onEvent?: (event: HttpEvent) => void;
}

/** Live: what the client has counted and seen until now. */
export interface ClientStats {
  /** Requests sent, the repeated ones included. */
  readonly calls: number;
  /** Of those, the requests that may have changed something, whatever became of them. */
  readonly writes: number;
  readonly retried: number;
  /** Time for which calls were held back, by rate limits and before retries, added up. */
  readonly waitedMs: number;
  /** Time for which the service asked to wait, until now; what it asks of several calls at once counts once. */
  readonly requestedWaitMs: number;
  /** The API version that the service's last answer announced. Absent: no answer has announced any. */
  readonly announced?: ApiVersion;
}

/** Speaks to the service. Every failure is an {@link ApiError}, save for a parameter that no path can hold. */
export interface Client {
  call(call: Call, options?: CallOptions): Promise<Answer>;
  /** All items of a paged list, each once. */
  list(call: Call, options?: CallOptions): Promise<readonly Json[]>;
  /** The same client, except that it refuses to send anything but a GET. */
  readOnly(): Client;
  /** Which contract the service speaks, as somebody says it. */
  readonly apiVersion: ApiVersion | undefined;
  /** Which contract the service at this address is taken to speak until its answers show another; undefined: they alone show it. */
  readonly usualApiVersion: ApiVersion | undefined;
  readonly stats: ClientStats;
}

const pageSize = 1_000;

/** A client of one service. Throws when the base URL or the token cannot be used. */
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
  const core: Core = {
    baseUrl,
    token: options.token,
    transport: options.transport ?? defaultTransport(maxInFlight, options.proxy),
    clock,
    random: options.random,
    budget:
      options.budget ?? createRateBudget(maxInFlight === undefined ? { clock } : { clock, maxInFlight }),
    requestedWaits,
    timeoutMs: options.timeoutMs ?? callLimits.attemptMs,
    totalTimeoutMs: options.totalTimeoutMs ?? callLimits.totalMs,
    maxResponseBytes: options.maxResponseBytes ?? 32 * 1024 * 1024,
    onEvent: options.onEvent ?? (() => {}),
    stats,
  };
  const { apiVersion } = options;
  const usualApiVersion = apiVersionAt(baseUrl);
  return clientOver(core, { stats, apiVersion, usualApiVersion }, (call, callOptions) =>
    callService(core, call, callOptions),
  );
}

type ServiceFacts = Pick<Client, "stats" | "apiVersion" | "usualApiVersion">;

function clientOver(core: Core, known: ServiceFacts, send: Client["call"]): Client {
  return {
    call: (call, options = {}) => send(call, options),
    list: (call, options = {}) => listAll(core, send, call, options),
    readOnly: () => clientOver(core, known, async (call, options) => send(readingOnly(call), options)),
    ...known,
  };
}

async function listAll(
  core: Core,
  send: Client["call"],
  call: Call,
  options: CallOptions,
): Promise<readonly Json[]> {
  const { operation } = call.endpoint;
  const { items, missing } = await readList(async (cursor) => {
    const query = { limit: pageSize, ...call.query, ...present({ page: cursor }) };
    return (await send({ ...call, query }, options)).body;
  });
  if (missing !== undefined) {
    core.onEvent({ kind: "list-incomplete", operation, ...missing });
    options.onIncomplete?.(missing);
  }
  return items;
}

function readingOnly(call: Call): Call {
  if (call.endpoint.method === "GET") return call;
  throw readOnlyError(call.endpoint);
}

/** Why an operation that writes is not called where nothing may be written. */
export function readOnlyError({ operation, method, path }: Endpoint): ApiError {
  return new ApiError({
    code: "http/read-only",
    problem: "was not sent: this client only reads",
    operation,
    method,
    path,
    outcome: "not-sent",
  });
}

function checkToken(token: Secret): void {
  // Other characters cannot stand in a header, and the error of the library below would quote the token.
  if (/^[\x21-\x7e]+$/.test(token.reveal())) return;
  throw new DocsformError("http/bad-token", "The API token is empty or contains an invalid character.", {
    remedy: "Copy the token again, without spaces or line breaks around it.",
  });
}

// The library is loaded with the first call: most of what a person does with docsform never makes one.
function defaultTransport(connections: number | undefined, proxy: ProxySettings | undefined): Transport {
  const transport = once(async () => {
    const { createUndiciTransport } = await import("./undici-transport.ts");
    return createUndiciTransport(present({ connections, proxy }));
  });
  return async (request) => (await transport())(request);
}
