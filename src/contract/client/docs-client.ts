import type { Endpoint } from "../../model/endpoint.ts";
import { Secret } from "../../model/secret.ts";
import { defaultBaseUrl } from "../http/base-url.ts";
import { type ClientOptions, type ClientStats, createClient } from "../http/http-client.ts";
import { systemClock } from "../http/system-clock.ts";
import { rows } from "../operations/rows.ts";
import { type DerivedClient, deriveClient, type RequestInput } from "./derive.ts";
import type { Systems } from "./generated/systems.ts";
import type { BodyOf, InputOf, MethodOptions, OperationId, OperationOf, ReadsOf } from "./method-types.ts";

type Rows = typeof rows;

/** Options of a client of all operations. Only the token is required. */
export interface DocsClientOptions extends Partial<Omit<ClientOptions, "token">> {
  readonly token: string | Secret;
}

/** A response: its body, status and headers. */
export interface OperationResponse<Body> {
  readonly status: number;
  /** Header names are in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The service's id of the request. The service's support asks for it. */
  readonly requestId?: string;
  /** The body. For a list, one page. */
  readonly body: Body;
}

interface Calls {
  /**
   * Calls an operation by its name in the published contract, for programs that choose it at run time. Returns the response with its
   * status and headers; for a list, one page. Throws `client/unknown-operation`, and the errors of the methods.
   */
  call<Id extends OperationId<Rows> | (string & {})>(
    operation: Id,
    input: Id extends OperationId<Rows> ? InputOf<OperationOf<Rows, Id>> : Readonly<Record<string, unknown>>,
    options?: MethodOptions,
  ): Promise<OperationResponse<Id extends OperationId<Rows> ? BodyOf<OperationOf<Rows, Id>> : unknown>>;
  /**
   * Calls an operation by its method and its path below `/v1`, for the operations that have no method here:
   * `client.request("GET", "/orgs/acme/link-invites", { query: { limit: 20 } })`. Throws `client/bad-path` for a URL or a path with dots, and the
   * errors of the methods.
   */
  request(
    method: Endpoint["method"],
    path: string,
    input?: RequestInput,
    options?: MethodOptions,
  ): Promise<OperationResponse<unknown>>;
  /** Counts of the requests of this client and of all clients made from it. */
  readonly stats: ClientStats;
}

/** A client with only the methods that read. */
export type ReadOnlyDocsClient = Calls & {
  readonly [System in keyof Systems]: Pick<Systems[System], ReadsOf<Rows[System]> & keyof Systems[System]>;
};

/**
 * The operations of the service, by system: `client.sites.get({ organizationId, siteId })`. A method takes one object with the
 * parameters of the path, the query and the fields of the body; any other field is a compile error. Responses are typed and not
 * checked. A list fetches its pages while you iterate over its items.
 *
 * A failure of a call is an {@link ApiError} with a `code`, the service's message, and whether the call can have had an effect. A call
 * that the client does not send, for example with an unknown field, ends with another `DocsformError`, which has a `code`, too. The client
 * retries a call after a failure of the service or the network if the retry cannot do it twice, and it waits for rate limits.
 */
export interface DocsClient extends Systems, Calls {
  /** A client that only reads. It has no other methods, and its `call` refuses operations that write. */
  readOnly(): ReadOnlyDocsClient;
}

/**
 * Creates a client of the service. Throws if the base URL or the token is not valid.
 *
 * @example
 * import { registry } from "docsform";
 * import { createDocsClient, systemClock as clock } from "docsform/client";
 * import { operations, startEmulator } from "docsform/emulator";
 *
 * const parts = { types: registry, operations, clock, random: Math.random };
 * const service = await startEmulator({ ...parts, organizationId: "acme", token: "secret", port: 0 });
 * const client = createDocsClient({ baseUrl: service.url, token: "secret" });
 * await client.spaces.create({ organizationId: "acme", title: "Guides" });
 * for await (const { title } of client.spaces.list({ organizationId: "acme" })) console.log(title); // Guides
 * await service.close();
 */
export function createDocsClient(options: DocsClientOptions): DocsClient {
  const { token } = options;
  const client = createClient({
    baseUrl: defaultBaseUrl,
    clock: systemClock,
    random: Math.random,
    ...options,
    token: typeof token === "string" ? new Secret(token, { kind: "literal" }) : token,
  });
  const readOnly = () => flattened(deriveClient(client, rows, "reads")) as unknown as ReadOnlyDocsClient;
  return { ...flattened(deriveClient(client, rows, "everything")), readOnly } as unknown as DocsClient;
}

function flattened({ systems, ...calls }: DerivedClient) {
  return { ...systems, ...calls };
}
