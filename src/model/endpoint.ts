import type * as z from "zod";
import type { Json } from "../util/json.ts";

/**
 * The API versions of the service. `classic` is that of `@gitbook/api` 0.146, `current` that of 0.202. They differ in how sections
 * join groups, in the nesting of groups, and in a few fields. `classic-minimal` is classic without some operations: it creates no
 * spaces, and it has lists in place of a site's whole structure.
 */
export type ApiVersion = "classic" | "current" | "classic-minimal";

export const apiVersions = ["classic", "current", "classic-minimal"] as const satisfies readonly ApiVersion[];

/** The API versions whose contract the service has published. */
export const publishedApiVersions = ["classic", "current"] as const satisfies readonly ApiVersion[];

export const newestApiVersion: ApiVersion = "current";

/** The response header, in lower case, that announces the service's API version. */
export const apiVersionHeader = "x-docsform-api-version";

/** These API versions, the newest first. A version with fewer operations comes last. */
export function newestFirst(among: readonly ApiVersion[]): readonly ApiVersion[] {
  const known = [newestApiVersion, ...apiVersions.filter((each) => each !== newestApiVersion)];
  return known.filter((apiVersion) => among.includes(apiVersion));
}

/** What an operation does on the service. */
export type Effect = "read" | "write" | "delete";

/** One operation of the service, as data. The client calls it and the emulator serves it, from the same declaration. */
export interface Endpoint {
  /** The operation's name in the published contract, for example `createSite`. */
  readonly operation: string;
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Below `/v1`, with `{name}` for parameters: `/orgs/{organizationId}/sites/{siteId}`. */
  readonly path: string;
  /** What the operation does, in one line. */
  readonly summary?: string;
  /** Absent: a GET reads, a DELETE deletes, and everything else writes. */
  readonly effect?: Effect;
  /** Path parameters that do not accept every text, by name. */
  readonly params?: Readonly<Record<string, z.ZodType>>;
  /**
   * Query parameters. Absent: none. Paged lists also have `page` and `limit`. A parameter that is a list repeats its name for every
   * value.
   */
  readonly query?: z.ZodObject;
  /** Request body. Absent: none. */
  readonly body?: z.ZodType;
  /** The fields of a successful response. Unknown fields pass. Absent: nothing reads the body. */
  readonly response?: z.ZodType;
  /** The fields beside `items` in every page of a paged list. Absent: only `next` and `count`. */
  readonly envelope?: z.ZodObject;
  /** What a failure with this status means for this operation, for the failures that a caller must expect. */
  readonly errors?: Readonly<Record<number, string>>;
  /** Status codes of success. */
  readonly success: readonly number[];
  /** Whether a client may retry the request if its result is unknown. */
  readonly idempotent: boolean;
  /** Whether the response is `{ items, next?, count? }`. `response` then describes one item. */
  readonly paged?: boolean;
  /** API versions that have the operation. Absent: all. */
  readonly apiVersions?: readonly ApiVersion[];
  /** Its body is a list of items. The service does or refuses each by itself. */
  readonly bulk?: BulkForm;
}

/** Where a bulk call has its items, and its response their results. */
export interface BulkForm {
  /** The field of the body with the items. */
  readonly items: string;
  /** The field of the response with a result for each item. */
  readonly results: string;
  /** Maximum number of items. */
  readonly mostItems: number;
  /** Returns the same for an item and for its result. */
  readonly keyOf: (itemOrResult: Json) => string;
  /** The field with the service's message in the result of a refused item. Other results do not have it. */
  readonly refusal: string;
}

/** The value of a query parameter, or several for a parameter that repeats. */
export type QueryValue = string | number | boolean | readonly (string | number | boolean)[];

/** A request to send: an endpoint with its parameters. */
export interface Call {
  readonly endpoint: Endpoint;
  readonly params: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, QueryValue>>;
  readonly body?: Json;
  /** Statuses of failures that mean "already done" for this call, for example 409 for a move that changes nothing. */
  readonly alreadyDone?: readonly number[];
}

/** The effect of an endpoint's calls on the service. */
export function effectOf({ effect, method }: Pick<Endpoint, "effect" | "method">): Effect {
  if (effect !== undefined) return effect;
  if (method === "GET") return "read";
  return method === "DELETE" ? "delete" : "write";
}

/** Whether the API version has the operation. */
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
