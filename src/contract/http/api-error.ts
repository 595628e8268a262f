import type { Words } from "../../model/codes/fail.ts";
import { DocsformError } from "../../model/errors.ts";
import { present } from "../../util/present.ts";
import type { ApiErrorCode } from "./api-error-code.ts";
import type { Outcome } from "./retry.ts";

export type { ApiErrorCode } from "./api-error-code.ts";
export type { Outcome } from "./retry.ts";

/** The facts of an {@link ApiError}. */
export interface ApiErrorFacts {
  readonly operation: string;
  readonly method: string;
  /** Path with ids, without the query. */
  readonly path: string;
  readonly outcome: Outcome;
  readonly status?: number | undefined;
  readonly requestId?: string | undefined;
  readonly serviceMessage?: string | undefined;
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

  constructor({ code, message, remedy }: Words<ApiErrorCode>, facts: ApiErrorFacts) {
    super(code, message, present({ remedy, cause: facts.cause }));
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

/** A call as messages name it: `createSite (POST /orgs/acme/sites)`. */
export function callName({
  operation,
  method,
  path,
}: Pick<ApiErrorFacts, "operation" | "method" | "path">): string {
  const request = `${method} ${path}`;
  // A call by path has no other name.
  return operation === request ? request : `${operation} (${request})`;
}
