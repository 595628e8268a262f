import type { ApiVersion } from "../model/endpoint.ts";
import type { Json } from "../util/json.ts";

/** An incoming request. */
export interface WireRequest {
  readonly method: string;
  /** Path with the query: `/v1/orgs/x/sites?limit=10`. */
  readonly path: string;
  /** Header names are in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body?: string;
  readonly signal?: AbortSignal;
  /** The caller's timeout, in milliseconds. The emulator serves a slower request, but the caller gets no response. */
  readonly timeoutMs?: number;
  /** Runs if the response exceeds the timeout; otherwise the caller could not tell that from a lost connection. */
  readonly onTimeout?: () => void;
}

/** An outgoing response. */
export interface WireResponse {
  readonly status: number;
  /** Header names are in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/** A request in the log. */
export interface LoggedRequest {
  /** Number of the request, from 1, in the order of arrival. */
  readonly n: number;
  readonly method: string;
  /** Path with the query. */
  readonly path: string;
  /** null: no operation has this path. */
  readonly operation: string | null;
  /** The service's status, even if the caller did not receive it. 0: the connection broke before. */
  readonly status: number;
  /** Time of the request, in ISO 8601. */
  readonly at: string;
  /** Another user made the change. */
  readonly foreign?: true;
  readonly body?: Json;
  /** Paths of the fields that the service ignored. */
  readonly ignoredFields?: readonly string[];
  /** Kinds of the faults that apply to it. */
  readonly faults?: readonly string[];
}

/** A request with the response that the caller received. */
export interface Exchange {
  readonly request: LoggedRequest;
  readonly apiVersion: ApiVersion;
  readonly response: WireResponse | "dropped";
}
