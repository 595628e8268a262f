import fc from "fast-check";
import type { Fault, FaultSpec } from "../../src/emulator/faults.ts";

/** What goes wrong in a random run: faults of any kind, anywhere, as often as a retry may outlast. */
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
  fc.constant({ kind: "name-taken" as const }),
  fc.constantFrom(
    { kind: "shift-pages" as const, by: "skip" as const },
    { kind: "shift-pages" as const, by: "repeat" as const },
  ),
  fc.record({ kind: fc.constant("stale-reads" as const), ms: fc.constantFrom(500, 2000, 4000) }),
  fc.record({ kind: fc.constant("latency" as const), ms: fc.constantFrom(10, 400) }),
);

export const faults: fc.Arbitrary<readonly FaultSpec[]> = fc.array(
  fc.record({
    on: fc.record({
      method: fc.constantFrom("read" as const, "write" as const, "write" as const),
      nth: fc.integer({ min: 1, max: 25 }),
      times: fc.integer({ min: 1, max: 3 }),
    }),
    fault,
  }),
  { maxLength: 5 },
);

/** The request of a run at which the process is killed: before it is sent, or when it was served and its answer is lost. */
export interface Kill {
  readonly at: number;
  readonly when: "before" | "after";
}

export const kill: fc.Arbitrary<Kill | null> = fc.option(
  fc.record({
    at: fc.integer({ min: 3, max: 40 }),
    when: fc.constantFrom("before" as const, "after" as const),
  }),
  { freq: 2 },
);
