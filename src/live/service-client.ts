import type { Call } from "../model/endpoint.ts";
import type { Json } from "../model/json.ts";
import type { Missing } from "../model/live-world.ts";

/** What is needed of the client of room `http`. */
export interface ServiceClient {
  call(call: Call, options?: CallOptions): Promise<CallAnswer>;
  /** All items of a paged list. */
  list(call: Call, options?: CallOptions): Promise<readonly Json[]>;
}

export interface CallOptions {
  /** Stops waits and further attempts; a write that was sent is waited for. */
  readonly signal?: AbortSignal;
  /** Runs just before each time that the request is sent. */
  readonly onAttempt?: () => void;
  /** Runs when a list stays shorter than the service says that it is. */
  readonly onIncomplete?: (missing: Missing) => void;
}

export interface CallAnswer {
  readonly status: number;
  readonly body: Json;
  /** The answer was a failure that means "already so" for this call. */
  readonly alreadySo: boolean;
}
