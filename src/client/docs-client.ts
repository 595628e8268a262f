import { defaultBaseUrl } from "../http/base-url.ts";
import { type ClientOptions, type ClientStats, createClient } from "../http/client.ts";
import { systemClock } from "../http/system-clock.ts";
import { Secret } from "../model/secret.ts";
import { rows } from "../operations/rows.ts";
import { type Derived, deriveClient } from "./derive.ts";
import type { Systems } from "./generated/systems.ts";
import type { BodyOf, InputOf, MethodOptions, OperationId, OperationOf, ReadsOf } from "./method-types.ts";

type Rows = typeof rows;

/** What a client of all operations needs to know: a token. */
export interface DocsClientOptions extends Partial<Omit<ClientOptions, "token">> {
  readonly token: string | Secret;
}

/** An answer with what stands around its body. */
export interface OperationAnswer<Body> {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The service's name for the request, for its support. */
  readonly requestId?: string;
  /** Of a list, one page. */
  readonly body: Body;
}

interface Calls {
  /**
   * Calls an operation by its name in the published contract, and gives its answer with status and headers; of a list, one page.
   * For programs that choose at run time. Throws `client/unknown-operation`, and like the methods besides.
   */
  call<Id extends OperationId<Rows> | (string & {})>(
    operation: Id,
    input: Id extends OperationId<Rows> ? InputOf<OperationOf<Rows, Id>> : Readonly<Record<string, unknown>>,
    options?: MethodOptions,
  ): Promise<OperationAnswer<Id extends OperationId<Rows> ? BodyOf<OperationOf<Rows, Id>> : unknown>>;
  /** Counts of what this client has sent, and all that were made from it. */
  readonly stats: ClientStats;
}

/** The methods that only read. */
export type ReadOnlyDocsClient = Calls & {
  readonly [System in keyof Systems]: Pick<Systems[System], ReadsOf<Rows[System]> & keyof Systems[System]>;
};

/**
 * Every operation of the service, by system: `client.sites.get({ organizationId, siteId })`. An operation is asked with one
 * object, of its path's parameters, its query and the fields of its body, and what it does not have is a compile error. Answers
 * are as the service sends them, typed but not checked. Lists are read as they are gone through, page by page.
 *
 * What fails is an {@link ApiError} with a `code`, the service's message and whether it can have had an effect. What may be sent
 * again without doing it twice is sent again where the service or the network failed, and rate limits are waited out.
 */
export interface DocsClient extends Systems, Calls {
  /** A view that only reads: it has no other methods, and refuses to `call` another operation. */
  readOnly(): ReadOnlyDocsClient;
}

/** A client of every operation. Throws when the base URL or the token cannot be used. */
export function createDocsClient(options: DocsClientOptions): DocsClient {
  const { token } = options;
  const client = createClient({
    baseUrl: defaultBaseUrl,
    clock: systemClock,
    random: Math.random,
    ...options,
    token: typeof token === "string" ? new Secret(token, { kind: "literal" }) : token,
  });
  const readOnly = () => joined(deriveClient(client, rows, "reads")) as unknown as ReadOnlyDocsClient;
  return { ...joined(deriveClient(client, rows, "everything")), readOnly } as unknown as DocsClient;
}

function joined({ systems, ...rest }: Derived) {
  return { ...systems, ...rest };
}
