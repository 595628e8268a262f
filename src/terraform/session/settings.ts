import type { ApiVersion } from "../../model/endpoint.ts";
import type { Secret } from "../../model/secret.ts";

/** The checked settings of a provider block and the environment. */
export interface ProviderSettings {
  readonly baseUrl: string;
  readonly token: Secret;
  /** Absent: the only one that the token has access to. */
  readonly organization?: string;
  /** The configured API version. Absent: the service's responses reveal it. */
  readonly apiVersion?: ApiVersion;
  readonly maxConcurrency: number;
  readonly requestsPerSecond?: number;
  readonly timeoutMs: number;
  /** Absent: no limit. */
  readonly maxDeletes?: number;
}
