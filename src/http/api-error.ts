import { DocsformError } from "../model/errors.ts";
import { present } from "../model/present.ts";
import { proxyCredentialsRemedy } from "./proxy-refusal.ts";
import type { Outcome } from "./retry.ts";

export type { Outcome } from "./retry.ts";

/** The codes of failures between docsform and the service. */
export type ApiErrorCode =
  | "http/unauthorized"
  | "http/forbidden"
  | "http/not-found"
  | "http/conflict"
  | "http/rate-limited"
  | "http/needs-upgrade"
  | "http/proxy-refused"
  | "http/unexpected-status"
  | "http/invalid-response"
  | "http/incomplete-list"
  | "http/no-response"
  | "http/unreachable"
  | "http/redirect-refused"
  | "http/read-only"
  | "http/interrupted";

/** The facts of an {@link ApiError}. */
export interface ApiErrorFacts {
  readonly code: ApiErrorCode;
  /** What happened. The message continues with it after `createSite (POST /orgs/acme/sites)`. */
  readonly problem: string;
  readonly operation: string;
  readonly method: string;
  /** Path with ids, without the query. */
  readonly path: string;
  readonly outcome: Outcome;
  readonly status?: number | undefined;
  readonly requestId?: string | undefined;
  readonly serviceMessage?: string | undefined;
  readonly remedy?: string | undefined;
  /** The host that did not respond, and the reason: `api.example: the connection was refused`. */
  readonly unreachableHost?: string | undefined;
  /** The failure of the attempt before this one. */
  readonly cause?: ApiError | undefined;
}

/** A call of the service that failed, and what is known about its effect. */
export class ApiError extends DocsformError {
  declare readonly code: ApiErrorCode;
  readonly operation: string;
  readonly method: string;
  readonly path: string;
  /** Whether the call can have had an effect. A caller checks this before it continues. */
  readonly outcome: Outcome;
  readonly status: number | undefined;
  readonly requestId: string | undefined;
  /** The service's message, safe to print. */
  readonly serviceMessage: string | undefined;
  /** The host that did not respond, and the reason: `api.example: the connection was refused`. */
  readonly unreachableHost: string | undefined;

  constructor(facts: ApiErrorFacts) {
    const remedy = facts.remedy ?? remedyFor(facts.code, facts.status);
    super(
      facts.code,
      `${facts.operation} (${facts.method} ${facts.path}) ${facts.problem}`,
      present({ remedy, cause: facts.cause }),
    );
    this.operation = facts.operation;
    this.method = facts.method;
    this.path = facts.path;
    this.outcome = facts.outcome;
    this.status = facts.status;
    this.requestId = facts.requestId;
    this.serviceMessage = facts.serviceMessage;
    this.unreachableHost = facts.unreachableHost;
  }
}

const codes: Readonly<Record<number, ApiErrorCode>> = {
  401: "http/unauthorized",
  402: "http/needs-upgrade",
  403: "http/forbidden",
  404: "http/not-found",
  407: "http/proxy-refused",
  409: "http/conflict",
  429: "http/rate-limited",
};

/** The error code for a failure status. */
export function codeOfStatus(status: number): ApiErrorCode {
  return codes[status] ?? "http/unexpected-status";
}

const remediesByStatus: Readonly<Record<number, string>> = {
  400: "Correct the cause that the service's message names.",
  401: "Check the API token: it is missing, wrong, expired or revoked.",
  403: "Give the token's user the permission, or check that the organization's plan includes this feature.",
  404: "The object does not exist, or the token's user has no access to it. If it was deleted, plan again.",
  407: proxyCredentialsRemedy,
  409: "The change conflicts with an existing object. Plan again, and check whether another object has the same name or path.",
  412: "The service does not allow this in the object's present state. Plan again.",
  429: "The service's rate limit is exhausted. Wait, lower the concurrency, or check what else uses the same token.",
  501: "This service does not have the operation. Another API version may have it.",
};

const remediesByCode: Partial<Record<ApiErrorCode, string>> = {
  "http/needs-upgrade":
    "Upgrade the plan of the organization or the site in the app, or remove what the plan does not include.",
  "http/invalid-response":
    "Check that the base URL is that of the service itself and not of a proxy or a login page.",
  "http/incomplete-list":
    "Read the list again when fewer users write to it. If that does not help, ask the service's support about the count.",
  "http/no-response": "Check the network and the service's status, then run the command again.",
  "http/unreachable":
    "Check the base URL and the network, and whether a proxy or firewall blocks the connection.",
  "http/redirect-refused":
    "Set the base URL to the service's real address. docsform never sends the token to another address.",
  "http/interrupted": "Run the command again to continue.",
};

function remedyFor(code: ApiErrorCode, status: number | undefined): string | undefined {
  const byCode = remediesByCode[code];
  if (byCode !== undefined || status === undefined) return byCode;
  const byStatus = remediesByStatus[status];
  if (byStatus !== undefined || status < 500) return byStatus;
  return "The service has a problem. Run the command again later.";
}
