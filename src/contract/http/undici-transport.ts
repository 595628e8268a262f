import { Agent, type Dispatcher, EnvHttpProxyAgent, Pool } from "undici";
import { connectionLimits } from "../../model/time-limits.ts";
import type { ProxySettings } from "./proxy.ts";
import type { ProxyRefusal } from "./proxy-refusal.ts";
import {
  type Transport,
  TransportError,
  type TransportPhase,
  type TransportReason,
  type TransportRequest,
  type TransportResponse,
} from "./transport.ts";

export interface UndiciTransportOptions {
  /** Maximum number of connections to one host, and so of requests in flight. */
  readonly connections?: number;
  /** How long an idle connection stays open. */
  readonly keepAliveMs?: number;
  readonly connectTimeoutMs?: number;
  /** The proxy. {@link proxyFrom} reads it from an environment. Absent: no proxy. */
  readonly proxy?: ProxySettings;
}

/** A transport that owns connections. */
export type ClosableTransport = Transport & {
  /** Ends all connections after the requests in flight. */
  close(): Promise<void>;
};

/** Creates a transport over real connections: HTTP/1.1 with keep-alive, without redirects and without retries. */
export function createUndiciTransport(options: UndiciTransportOptions = {}): ClosableTransport {
  const connectTimeoutMs = options.connectTimeoutMs ?? connectionLimits.connectMs;
  const agent = agentOf(options.proxy, connectTimeoutMs, {
    connections: options.connections ?? 64,
    pipelining: 1,
    // docsform speaks HTTP/1.1 to the service.
    allowH2: false,
    keepAliveTimeout: options.keepAliveMs ?? connectionLimits.keepAliveMs,
    // undici's own timers are coarse, so each request has an exact timer of its own.
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: { timeout: connectTimeoutMs },
  });
  const transport: Transport = (request) =>
    new Promise((resolve, reject) => new Exchange(request, resolve, reject).start(agent));
  return Object.assign(transport, { close: () => agent.close() });
}

function agentOf(
  proxy: ProxySettings | undefined,
  connectTimeoutMs: number,
  options: Agent.Options,
): Dispatcher {
  const { url, except } = proxy ?? {};
  if (url === undefined) return new Agent(options);
  // docsform allows plain http for this machine only: through a proxy, others could read the token.
  return new EnvHttpProxyAgent({
    ...options,
    httpProxy: "",
    httpsProxy: url,
    noProxy: except ?? "",
    clientFactory: (origin: URL, pool: object) => proxyConnections(origin, pool, connectTimeoutMs),
  });
}

/** The connections to a proxy. An error in one of them is the proxy's failure, and not that of the service behind it. */
function proxyConnections({ origin, host }: URL, options: object, connectTimeoutMs: number): Dispatcher {
  const pool = new Pool(origin, options);
  const connectOfPool: (request: Dispatcher.ConnectOptions) => Promise<Dispatcher.ConnectData> =
    pool.connect.bind(pool);
  const connect = async (request: Dispatcher.ConnectOptions): Promise<Dispatcher.ConnectData> => {
    const signal = AbortSignal.timeout(connectTimeoutMs);
    const data = await connectOfPool({ ...request, signal }).catch((error: unknown) => {
      throw new ProxyError({ host }, signal.aborted ? "UND_ERR_CONNECT_TIMEOUT" : codeOf(error));
    });
    const { statusCode: status, socket } = data;
    if (status === 200) return data;
    socket.on("error", () => {}).destroy();
    throw new ProxyError({ host, status }, "UND_ERR_ABORTED");
  };
  return Object.assign(pool, { connect });
}

/** A proxy did not connect. `code` is the code of a connection error. */
class ProxyError extends Error {
  readonly proxy: ProxyRefusal;
  readonly code: string;

  constructor(proxy: ProxyRefusal, code: string) {
    super("The proxy did not connect.");
    this.proxy = proxy;
    this.code = code;
  }
}

/**
 * One request and its response. It implements undici's dispatch handler instead of calling `request()`: only a handler learns when
 * undici starts to write the request, and so whether a failed request can have had an effect.
 */
class Exchange implements Dispatcher.DispatchHandler {
  readonly #request: TransportRequest;
  readonly #resolve: (response: TransportResponse) => void;
  readonly #reject: (error: TransportError) => void;
  readonly #chunks: Buffer[] = [];
  #size = 0;
  #status: number | undefined;
  #headers: Record<string, string> = {};
  #mayBeSent = false;
  #isSettled = false;
  #controller: Dispatcher.DispatchController | undefined;
  #timer: NodeJS.Timeout | undefined;
  readonly #onAbort = () => this.#fail("aborted", "the request was interrupted");

  constructor(
    request: TransportRequest,
    resolve: (response: TransportResponse) => void,
    reject: (error: TransportError) => void,
  ) {
    this.#request = request;
    this.#resolve = resolve;
    this.#reject = reject;
  }

  start(agent: Dispatcher): void {
    const { signal, timeoutMs, url, method, headers, body } = this.#request;
    if (signal?.aborted) {
      this.#onAbort();
      return;
    }
    signal?.addEventListener("abort", this.#onAbort, { once: true });
    this.#timer = setTimeout(
      () => this.#fail("timeout", `no complete response within ${timeoutMs} ms`),
      timeoutMs,
    );
    const target = new URL(url);
    try {
      agent.dispatch(
        {
          origin: target.origin,
          path: `${target.pathname}${target.search}`,
          method: method as Dispatcher.HttpMethod,
          headers,
          body: body ?? null,
        },
        this,
      );
    } catch (error) {
      this.#failWith(error);
    }
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    // The request may have timed out or been aborted while it waited for a connection.
    if (this.#isSettled) {
      controller.abort(new TransportError("not-sent", "docsform gave up before it sent the request"));
      return;
    }
    this.#mayBeSent = true;
    this.#controller = controller;
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number, headers: HeaderFields): void {
    this.#status = status;
    this.#headers = singleValues(headers);
    if (Number(this.#headers["content-length"] ?? 0) > this.#request.maxResponseBytes) this.#failForSize();
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#size += chunk.length;
    if (this.#size > this.#request.maxResponseBytes) this.#failForSize();
    else this.#chunks.push(chunk);
  }

  onResponseEnd(): void {
    if (this.#isSettled || this.#status === undefined) return;
    this.#settle();
    const text = Buffer.concat(this.#chunks).toString("utf8");
    this.#resolve({ status: this.#status, headers: this.#headers, text });
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#failWith(error);
  }

  #failForSize(): void {
    this.#fail("too-large", `the response is larger than ${this.#request.maxResponseBytes} bytes`);
  }

  #failWith(error: unknown): void {
    const code = codeOf(error);
    const proxy = error instanceof ProxyError ? error.proxy : undefined;
    const reason = reasonOf(code, this.#phase(), proxy);
    this.#fail(reason, reason === "untrusted" ? describeUntrusted(code) : describe(code), proxy);
  }

  #fail(reason: TransportReason, message: string, proxy?: ProxyRefusal): void {
    if (this.#isSettled) return;
    this.#settle();
    const error = new TransportError(this.#phase(), message, { reason, status: this.#status, proxy });
    this.#controller?.abort(error);
    this.#reject(error);
  }

  #phase(): TransportPhase {
    return this.#mayBeSent ? "unknown" : "not-sent";
  }

  #settle(): void {
    this.#isSettled = true;
    clearTimeout(this.#timer);
    this.#request.signal?.removeEventListener("abort", this.#onAbort);
  }
}

type HeaderFields = Readonly<Record<string, string | string[] | undefined>>;

function singleValues(headers: HeaderFields): Record<string, string> {
  const single: Record<string, string> = {};
  for (const name in headers) {
    const value = headers[name];
    if (value !== undefined) single[name] = typeof value === "string" ? value : value.join(", ");
  }
  return single;
}

function reasonOf(code: string, phase: TransportPhase, proxy: ProxyRefusal | undefined): TransportReason {
  if (proxy?.status !== undefined)
    return passingProxyStatuses.includes(proxy.status) ? "dropped" : "misconfigured";
  if (phase === "not-sent" && untrustedCodes.test(code)) return "untrusted";
  if (phase === "not-sent" && misconfiguredCodes.test(code)) return "misconfigured";
  return code === "UND_ERR_CONNECT_TIMEOUT" ? "timeout" : "dropped";
}

/** Statuses of a proxy that cannot reach the service for now. */
const passingProxyStatuses: readonly number[] = [429, 500, 502, 503, 504];
const untrustedCodes = /^(ERR_TLS_CERT|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_)/;
const misconfiguredCodes = /^(ERR_TLS|ERR_SSL|UND_ERR_INVALID_ARG|ERR_INVALID_)/;

function describeUntrusted(code: string): string {
  return `the certificate is not trusted (${code})`;
}

const descriptions: Readonly<Record<string, string>> = {
  ECONNREFUSED: "the connection was refused",
  ECONNRESET: "the connection was reset",
  ENOTFOUND: "the host name is not known",
  EAI_AGAIN: "the lookup of the host name failed",
  UND_ERR_SOCKET: "the connection was closed before the response was complete",
  UND_ERR_ABORTED: "it did not let the connection through",
  UND_ERR_CONNECT_TIMEOUT: "the connection timed out",
};

// Messages use only the code: the text of undici's errors may quote what was sent or received.
function describe(code: string): string {
  return descriptions[code] ?? `the connection failed (${code})`;
}

function codeOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return codeOf(error.errors[0]);
  const code: unknown = error instanceof Error && "code" in error ? error.code : undefined;
  return typeof code === "string" ? code : "unknown cause";
}
