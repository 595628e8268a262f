import * as z from "zod";
import { fail } from "../../model/codes/service-words.ts";
import type { Call, Endpoint } from "../../model/endpoint.ts";

/** An operation that no table names. */
export type ByPath = Pick<Call, "endpoint"> & { readonly query: NonNullable<Call["query"]> };

export const methods = [
  "GET",
  "POST",
  "PUT",
  "PATCH",
  "DELETE",
] as const satisfies readonly Endpoint["method"][];

const anyFields = z.looseObject({});

/**
 * The operation behind a method and a path below `/v1`, such as `/orgs/acme/sites?limit=20`, for what docsform has no name for. The path may have
 * parameters: `/orgs/{organizationId}/sites`. `isList`: the response is a page of a list. A client retries only what cannot be done twice.
 *
 * Throws `client/bad-path` for all that is no path of the service, so that no other host receives the token: a URL, `//host`, dots as a segment.
 */
export function operationAt(method: Endpoint["method"], target: string, isList = false): ByPath {
  const { path, query } = partsOf(target);
  return {
    endpoint: {
      operation: `${method} ${path}`,
      method,
      path,
      ...(method === "GET" ? { response: z.unknown() } : { body: z.union([anyFields, z.array(anyFields)]) }),
      success: [200, 201, 202, 204],
      idempotent: method !== "POST" && method !== "PATCH",
      paged: isList,
    },
    query,
  };
}

const anyOrigin = "http://service.invalid";

function partsOf(target: string): { readonly path: string; readonly query: ByPath["query"] } {
  const [given = ""] = target.split(/[?#]/u, 1);
  const filled = given.replaceAll(/\{\w+\}/gu, "x");
  const url = URL.canParse(filled, anyOrigin) ? new URL(filled, anyOrigin) : undefined;
  // What a URL parser reads in another way could lead to another place than the text shows.
  const isAsWritten = url?.origin === anyOrigin && url.pathname === filled;
  if (!isAsWritten || filled.includes("//") || target.includes("#"))
    throw fail("client/bad-path", { case: /^\/(?!\/)/u.test(given) ? "otherwise" : "noPath" });
  const names = new URL(target.slice(given.length), anyOrigin).searchParams;
  const query = [...new Set(names.keys())].map((name) => {
    const values = names.getAll(name);
    return [name, values.length === 1 ? (values[0] as string) : values] as const;
  });
  return { path: given.replace(/^\/v1(?=\/)/u, ""), query: Object.fromEntries(query) };
}
