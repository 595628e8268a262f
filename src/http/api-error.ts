import { DocsformError } from "../model/errors.ts";
import { present } from "../model/present.ts";
import { proxyCredentialsRemedy } from "./proxy-refusal.ts";
import type { Outcome } from "./retry.ts";

export type { Outcome } from "./retry.ts";

/** The codes of what can go wrong between docsform and the service. */
export type ApiErrorCode =
  | "http/unauthorised"
  | "http/forbidden"
  | "http/not-found"
  | "http/conflict"
  | "http/rate-limited"
  | "http/needs-upgrade"
  | "http/proxy-refused"
  | "http/unexpected-status"
  | "http/bad-answer"
  | "http/incomplete-list"
  | "http/no-answer"
  | "http/unreachable"
  | "http/redirect-refused"
  | "http/read-only"
  | "http/interrupted";

/** The facts of an {@link ApiError}. */
export interface ApiErrorFacts {
  readonly code: ApiErrorCode;
  /** What became of it, to follow `createSite (POST /orgs/acme/sites)`. */
  readonly what: string;
  readonly operation: string;
  readonly method: string;
  /** With ids, without the query. */
  readonly path: string;
  readonly outcome: Outcome;
  readonly status?: number | undefined;
  readonly requestId?: string | undefined;
  readonly serviceMessage?: string | undefined;
  readonly remedy?: string | undefined;
  /** Where no answer came from, and why: `api.example: the connection was refused`. */
  readonly unreached?: string | undefined;
  /** The failure after which the call was to be sent again. */
  readonly cause?: ApiError | undefined;
}

/** A call of the service that did not succeed, and what is known of its effect. */
export class ApiError extends DocsformError {
  declare readonly code: ApiErrorCode;
  readonly operation: string;
  readonly method: string;
  readonly path: string;
  /** Whether the call can have had an effect: the first thing that a caller must ask before it goes on. */
  readonly outcome: Outcome;
  readonly status: number | undefined;
  readonly requestId: string | undefined;
  /** What the service said about it, safe to print. */
  readonly serviceMessage: string | undefined;
  /** Where no answer came from, and why: `api.example: the connection was refused`. */
  readonly unreached: string | undefined;

  constructor(facts: ApiErrorFacts) {
    const remedy = facts.remedy ?? remedyFor(facts.code, facts.status);
    super(
      facts.code,
      `${facts.operation} (${facts.method} ${facts.path}) ${facts.what}`,
      present({ remedy, cause: facts.cause }),
    );
    this.operation = facts.operation;
    this.method = facts.method;
    this.path = facts.path;
    this.outcome = facts.outcome;
    this.status = facts.status;
    this.requestId = facts.requestId;
    this.serviceMessage = facts.serviceMessage;
    this.unreached = facts.unreached;
  }
}

const codes: Readonly<Record<number, ApiErrorCode>> = {
  401: "http/unauthorised",
  402: "http/needs-upgrade",
  403: "http/forbidden",
  404: "http/not-found",
  407: "http/proxy-refused",
  409: "http/conflict",
  429: "http/rate-limited",
};

/** The code of a failure status. */
export function codeOfStatus(status: number): ApiErrorCode {
  return codes[status] ?? "http/unexpected-status";
}

const remediesByStatus: Readonly<Record<number, string>> = {
  400: "The service does not accept what was sent; its message says what to change.",
  401: "Check the API token: it is missing, wrong, expired or revoked.",
  403: "Give the token's user the permission, or check that the organization's plan includes this feature.",
  404: "It does not exist, or the token's user cannot see it. If it was deleted, plan again.",
  407: proxyCredentialsRemedy,
  409: "It conflicts with what is there now. Plan again, and look for the same name or path elsewhere.",
  412: "The service does not allow this in the present state of the object. Plan again.",
  429: "The service's rate limit is used up. Wait, lower the concurrency, or see what else uses the same token.",
  501: "This service does not have the operation, or not yet; another API version may.",
};

const remediesByCode: Partial<Record<ApiErrorCode, string>> = {
  "http/needs-upgrade":
    "Upgrade the plan of the organization or the site in the app, or leave out what the plan does not include.",
  "http/bad-answer":
    "Check that the base URL is that of the service itself and not of a proxy or a login page.",
  "http/incomplete-list":
    "Read the list again once others write less to it. If it stays so, ask the service's support for what it counts.",
  "http/no-answer": "Check the network and the state of the service, then run again.",
  "http/unreachable": "Check the base URL, the network, and whether a proxy or firewall is in the way.",
  "http/redirect-refused":
    "Set the base URL to where the service really is; the token is never sent elsewhere.",
  "http/interrupted": "Run again to go on.",
};

function remedyFor(code: ApiErrorCode, status: number | undefined): string | undefined {
  const byCode = remediesByCode[code];
  if (byCode !== undefined || status === undefined) return byCode;
  const byStatus = remediesByStatus[status];
  if (byStatus !== undefined || status < 500) return byStatus;
  return "The service has a problem of its own. Run again later.";
}
