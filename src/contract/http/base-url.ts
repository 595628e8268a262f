import { fail } from "../../model/codes/service-words.ts";
import { type ApiVersion, newestApiVersion } from "../../model/endpoint.ts";

/** The address of the service: all requests go to `${origin}${prefix}/v1/…`. */
export interface BaseUrl {
  readonly origin: string;
  /** Path before `/v1`, without a slash at its end; usually empty. */
  readonly prefix: string;
}

/** URL of the public service, the default. */
export const defaultBaseUrl = "https://api.gitbook.com";

/** The API version that docsform assumes at a URL: the public service speaks the newest. undefined: another URL, no assumption. */
export function apiVersionAt({ origin, prefix }: BaseUrl): ApiVersion | undefined {
  return origin === defaultBaseUrl && prefix === "" ? newestApiVersion : undefined;
}

/** Reads a base URL. Throws `http/bad-base-url` for a URL that is malformed, or over which docsform must not send a token. */
export function parseBaseUrl(text: string): BaseUrl {
  // Messages do not repeat the text, because it may contain credentials.
  if (!URL.canParse(text)) throw fail("http/bad-base-url", { case: "notUrl" });
  const url = new URL(text);
  const problem = problemOf(url, text);
  if (problem === "plainHttp") throw fail("http/bad-base-url", { case: problem, host: url.hostname });
  if (problem !== undefined) throw fail("http/bad-base-url", { case: problem });
  return { origin: url.origin, prefix: url.pathname.replace(/\/+$/, "") };
}

function problemOf(
  url: URL,
  text: string,
): "otherScheme" | "credentials" | "query" | "version" | "plainHttp" | undefined {
  if (url.protocol !== "https:" && url.protocol !== "http:") return "otherScheme";
  if (url.username !== "" || url.password !== "") return "credentials";
  if (/[?#]/.test(text)) return "query";
  if (/\/v1\/*$/.test(url.pathname)) return "version";
  if (url.protocol === "http:" && !isLoopback(url.hostname)) return "plainHttp";
  return undefined;
}

// The URL parser has already normalized all spellings of an address, such as 127.1 to 127.0.0.1.
function isLoopback(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}
