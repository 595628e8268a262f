import { type ApiVersion, newestApiVersion } from "../model/endpoint.ts";
import { DocsformError } from "../model/errors.ts";

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

const example = "Write it in full and without /v1, for example https://api.gitbook.com.";

/** Reads a base URL. Throws `http/bad-base-url` for a URL that is malformed, or over which docsform must not send a token. */
export function parseBaseUrl(text: string): BaseUrl {
  // Messages do not repeat the text, because it may contain credentials.
  if (!URL.canParse(text)) throw badBaseUrl("The base URL is not a URL.", example);
  const url = new URL(text);
  const wrong = problemOf(url, text);
  if (wrong !== undefined) throw badBaseUrl(...wrong);
  return { origin: url.origin, prefix: url.pathname.replace(/\/+$/, "") };
}

function problemOf(url: URL, text: string): [message: string, remedy: string] | undefined {
  if (url.protocol !== "https:" && url.protocol !== "http:") {
    return ["The base URL does not begin with https://.", example];
  }
  if (url.username !== "" || url.password !== "") {
    return [
      "The base URL contains a user name or a password.",
      "Remove them, and give the API token separately.",
    ];
  }
  if (/[?#]/.test(text)) {
    return ["The base URL has a query or a fragment.", `Remove everything from the ? or # on. ${example}`];
  }
  if (/\/v1\/*$/.test(url.pathname)) {
    return ["The base URL ends in /v1, which docsform adds itself.", "Remove /v1."];
  }
  if (url.protocol === "http:" && !isLoopback(url.hostname)) {
    return [
      `The base URL uses plain http to ${url.hostname}, so others on the network could read the token.`,
      "Use https. docsform accepts plain http only for this machine (localhost, 127.0.0.1, ::1).",
    ];
  }
  return undefined;
}

// The URL parser has already normalized all spellings of an address, such as 127.1 to 127.0.0.1.
function isLoopback(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}

function badBaseUrl(message: string, remedy: string): DocsformError {
  return new DocsformError("http/bad-base-url", message, { remedy });
}
