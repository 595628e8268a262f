import type { Call, Endpoint } from "../endpoint.ts";
import type { CallContext } from "./call-context.ts";

/**
 * A call of an operation. Its path names the organization, the object's scope, and these ids, in this order, as far as it has parameters
 * for them: the last parameter is the last id.
 */
export function callAt(
  endpoint: Endpoint,
  context: CallContext,
  ids: readonly string[],
  rest: Pick<Call, "query" | "body" | "alreadyDone"> = {},
): Call {
  return { endpoint, params: pathParams(endpoint, context, ids), ...rest };
}

function pathParams(
  { path }: Endpoint,
  { organizationId, scopeId }: CallContext,
  ids: readonly string[],
): Readonly<Record<string, string>> {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string);
  const values = scopeId === undefined ? ids : [scopeId, ...ids.map((id) => withoutScope(id, scopeId))];
  const others = names.filter((name) => name !== "organizationId");
  const first = values.length - others.length;
  return Object.fromEntries(
    names.map((name) => [
      name,
      name === "organizationId" ? organizationId : (values[first + others.indexOf(name)] ?? ""),
    ]),
  );
}

/** The id of an object for people, who know no scope beside it. */
export function withScope(id: string, scopeId: string | undefined): string {
  return scopeId === undefined ? id : `${scopeId}/${withoutScope(id, scopeId)}`;
}

/** An association has the id of its scope and that of the other object, with a slash between them. */
export function withoutScope(id: string, scopeId: string | undefined): string {
  return scopeId !== undefined && id.startsWith(`${scopeId}/`) ? id.slice(scopeId.length + 1) : id;
}
