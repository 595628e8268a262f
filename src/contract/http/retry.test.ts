import { describe, expect, test } from "vitest";
import { type AttemptFailure, maxAttempts, mayRetry, outcomeOfStatus, retryDelayMs } from "./retry.ts";

const read = { method: "GET", idempotent: true } as const;
const put = { method: "PUT", idempotent: true } as const;
const create = { method: "POST", idempotent: false } as const;
// A PUT that creates an object: the method does not show whether the client may repeat it.
const creatingPut = { method: "PUT", idempotent: false } as const;

const answered = (status: number): AttemptFailure => ({ kind: "answered", status });

describe("which calls are retried", () => {
  test.each<[string, AttemptFailure, { readSafe: boolean; createSafe: boolean }]>([
    ["429", answered(429), { readSafe: true, createSafe: true }],
    ["500", answered(500), { readSafe: true, createSafe: false }],
    ["502", answered(502), { readSafe: true, createSafe: false }],
    ["520 of a proxy", answered(520), { readSafe: true, createSafe: false }],
    ["526 of a proxy", answered(526), { readSafe: true, createSafe: false }],
    ["503", answered(503), { readSafe: true, createSafe: false }],
    ["504", answered(504), { readSafe: true, createSafe: false }],
    ["501", answered(501), { readSafe: false, createSafe: false }],
    ["400", answered(400), { readSafe: false, createSafe: false }],
    ["404", answered(404), { readSafe: false, createSafe: false }],
    ["409", answered(409), { readSafe: false, createSafe: false }],
    ["302", answered(302), { readSafe: false, createSafe: false }],
    ["dropped", { kind: "no-response", reason: "dropped" }, { readSafe: true, createSafe: false }],
    ["timed out", { kind: "no-response", reason: "timeout" }, { readSafe: true, createSafe: false }],
    ["aborted", { kind: "no-response", reason: "aborted" }, { readSafe: false, createSafe: false }],
    ["too large", { kind: "no-response", reason: "too-large" }, { readSafe: false, createSafe: false }],
    ["truncated", { kind: "invalid-response", defect: "broken" }, { readSafe: true, createSafe: false }],
    ["misfit", { kind: "invalid-response", defect: "misfit" }, { readSafe: false, createSafe: false }],
    ["not sent", { kind: "not-sent", reason: "dropped" }, { readSafe: true, createSafe: true }],
    ["connect timeout", { kind: "not-sent", reason: "timeout" }, { readSafe: true, createSafe: true }],
    [
      "bad certificate",
      { kind: "not-sent", reason: "misconfigured" },
      { readSafe: false, createSafe: false },
    ],
  ])("%s", (_name, failure, { readSafe, createSafe }) => {
    expect([read, put, create, creatingPut].map((endpoint) => mayRetry(endpoint, failure, 1))).toEqual([
      readSafe,
      readSafe,
      createSafe,
      createSafe,
    ]);
  });

  test("attempts count, except against a rate limit", () => {
    expect(mayRetry(read, answered(503), maxAttempts - 1)).toBe(true);
    expect(mayRetry(read, answered(503), maxAttempts)).toBe(false);
    expect(mayRetry(create, answered(429), maxAttempts)).toBe(true);
  });
});

describe("the delay", () => {
  test.each([
    [1, undefined, 250],
    [2, undefined, 500],
    [4, undefined, 2_000],
    [20, undefined, 20_000],
    [1, 3_000, 3_250],
    [9, 3_000, 3_500],
  ])("after attempt %i, requested wait %s: below %i", (attempt, asked, bound) => {
    expect(retryDelayMs(attempt, asked, () => 0)).toBe(asked ?? 0);
    expect(retryDelayMs(attempt, asked, () => 1)).toBe(bound);
    expect(retryDelayMs(attempt, asked, () => 0.5)).toBe(((asked ?? 0) + bound) / 2);
  });
});

test.each([
  [400, "refused"],
  [429, "refused"],
  [500, "unknown"],
  [501, "refused"],
  [503, "unknown"],
  [524, "unknown"],
])("the effect of a write with status %i is %s", (status, outcome) => {
  expect(outcomeOfStatus(status)).toBe(outcome);
});
