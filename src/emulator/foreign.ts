import { EmulatorRefusal, type EmulatorResponse } from "../model/emulator-rules.ts";
import type { Call } from "../model/endpoint.ts";
import type { Json } from "../util/json.ts";
import { valueWithoutCredentials } from "../util/without-credentials.ts";
import type { ServeContext } from "./context.ts";
import { commit, handlerOf } from "./handle-request.ts";
import { serviceFor } from "./organizations.ts";
import { checkBody, lastOf } from "./request-rules.ts";
import type { Route } from "./routes.ts";
import type { LoggedRequest } from "./wire.ts";

/** Makes another user's change: the rules are the same, no fault applies, and the log marks the request as foreign. */
export function runForeign(
  context: ServeContext,
  operation: string,
  params: Readonly<Record<string, string>>,
  body: Json | undefined,
  query: Call["query"] = {},
): EmulatorResponse {
  const route = context.routes.operation(operation, context.apiVersion);
  if (route === undefined) throw new EmulatorRefusal(404, `The service has no operation ${operation}.`);
  const handler = handlerOf(route);
  const allParams = { organizationId: context.options.organizationId, ...params };
  const checked = checkBody(route.endpoint, body, context.apiVersion);
  const { body: object, bodyItems } = checked;
  const lists = asText(query);
  const request = {
    operation,
    params: allParams,
    query: lastOf(lists),
    queryLists: lists,
    body: object,
    bodyItems,
    headers: {},
  };
  context.jobs.advance();
  const service = serviceFor(context.service, context.tenancy, params);
  const response = commit(context, () => handler(request, service));
  context.jobs.begin();
  context.received += 1;
  context.log.push(entry(context, route, allParams, body, response));
  return response;
}

function asText(query: NonNullable<Call["query"]>): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries(Object.entries(query).map(([name, value]) => [name, [value].flat().map(String)]));
}

function entry(
  context: ServeContext,
  { endpoint }: Route,
  params: Readonly<Record<string, string>>,
  body: Json | undefined,
  response: EmulatorResponse,
): LoggedRequest {
  return {
    n: context.received,
    method: endpoint.method,
    path: `/v1${endpoint.path.replace(/\{([^}]+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ""))}`,
    operation: endpoint.operation,
    status: response.status,
    at: context.service.now(),
    foreign: true,
    ...(body === undefined ? {} : { body: valueWithoutCredentials(body) }),
  };
}
