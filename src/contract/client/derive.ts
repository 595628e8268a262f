import * as z from "zod";
import { fail } from "../../model/codes/service-words.ts";
import { type Call, type Endpoint, effectOf } from "../../model/endpoint.ts";
import type { DocsformError } from "../../model/errors.ts";
import type { Json } from "../../util/json.ts";
import { didYouMean } from "../../util/nearest.ts";
import { present } from "../../util/present.ts";
import { type CallOptions, type Client, type ClientStats, readOnlyError } from "../http/http-client.ts";
import { isCheckout } from "../http/response.ts";
import { operationAt } from "./by-path.ts";
import { createListing } from "./listing.ts";
import type { MethodOptions } from "./method-types.ts";
import { callsOf, type PartInput } from "./request-parts.ts";

/** Operations by system and name. */
type Table = Readonly<Record<string, Readonly<Record<string, Endpoint>>>>;

type Method = (input?: PartInput, options?: MethodOptions) => unknown;

/** A client with a method for each operation. {@link MethodOf} is the type of these methods. */
export interface DerivedClient {
  readonly systems: Readonly<Record<string, Readonly<Record<string, Method>>>>;
  call(operation: string, input: PartInput, options?: MethodOptions): Promise<DerivedResponse>;
  request(
    method: Endpoint["method"],
    path: string,
    input?: RequestInput,
    options?: MethodOptions,
  ): Promise<DerivedResponse>;
  readonly stats: ClientStats;
}

/** The query and the body of a call by path. */
export type RequestInput = Pick<Call, "query" | "body">;

interface DerivedResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly requestId?: string;
  readonly body: Json;
}

/** Derives a client of all operations in the table, or only of those that read. */
export function deriveClient(client: Client, table: Table, included: "reads" | "everything"): DerivedClient {
  const isIncluded = (endpoint: Endpoint) => included === "everything" || effectOf(endpoint) === "read";
  const systems = mapValues(table, (system) =>
    mapValues(
      Object.fromEntries(Object.entries(system).filter(([, endpoint]) => isIncluded(endpoint))),
      (endpoint) => methodOf(client, endpoint),
    ),
  );
  const operations = new Map(
    Object.values(table)
      .flatMap((system) => Object.values(system))
      .map((endpoint) => [endpoint.operation, callsOf(unchecked(endpoint))]),
  );
  const send = async (call: Call, options: MethodOptions | undefined): Promise<DerivedResponse> => {
    if (!isIncluded(call.endpoint)) throw readOnlyError(call.endpoint);
    const { status, headers, requestId, body } = await client.call(call, callOptions(options));
    return { status, headers, body, ...present({ requestId }) };
  };
  return {
    systems,
    stats: client.stats,
    call: async (operation, input, options) => {
      const callOf = operations.get(operation);
      if (callOf === undefined) throw unknownOperation(operation, operations.keys());
      return await send(callOf(input), options);
    },
    request: async (method, path, input, options) => {
      const { endpoint, query } = operationAt(method, path);
      return await send({ endpoint, params: {}, ...input, query: { ...query, ...input?.query } }, options);
    },
  };
}

function methodOf(client: Client, endpoint: Endpoint): Method {
  const callOf = callsOf(unchecked(endpoint));
  if (endpoint.paged === true) {
    return (input = {}, options) => createListing(client, callOf(input), callOptions(options));
  }
  const isRead = endpoint.response !== undefined;
  return async (input = {}, options) => {
    const { body } = await client.call(callOf(input), callOptions(options));
    return isRead ? body : undefined;
  };
}

/**
 * The operation with a response check that lets new values of the service pass, so that they do not break a program. It still
 * refuses one response: a checkout, which means that the service changed nothing, unless the operation declares it.
 */
export function unchecked(endpoint: Endpoint): Endpoint {
  const { response } = endpoint;
  if (response === undefined) return endpoint;
  const isResult = (body: unknown) => !isCheckout(body) || response.safeParse(body).success;
  return { ...endpoint, response: z.custom<unknown>(isResult) };
}

function callOptions({ signal }: MethodOptions = {}): CallOptions {
  return present({ signal });
}

function unknownOperation(operation: string, operations: Iterable<string>): DocsformError {
  return fail("client/unknown-operation", { operation, meant: didYouMean(operation, operations) ?? "" });
}

function mapValues<From, To>(
  record: Readonly<Record<string, From>>,
  change: (value: From) => To,
): Readonly<Record<string, To>> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]));
}
