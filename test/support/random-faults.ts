import fc from "fast-check";
import type { TransportRequest } from "../../src/contract/http/transport.ts";
import type { Fault, FaultSpec } from "../../src/emulator/faults.ts";
import { registry } from "../../src/resources/registry.ts";

/** A random fault at any request. It happens no more often than docsform retries. */
const fault: fc.Arbitrary<Fault> = fc.oneof(
  fc.record({
    kind: fc.constant("rate-limit" as const),
    headers: fc.constantFrom(
      "retry-after" as const,
      "x-ratelimit" as const,
      "both" as const,
      "none" as const,
    ),
    retryAfterSeconds: fc.constant(1),
  }),
  fc.record({ kind: fc.constant("error-before" as const), status: fc.constantFrom(500, 502, 503) }),
  fc.record({ kind: fc.constant("error-after" as const), status: fc.constantFrom(500, 502, 503) }),
  fc.constant({ kind: "drop-before" as const }),
  fc.constant({ kind: "drop-after" as const }),
  fc.constant({ kind: "truncate" as const }),
  fc.constantFrom(
    { kind: "shift-pages" as const, by: "skip" as const },
    { kind: "shift-pages" as const, by: "repeat" as const },
  ),
  fc.record({ kind: fc.constant("latency" as const), ms: fc.constantFrom(10, 400) }),
);

const anywhere = fc.record({
  on: fc.record({
    method: fc.constantFrom("read" as const, "write" as const, "write" as const),
    nth: fc.integer({ min: 1, max: 25 }),
    times: fc.integer({ min: 1, max: 3 }),
  }),
  fault,
});

/** Operations that create an object with a unique value: only such a value can already be taken. */
const naming = registry.flatMap(({ unique = [], attributes, creation }) => {
  const isNamed = unique.some(
    ({ attribute, within }) => within === "organization" && attributes[attribute]?.atCreate === "required",
  );
  return isNamed && creation !== undefined ? [creation.endpoint.operation] : [];
});

const nameInUse = fc.record({
  on: fc.record({ operation: fc.constantFrom(...naming), nth: fc.integer({ min: 1, max: 2 }) }),
  fault: fc.constant({ kind: "name-taken" as const }),
});

/** Reads show old values after each write, during the whole run. */
const stale = fc.record({
  on: fc.constant({ method: "read" as const, times: "always" as const }),
  fault: fc.record({ kind: fc.constant("stale-reads" as const), ms: fc.constantFrom(500, 2000, 4000) }),
});

/** Lists that change while they are read. */
const shifted = fc.record({
  on: fc.record({ method: fc.constant("read" as const), nth: fc.integer({ min: 1, max: 6 }) }),
  fault: fc.record({
    kind: fc.constant("shift-pages" as const),
    by: fc.constantFrom("skip" as const, "repeat" as const),
  }),
});

export const faults: fc.Arbitrary<readonly FaultSpec[]> = fc.array(
  fc.oneof(
    { weight: 9, arbitrary: anywhere },
    { weight: 1, arbitrary: nameInUse },
    { weight: 2, arbitrary: stale },
    { weight: 2, arbitrary: shifted },
  ) as fc.Arbitrary<FaultSpec>,
  { maxLength: 5 },
);

/** A kill at a request: before it is sent, or after the service has executed it and before the response. */
export interface Kill {
  /** The number of the request from 1, or a condition for it. */
  readonly at: number | ((request: TransportRequest) => boolean);
  readonly when: "before" | "after";
}

export const kill: fc.Arbitrary<Kill | null> = fc.option(
  fc.record({
    at: fc.integer({ min: 3, max: 40 }),
    when: fc.constantFrom("before" as const, "after" as const),
  }),
  { freq: 2 },
);
