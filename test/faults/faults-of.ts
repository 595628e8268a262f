import { operations } from "../../src/contract/operations/operations.ts";
import { operationsIn } from "../../src/contract/operations/system.ts";
import type { Fault } from "../../src/emulator/faults.ts";
import type { LoggedRequest } from "../../src/emulator/wire.ts";
import { isJsonObject } from "../../src/util/json.ts";

const rateLimits = (["retry-after", "x-ratelimit", "both", "none"] as const).map(
  (headers) => ({ kind: "rate-limit", headers, retryAfterSeconds: 1 }) as const,
);

const everywhere: readonly Fault[] = [
  { kind: "error-before", status: 500 },
  { kind: "error-after", status: 502 },
  { kind: "drop-before" },
  { kind: "drop-after" },
  { kind: "latency", ms: 31_000 },
  { kind: "unauthorized" },
  { kind: "forbidden" },
];

const endpoints = new Map(operationsIn(operations).map((endpoint) => [endpoint.operation, endpoint]));

/** The faults that can hit a request. */
export function faultsOf(request: LoggedRequest): readonly Fault[] {
  const endpoint = endpoints.get(request.operation ?? "");
  const creates = request.method === "POST" && request.status === 201;
  return [
    // docsform treats all rate limits of a read alike, so each read gets only one form of them, in turn.
    ...rateLimits.filter((_, index) => request.method !== "GET" || request.n % rateLimits.length === index),
    ...everywhere,
    ...(endpoint?.response !== undefined ? [{ kind: "truncate" } as const] : []),
    ...(request.method === "GET" ? [{ kind: "stale-reads", ms: 3000 } as const] : []),
    ...(endpoint?.paged ? ([{ kind: "loop-cursor" }, { kind: "trash-in-lists" }] as const) : []),
    ...(creates ? [{ kind: "name-taken" } as const] : []),
    ...(request.method === "GET" ? [] : [{ kind: "checkout" } as const]),
    ...(endpoint?.bulk === undefined ? [] : [{ kind: "refuse-item", item: 0 } as const]),
    ...fieldsOf(request).map((field) => ({ kind: "drop-field", field }) as const),
  ];
}

/** The faults of a list, if the request is for a later page. */
export function faultsOfPage(request: LoggedRequest): readonly Fault[] {
  if (!request.path.includes("page=")) return [];
  return [
    { kind: "shift-pages", by: "skip" },
    { kind: "shift-pages", by: "repeat" },
    { kind: "loop-cursor" },
  ];
}

/** Fields that the service might ignore. Without one of them, the write must still change something and its object must still have a name. */
function fieldsOf({ method, operation, status, body }: LoggedRequest): readonly string[] {
  const endpoint = endpoints.get(operation ?? "");
  if (method === "GET" || !isJsonObject(body)) return [];
  return Object.keys(body).filter((field) => {
    if (field === "title" && status === 201) return false;
    const rest = Object.fromEntries(Object.entries(body).filter(([name]) => name !== field));
    return Object.keys(rest).length === 0 || endpoint?.body?.safeParse(rest).success === true;
  });
}
