import type { ApiVersion } from "../model/endpoint.ts";
import type { Json } from "../model/json.ts";

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
  /** Is told that the answer came too late, which looks dropped otherwise. */
  readonly onTimeout?: () => void;
}

/** An answer as it goes out. */
export interface WireResponse {
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
  readonly apiVersion: ApiVersion;
  readonly response: WireResponse | "dropped";
}
