import type { Words } from "../../model/codes/fail.ts";
import { wordsOf } from "../../model/codes/service-words.ts";
import type { ApiErrorCode } from "./api-error-code.ts";

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

/** The words if a proxy does not connect to the service. `reason`: the end of the sentence, as {@link describeProxyRefusal} returns it. */
export function proxyRefusedWords(
  { status }: ProxyRefusal,
  facts: { readonly call: string; readonly reason: string; readonly service: string },
): Words<ApiErrorCode> {
  return wordsOf("http/proxy-refused", { case: status === 407 ? "credentials" : "other", ...facts });
}
