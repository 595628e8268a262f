import type { ProxyRefusal } from "./proxy-refusal.ts";

/** One request on the wire. */
export interface TransportRequest {
  readonly method: string;
  readonly url: string;
  /** Header names are in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Aborts the request, sent or not. */
  readonly signal?: AbortSignal;
  /** Timeout of the whole request, from the connection to the end of the body. */
  readonly timeoutMs: number;
  readonly maxResponseBytes: number;
}

/** A complete response, of any status. */
export interface TransportResponse {
  readonly status: number;
  /** Header names are in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/**
 * Sends one request and returns its whole response: no retries, no redirects. Throws {@link TransportError} if no complete
 * response comes. Any other error is a defect, and the client passes it on.
 */
export type Transport = (request: TransportRequest) => Promise<TransportResponse>;

/** Whether the service can have received the request. */
export type TransportPhase = "not-sent" | "unknown";

/**
 * Why there is no response. `dropped`: the connection was refused, reset or cut short. `untrusted`: the certificate is not trusted.
 * `misconfigured`: another failure that a retry cannot cure.
 */
export type TransportReason = "dropped" | "timeout" | "aborted" | "too-large" | "untrusted" | "misconfigured";

/** The request got no complete response. The error contains nothing of the request: no headers, no body. */
export class TransportError extends Error {
  readonly phase: TransportPhase;
  readonly reason: TransportReason;
  /** Set if the proxy failed, and not the service. */
  readonly proxy: ProxyRefusal | undefined;
  /** The status, if the response began before the connection broke. */
  readonly status: number | undefined;

  constructor(
    phase: TransportPhase,
    message: string,
    options: {
      readonly reason?: TransportReason;
      readonly status?: number | undefined;
      readonly proxy?: ProxyRefusal | undefined;
    } = {},
  ) {
    super(message);
    this.name = "TransportError";
    this.phase = phase;
    this.reason = options.reason ?? "dropped";
    this.status = options.status;
    this.proxy = options.proxy;
  }
}
