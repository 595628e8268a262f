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
