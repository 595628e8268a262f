/** A proxy that did not connect to the service. */
export interface ProxyRefusal {
  /** Host with port, without credentials. */
  readonly host: string;
  readonly status?: number;
}

/** Describes a proxy's failure, as the end of a sentence. `message` describes the failure if the proxy did not respond. */
export function describeProxyRefusal(
  { host, status }: ProxyRefusal,
  service: string,
  message: string,
): string {
  const failure =
    status === undefined ? message : `it returned ${status} for the request to connect to ${service}`;
  return `through the proxy ${host}: ${failure}`;
}

/** The remedy if a proxy asks for credentials. */
export const proxyCredentialsRemedy =
  "Give the proxy's user name and password in HTTPS_PROXY, as http://USER:PASSWORD@HOST:PORT, each part percent-encoded.";

/** The remedy if a proxy does not connect to the service. */
export function proxyRemedy({ status }: ProxyRefusal, service: string): string {
  if (status === 407) return proxyCredentialsRemedy;
  return `Check that HTTPS_PROXY names the right proxy and that it allows connections to ${service}. NO_PROXY lists the hosts to reach without a proxy.`;
}
