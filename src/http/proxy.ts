import { DocsformError } from "../model/errors.ts";

/** The way out of a network. */
export interface ProxySettings {
  /** A proxy's URL. What goes to this machine itself by plain http never goes through it. */
  readonly url?: string | undefined;
  /** Hosts that are reached without it, as `NO_PROXY` lists them. */
  readonly except?: string | undefined;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** The proxy that an environment names: `HTTPS_PROXY` but for the hosts of `NO_PROXY`, or either in lower case, which wins. */
export function proxyFrom(environment: Environment): ProxySettings {
  const { https_proxy, HTTPS_PROXY, no_proxy, NO_PROXY } = environment;
  return { url: checkedUrl(https_proxy || HTTPS_PROXY), except: no_proxy || NO_PROXY || undefined };
}

function checkedUrl(text: string | undefined): string | undefined {
  if (text === undefined || text === "") return undefined;
  // As other programs do, a proxy without a scheme is asked by http.
  const url = text.includes("://") ? text : `http://${text}`;
  if (/^https?:$/.test(URL.canParse(url) ? new URL(url).protocol : "")) return url;
  // It may hold a password, so it is not repeated.
  throw new DocsformError("http/bad-proxy", "HTTPS_PROXY does not name a proxy.", {
    remedy: "Write it as http://proxy.example:3128, or unset it.",
  });
}
