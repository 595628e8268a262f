import { removed, wasAbsent } from "../model/emulator-answers.ts";
import { type EmulatorAnswer, type EmulatorHandler, EmulatorRefusal } from "../model/emulator-rules.ts";
import { isJsonObject, type Json, type JsonObject } from "../model/json.ts";
import { present } from "../model/present.ts";
import { unservedOperation } from "../operations/system.ts";
import { requestKey, type ServeContext, type Visit } from "./context.ts";
import { faultOf } from "./faults.ts";
import { asShown } from "./lying-lists.ts";
import { requireRole, serviceFor } from "./organizations.ts";
import { pageOf } from "./paging.ts";
import { checkBody, checkQuery, parseBody } from "./request-rules.ts";
import { canBeOperation, type Match, type Route } from "./routes.ts";
import { withTrash } from "./trash.ts";

/** What the service says to a request, before it goes on the wire. */
export interface Reply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Json;
  /** The request's body as it was sent. */
  readonly sent?: Json;
  readonly dropped?: readonly string[];
  /** The object that the request made. */
  readonly createdId?: string;
}

/** The service's error body. */
export function refusal(error: EmulatorRefusal): Reply {
  return { status: error.status, body: { error: { code: error.status, message: error.message } } };
}

/** Authenticates, checks and serves a request. Never throws: what handlers throw is an answer too. */
export function answer(context: ServeContext, visit: Visit): Reply {
  const notes: { sent?: Json; dropped?: readonly string[] } = {};
  try {
    authenticate(context, visit);
    const match = matched(context, visit);
    const { endpoint } = match.route;
    const service = serviceFor(context.service, context.tenancy, match.params);
    requireRole(service, context.tenancy, match.route.need);
    const handler = handlerOf(match.route);
    const { query, queryLists } = checkQuery(endpoint, visit.query, context.apiVersion);
    const sent = endpoint.body === undefined ? undefined : parseBody(visit.request.body);
    if (sent !== undefined) notes.sent = sent;
    const checked = checkBody(endpoint, sent, context.apiVersion);
    notes.dropped = checked.dropped;
    refuseTakenName(context, visit);
    const { operation } = endpoint;
    const { params } = match;
    const { headers } = visit.request;
    const body = withoutIgnored(context, visit, checked.body);
    const { bodyItems } = checked;
    const request = { operation, params, query, queryLists, body, bodyItems, headers };
    const given = run(context, visit, () => handler(request, service));
    return { ...notes, ...replyOf(context, visit, query, asShown(context, visit, given)) };
  } catch (error) {
    return { ...notes, ...refusal(asRefusal(error)) };
  }
}

function asRefusal(error: unknown): EmulatorRefusal {
  if (error instanceof EmulatorRefusal) return error;
  return new EmulatorRefusal(
    500,
    `The emulator failed: ${error instanceof Error ? error.message : "unknown"}`,
  );
}

function authenticate(context: ServeContext, { request }: Visit): void {
  if (request.headers["authorization"] !== `Bearer ${context.options.token}`) {
    throw new EmulatorRefusal(401, "Authentication is required.");
  }
}

function matched({ service }: ServeContext, { match, path }: Visit): Match {
  if (match !== undefined && match.isUnserved !== true) return match;
  if (!canBeOperation(path) || service.choice(unservedOperation) === "404")
    throw new EmulatorRefusal(404, "No such operation.");
  // The service may have operations that nobody declared.
  const why =
    match === undefined
      ? "The emulator does not serve this operation."
      : `${match.route.endpoint.operation} is no operation of the ${service.apiVersion} service.`;
  throw new EmulatorRefusal(501, why);
}

/** The rules of an operation; the service's answer, where nobody wrote them. */
export function handlerOf({ endpoint, handler }: Route): EmulatorHandler {
  if (handler === undefined) throw new EmulatorRefusal(501, `${endpoint.operation} is not emulated.`);
  return handler;
}

function refuseTakenName(context: ServeContext, visit: Visit): void {
  if (context.created.size === 0) return;
  const id = context.created.get(requestKey(visit));
  if (id !== undefined && context.store.has(id))
    throw new EmulatorRefusal(400, "This name is already taken.");
}

function withoutIgnored(context: ServeContext, visit: Visit, body: JsonObject): JsonObject {
  const ignored = visit.faults.flatMap((fault) =>
    fault.kind === "drop-field" && body[fault.field] !== undefined ? [fault.field] : [],
  );
  for (const _ of ignored) context.faults.hit("drop-field");
  if (ignored.length === 0) return body;
  return Object.fromEntries(Object.entries(body).filter(([field]) => !ignored.includes(field)));
}

function run(context: ServeContext, visit: Visit, call: () => EmulatorAnswer): EmulatorAnswer {
  if (visit.request.method !== "GET") return commit(context, call);
  const read = () => withTrash(context, visit.faults, call);
  const stale = faultOf(visit.faults, "stale-reads");
  const past = stale && context.history.asOf(context.clock.now(), stale.ms);
  if (past === undefined) return read();
  context.faults.hit("stale-reads");
  return context.store.viewing(past, read);
}

/** Runs a write: all of it, or nothing where it is refused. */
export function commit<T>(context: ServeContext, work: () => T): T {
  const before = context.history.before(context.clock.now());
  const { result, changed } = context.jobs.during(() => context.store.transaction(work));
  if (changed) before?.committed();
  return result;
}

function replyOf(
  context: ServeContext,
  visit: Visit,
  query: Readonly<Record<string, string>>,
  given: EmulatorAnswer,
): Reply {
  const id = isJsonObject(given.body) ? given.body["id"] : undefined;
  return {
    status: statusOf(context, given),
    ...headersOf(given),
    ...(given.status === 201 && typeof id === "string" ? { createdId: id } : {}),
    ...bodyOf(context, visit, query, given),
  };
}

/** The interface says 204 of a DELETE in any case; that 205 says whether something was there, only the contracts do. */
function statusOf({ apiVersion }: ServeContext, { status }: EmulatorAnswer): number {
  return apiVersion === "classic-minimal" && status === removed.status ? wasAbsent.status : status;
}

function headersOf({ headers, location }: EmulatorAnswer): Pick<Reply, "headers"> {
  if (headers === undefined && location === undefined) return {};
  return { headers: { ...headers, ...(location === undefined ? {} : { location: `/v1${location}` }) } };
}

function bodyOf(
  context: ServeContext,
  visit: Visit,
  query: Readonly<Record<string, string>>,
  given: EmulatorAnswer,
): { readonly body?: Json } {
  if (given.items === undefined) return present({ body: given.body });
  const shift = faultOf(visit.faults, "shift-pages");
  const loop = faultOf(visit.faults, "loop-cursor");
  if (shift !== undefined) context.faults.hit("shift-pages");
  if (loop !== undefined) context.faults.hit("loop-cursor");
  const by = shift === undefined ? 0 : shift.by === "repeat" ? -1 : 1;
  const faults = { shift: by, loop: loop !== undefined };
  return {
    body: { ...given.envelope, ...pageOf(given.items, query, context.pages, context.cursors, faults) },
  };
}
