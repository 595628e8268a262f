import type { z } from "zod";
import type { Json } from "./json.ts";

/**
 * The two contracts that the service speaks. `classic` is the one of `@gitbook/api` 0.146, `current` that of 0.202:
 * they differ in how sections join groups, in group nesting, and in a few fields.
 */
export type Generation = "classic" | "current";

export const generations = ["classic", "current"] as const satisfies readonly Generation[];

/** One operation of the service, as data: the client calls it and the emulator serves it from the same declaration. */
export interface Endpoint {
  /** The operation's name in the published contract, for example `createSite`. */
  readonly operation: string;
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Below `/v1`, with `{name}` for parameters: `/orgs/{organizationId}/sites/{siteId}`. */
  readonly path: string;
  /** Query parameters. Absent: none. Lists that page carry `page` and `limit` besides. */
  readonly query?: z.ZodObject;
  /** Request body. Absent: none. */
  readonly body?: z.ZodType;
  /** The fields of a successful answer that docsform relies on; unknown fields pass. Absent: the body is not read. */
  readonly response?: z.ZodType;
  /** Status codes of success. */
  readonly success: readonly number[];
  /** Whether the same request may be sent again when its outcome is unknown. */
  readonly idempotent: boolean;
  /** Whether it answers `{ items, next?, count? }`; `response` then describes one item. */
  readonly paged?: boolean;
  /** Generations that have it. Absent: both. */
  readonly generations?: readonly Generation[];
}

/** A request to be made: an endpoint with its parameters filled in. */
export interface Call {
  readonly endpoint: Endpoint;
  readonly params: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number | boolean>>;
  readonly body?: Json;
  /** Failure codes that mean "already so" for this call, for example 409 of a move that changes nothing. */
  readonly alreadySo?: readonly number[];
}

/** Checks an endpoint's types without widening them. */
export function defineEndpoint<const E extends Endpoint>(endpoint: E): E {
  return endpoint;
}
