import { fail } from "../../model/codes/service-words.ts";
import type { Call, Endpoint } from "../../model/endpoint.ts";
import type { BaseUrl } from "./base-url.ts";

/** A call that is ready to be sent, except for the token. */
export interface PreparedRequest {
  readonly endpoint: Endpoint;
  /** Path below `/v1`, with ids, without the query, for messages. */
  readonly path: string;
  readonly url: string;
  readonly body: string | undefined;
}

/** Fills an endpoint's path, query and body. Throws `http/bad-parameter` if a value would change the path. */
export function prepareRequest(baseUrl: BaseUrl, call: Call): PreparedRequest {
  const { endpoint } = call;
  const path = pathOf(call);
  return {
    endpoint,
    path,
    url: `${baseUrl.origin}${baseUrl.prefix}/v1${path}${queryString(call.query)}`,
    body: call.body === undefined ? undefined : JSON.stringify(call.body),
  };
}

/** The path of a call below `/v1`, with ids. Throws like {@link prepareRequest}. */
export function pathOf({ endpoint, params }: Call): string {
  return endpoint.path.replace(/\{(\w+)\}/g, (_match, name: string) =>
    pathSegment(endpoint.operation, name, params[name]),
  );
}

function pathSegment(operation: string, name: string, value: string | undefined): string {
  // URL parsers resolve dots and sometimes drop empty segments, so the call would reach another object.
  if (value === undefined || value === "" || value === "." || value === "..") {
    const shown = value === undefined ? "nothing" : JSON.stringify(value);
    throw fail("http/bad-parameter", { operation, name, value: shown });
  }
  return encodeURIComponent(value);
}

function queryString(query: Call["query"]): string {
  if (query === undefined) return "";
  const fields = Object.entries(query).flatMap(([name, value]) =>
    [value].flat().map((each) => `${encodeURIComponent(name)}=${encodeURIComponent(each)}`),
  );
  return fields.length === 0 ? "" : `?${fields.join("&")}`;
}
