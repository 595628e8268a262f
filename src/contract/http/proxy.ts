import { fail } from "../../model/codes/service-words.ts";

/** The proxy of a client. */
export interface ProxySettings {
  /** URL of the proxy. Plain-http requests to this machine itself never use it. */
  readonly url?: string | undefined;
  /** Hosts that need no proxy, in the format of `NO_PROXY`. */
  readonly except?: string | undefined;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Reads the proxy from an environment: `HTTPS_PROXY`, except for the hosts in `NO_PROXY`. Names in lower case take precedence. */
export function proxyFrom(environment: Environment): ProxySettings {
  const { https_proxy, HTTPS_PROXY, no_proxy, NO_PROXY } = environment;
  return { url: checkedUrl(https_proxy || HTTPS_PROXY), except: no_proxy || NO_PROXY || undefined };
}

function checkedUrl(text: string | undefined): string | undefined {
  if (text === undefined || text === "") return undefined;
  // As other programs do, docsform assumes http for a proxy without a scheme.
  const url = text.includes("://") ? text : `http://${text}`;
  if (/^https?:$/.test(URL.canParse(url) ? new URL(url).protocol : "")) return url;
  // The message does not repeat the URL, because it may contain a password.
  throw fail("http/bad-proxy");
}
