import { unservedOperation } from "../contract/operations/system.ts";
import { removed, wasAbsent } from "../model/emulator-responses.ts";
import { type EmulatorHandler, EmulatorRefusal, type EmulatorResponse } from "../model/emulator-rules.ts";
import { isJsonObject, type Json, type JsonObject } from "../util/json.ts";
import { present } from "../util/present.ts";
import { type RoutedRequest, requestKey, type ServeContext } from "./context.ts";
import { pageOf } from "./emulated-paging.ts";
import { faultOf, faultsOf } from "./faults.ts";
import { withListFaults } from "./list-faults.ts";
import { requireRole, serviceFor } from "./organizations.ts";
import { checkBody, checkQuery, parseBody } from "./request-rules.ts";
import { canBeOperation, type Route, type RouteMatch } from "./routes.ts";
import { withTrash } from "./with-trash.ts";

/** The service's response before it is encoded for the wire. */
export interface Reply {
  /** 0: the connection breaks. */
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Json;
  readonly requestBody?: Json;
  /** Paths of the fields in the request body that the service ignored. */
  readonly ignoredFields?: readonly string[];
  /** Id of the object that the request created. */
  readonly createdId?: string;
}

/** The service's error body. */
export function errorReply(error: EmulatorRefusal): Reply {
  return { status: error.status, body: { error: { code: error.status, message: error.message } } };
}

/** Authenticates, checks and serves a request. Never throws: an error of a handler becomes a response. */
export function handleRequest(context: ServeContext, routed: RoutedRequest): Reply {
  const forLog: { requestBody?: Json; ignoredFields?: readonly string[] } = {};
  try {
    authenticate(context, routed);
    const { route, params } = servedMatch(context, routed);
    const { endpoint } = route;
    const service = serviceFor(context.service, context.tenancy, params);
    requireRole(service, context.tenancy, route.need);
    const handler = handlerOf(route);
    const { query, queryLists } = checkQuery(endpoint, routed.query, context.apiVersion);
    const requestBody = endpoint.body === undefined ? undefined : parseBody(routed.request.body);
    if (requestBody !== undefined) forLog.requestBody = requestBody;
    const { body, bodyItems, ignoredFields } = checkBody(endpoint, requestBody, context.apiVersion);
    forLog.ignoredFields = ignoredFields;
    refuseDuplicateName(context, routed);
    const request = {
      operation: endpoint.operation,
      params,
      query,
      queryLists,
      body: withoutDroppedFields(context, routed, body),
      bodyItems,
      headers: routed.request.headers,
      ...present({ refusedItem: refusedItem(context, routed) }),
    };
    const response = runHandler(context, routed, () => handler(request, service));
    return { ...forLog, ...replyOf(context, routed, query, withListFaults(context, routed, response)) };
  } catch (error) {
    return { ...forLog, ...errorReply(asRefusal(error)) };
  }
}

function asRefusal(error: unknown): EmulatorRefusal {
  if (error instanceof EmulatorRefusal) return error;
  return new EmulatorRefusal(
    500,
    `The emulator failed: ${error instanceof Error ? error.message : "unknown error"}`,
  );
}

function authenticate(context: ServeContext, { request }: RoutedRequest): void {
  if (request.headers["authorization"] !== `Bearer ${context.options.token}`) {
    throw new EmulatorRefusal(401, "Authentication is required.");
  }
}

/** The operation of the request. Refuses the request if the API version does not have the operation. */
function servedMatch({ service }: ServeContext, { match, path }: RoutedRequest): RouteMatch {
  if (match?.isServed === true) return match;
  if (!canBeOperation(path) || service.choice(unservedOperation) === "404")
    throw new EmulatorRefusal(404, "The service has no such operation.");
  // The service may have operations that no system declares, so the emulator does not claim 404 for them.
  const message =
    match === undefined
      ? "The emulator does not support this operation."
      : `The API version ${service.apiVersion} does not have the operation ${match.route.endpoint.operation}.`;
  throw new EmulatorRefusal(501, message);
}

/** The handler of an operation. Throws the service's 501 if the operation has none. */
export function handlerOf({ endpoint, handler }: Route): EmulatorHandler {
  if (handler === undefined)
    throw new EmulatorRefusal(501, `The emulator does not support the operation ${endpoint.operation}.`);
  return handler;
}

/** For the fault `name-taken`: refuses the repetition of a create whose response was lost. */
function refuseDuplicateName(context: ServeContext, routed: RoutedRequest): void {
  if (context.created.size === 0) return;
  const id = context.created.get(requestKey(routed));
  if (id !== undefined && context.store.has(id))
    throw new EmulatorRefusal(400, "This name is already taken.");
}

function withoutDroppedFields(context: ServeContext, routed: RoutedRequest, body: JsonObject): JsonObject {
  const omitted = faultsOf(routed.faults, "drop-field")
    .map(({ field }) => field)
    .filter((field) => body[field] !== undefined);
  for (const _ of omitted) context.faults.hit("drop-field");
  if (omitted.length === 0) return body;
  return Object.fromEntries(Object.entries(body).filter(([field]) => !omitted.includes(field)));
}

function refusedItem({ faults }: ServeContext, routed: RoutedRequest): number | undefined {
  const fault = faultOf(routed.faults, "refuse-item");
  if (fault !== undefined) faults.hit("refuse-item");
  return fault?.item;
}

/** Runs a write completely or not at all, and a read on the present records or, with the fault `stale-reads`, on earlier ones. */
function runHandler(
  context: ServeContext,
  routed: RoutedRequest,
  handle: () => EmulatorResponse,
): EmulatorResponse {
  if (routed.request.method !== "GET") return commit(context, handle);
  const read = () => withTrash(context, routed.faults, handle);
  const stale = faultOf(routed.faults, "stale-reads");
  const past = stale && context.history.asOf(context.clock.now(), stale.ms);
  if (past === undefined) return read();
  context.faults.hit("stale-reads");
  return context.store.viewing(past, read);
}

/** Runs a write. If the service refuses it, nothing changes. */
export function commit<T>(context: ServeContext, work: () => T): T {
  const before = context.history.before(context.clock.now());
  const { result, changed } = context.jobs.during(() => context.store.transaction(work));
  if (changed) before?.committed();
  return result;
}

function replyOf(
  context: ServeContext,
  routed: RoutedRequest,
  query: Readonly<Record<string, string>>,
  response: EmulatorResponse,
): Reply {
  const id = isJsonObject(response.body) ? response.body["id"] : undefined;
  return {
    status: statusOf(context, response),
    ...headersOf(response),
    ...(response.status === 201 && typeof id === "string" ? { createdId: id } : {}),
    ...bodyOf(context, routed, query, response),
  };
}

/**
 * The status of a response. classic-minimal answers every DELETE with 204. Only the published API versions return 205 if the object
 * existed.
 */
function statusOf({ apiVersion }: ServeContext, { status }: EmulatorResponse): number {
  return apiVersion === "classic-minimal" && status === removed.status ? wasAbsent.status : status;
}

function headersOf({ headers, location }: EmulatorResponse): Pick<Reply, "headers"> {
  if (headers === undefined && location === undefined) return {};
  return { headers: { ...headers, ...(location === undefined ? {} : { location: `/v1${location}` }) } };
}

function bodyOf(
  context: ServeContext,
  routed: RoutedRequest,
  query: Readonly<Record<string, string>>,
  response: EmulatorResponse,
): { readonly body?: Json } {
  if (response.items === undefined) return present({ body: response.body });
  const shiftFault = faultOf(routed.faults, "shift-pages");
  const loopFault = faultOf(routed.faults, "loop-cursor");
  if (shiftFault !== undefined) context.faults.hit("shift-pages");
  if (loopFault !== undefined) context.faults.hit("loop-cursor");
  const shift = shiftFault === undefined ? 0 : shiftFault.by === "repeat" ? -1 : 1;
  const faults = { shift, loop: loopFault !== undefined };
  return {
    body: { ...response.envelope, ...pageOf(response.items, query, context.pages, context.cursors, faults) },
  };
}
