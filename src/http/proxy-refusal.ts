/** A proxy that did not connect, and what it answered, if anything. */
export interface ProxyRefusal {
  /** With its port, without credentials. */
  readonly host: string;
  readonly status?: number;
}

/** What a proxy did, to follow what could not be done. `message` is the failure where the proxy answered nothing. */
export function describeProxyRefusal(
  { host, status }: ProxyRefusal,
  service: string,
  message: string,
): string {
  const failure =
    status === undefined ? message : `it answered ${status} to the request to connect to ${service}`;
  return `through the proxy ${host}: ${failure}`;
}

/** What to do where a proxy wants to know who asks. */
export const proxyCredentialsRemedy =
  "Give the proxy's user name and password in HTTPS_PROXY, as http://USER:PASSWORD@HOST:PORT, each part percent-encoded.";

/** What to do about a proxy that does not connect to a service. */
export function proxyRemedy({ status }: ProxyRefusal, service: string): string {
  if (status === 407) return proxyCredentialsRemedy;
  return `Check that HTTPS_PROXY names the right proxy and that it allows connections to ${service}. NO_PROXY lists the hosts to reach without a proxy.`;
}
