import type { ApiVersion } from "../../model/endpoint.ts";
import type { Secret } from "../../model/secret.ts";

/** What a provider block and the environment say, checked. */
export interface ProviderSettings {
  readonly baseUrl: string;
  readonly token: Secret;
  /** Absent: the only one that the token sees. */
  readonly organization?: string;
  /** Which contract the service speaks, as somebody says it. Absent: what the service answers shows it. */
  readonly apiVersion?: ApiVersion;
  readonly maxConcurrency: number;
  readonly requestsPerSecond?: number;
  readonly timeoutMs: number;
  /** Absent: no limit. */
  readonly maxDeletes?: number;
}
