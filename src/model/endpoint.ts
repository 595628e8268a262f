import type { z } from "zod";
import type { Json } from "./json.ts";

/**
 * The interfaces that a service has. `classic` is the one of `@gitbook/api` 0.146, `current` that of 0.202: they differ in how
 * sections join groups, in group nesting, and in a few fields. `classic-minimal` is classic without some operations: it makes no spaces, and
 * tells the structure of a site only by its lists.
 */
export type ApiVersion = "classic" | "current" | "classic-minimal";

export const apiVersions = ["classic", "current", "classic-minimal"] as const satisfies readonly ApiVersion[];

/** Those whose contract the service has published. */
export const publishedApiVersions = ["classic", "current"] as const satisfies readonly ApiVersion[];

export const newestApiVersion: ApiVersion = "current";

/** The header of an answer, in lower case, in which a service announces its API version. */
export const apiVersionHeader = "x-docsform-api-version";

/** Those of these API versions that are left, the newest first; what has fewer operations comes last. */
export function newestFirst(among: readonly ApiVersion[]): readonly ApiVersion[] {
  const known = [newestApiVersion, ...apiVersions.filter((each) => each !== newestApiVersion)];
  return known.filter((apiVersion) => among.includes(apiVersion));
}

/** What an operation does to what is there. */
export type Effect = "read" | "write" | "delete";

/** One operation of the service, as data: the client calls it and the emulator serves it from the same declaration. */
export interface Endpoint {
  /** The operation's name in the published contract, for example `createSite`. */
  readonly operation: string;
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Below `/v1`, with `{name}` for parameters: `/orgs/{organizationId}/sites/{siteId}`. */
  readonly path: string;
  /** What it does, in a line. */
  readonly summary?: string;
  /** Absent: a GET reads, a DELETE deletes, and everything else writes. */
  readonly effect?: Effect;
  /** Path parameters that are not any text, by name. */
  readonly params?: Readonly<Record<string, z.ZodType>>;
  /**
   * Query parameters. Absent: none. Lists that page carry `page` and `limit` besides. One that is a list is sent as its name
   * again for every value.
   */
  readonly query?: z.ZodObject;
  /** Request body. Absent: none. */
  readonly body?: z.ZodType;
  /** The fields of a successful answer, with all that the interface lists; unknown fields pass. Absent: the body is not read. */
  readonly response?: z.ZodType;
  /** What stands beside `items` in every page of a list that pages. Absent: nothing but `next` and `count`. */
  readonly envelope?: z.ZodObject;
  /** What a failure of this status means here, for those that a caller has to expect. */
  readonly errors?: Readonly<Record<number, string>>;
  /** Status codes of success. */
  readonly success: readonly number[];
  /** Whether the same request may be sent again when its outcome is unknown. */
  readonly idempotent: boolean;
  /** Whether it answers `{ items, next?, count? }`; `response` then describes one item. */
  readonly paged?: boolean;
  /** API versions that have it. Absent: all. */
  readonly apiVersions?: readonly ApiVersion[];
}

/** The value of a query parameter; several, where it may stand there several times. */
export type QueryValue = string | number | boolean | readonly (string | number | boolean)[];

/** A request to be made: an endpoint with its parameters filled in. */
export interface Call {
  readonly endpoint: Endpoint;
  readonly params: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, QueryValue>>;
  readonly body?: Json;
  /** Failure codes that mean "already so" for this call, for example 409 of a move that changes nothing. */
  readonly alreadySo?: readonly number[];
}

/** What a call of the endpoint does to what is there. */
export function effectOf({ effect, method }: Pick<Endpoint, "effect" | "method">): Effect {
  if (effect !== undefined) return effect;
  if (method === "GET") return "read";
  return method === "DELETE" ? "delete" : "write";
}

/** Whether a service of the API version has the operation. */
export function isServed(
  { apiVersions: having }: Pick<Endpoint, "apiVersions">,
  apiVersion: ApiVersion,
): boolean {
  return having === undefined || having.includes(apiVersion);
}

/** Checks an endpoint's types without widening them. */
export function defineEndpoint<const E extends Endpoint>(endpoint: E): E {
  return endpoint;
}
