import { describe, expect, test } from "vitest";
import { createVirtualClock } from "../../../test/support/virtual-clock.ts";
import { createRateBudget } from "./rate-budget.ts";

const start = Date.parse("2026-03-01T12:00:00Z");
const inSeconds = (seconds: number) => String(start / 1_000 + seconds);
const asDate = (seconds: number) => new Date(start + seconds * 1_000).toUTCString();

describe("the pause after a response, for all calls", () => {
  test.each<[string, number, Record<string, string>, number]>([
    ["429 with seconds", 429, { "retry-after": "7" }, 7_000],
    ["429 with a date", 429, { "retry-after": asDate(9) }, 9_000],
    ["429 with a date in the past", 429, { "retry-after": asDate(-9) }, 0],
    ["429 with a reset", 429, { "x-ratelimit-reset": inSeconds(12) }, 12_000],
    ["429 with both", 429, { "retry-after": "3", "x-ratelimit-reset": inSeconds(12) }, 3_000],
    ["429 without a word", 429, {}, 1_000],
    ["429 with nonsense", 429, { "retry-after": "soon", "x-ratelimit-reset": "later" }, 1_000],
    ["nothing remains", 200, { "x-ratelimit-remaining": "0", "x-ratelimit-reset": inSeconds(20) }, 20_000],
    ["nothing remains, reset unknown", 200, { "x-ratelimit-remaining": "0" }, 0],
    ["something remains", 200, { "x-ratelimit-remaining": "1", "x-ratelimit-reset": inSeconds(20) }, 0],
    ["the reset is over", 200, { "x-ratelimit-remaining": "0", "x-ratelimit-reset": inSeconds(-5) }, 0],
    ["an hour is too long", 429, { "retry-after": "3600" }, 60_000],
    ["503 holds back only its own call", 503, { "retry-after": "5" }, 0],
    ["our clock is wrong", 429, { date: asDate(300), "x-ratelimit-reset": inSeconds(304) }, 4_000],
  ])("%s", async (_name, status, headers, pauseMs) => {
    const clock = createVirtualClock(start);
    const budget = createRateBudget({ clock });
    expect(await budget.acquire()).toBe(0);
    budget.observe(status, headers);
    budget.release();
    expect(await Promise.all([budget.acquire(), budget.acquire()])).toEqual([pauseMs, pauseMs]);
    expect(clock.now() - start).toBe(pauseMs);
  });

  test("reports the wait that it asks of the same call, without a limit", () => {
    const budget = createRateBudget({ clock: createVirtualClock(start) });
    expect(budget.observe(503, { "retry-after": "5" })).toBe(5_000);
    expect(budget.observe(429, { "retry-after": "3600" })).toBe(3_600_000);
    expect(budget.observe(500, {})).toBeUndefined();
    expect(budget.observe(200, { "retry-after": "5" })).toBeUndefined();
  });

  test("a pause can grow while a call waits for it", async () => {
    const clock = createVirtualClock(start);
    const budget = createRateBudget({ clock });
    budget.observe(429, { "retry-after": "5" });
    const acquired = budget.acquire();
    await clock.sleep(4_000);
    budget.observe(429, { "retry-after": "5" });
    expect(await acquired).toBe(9_000);
  });
});

test("a number of requests for each second", async () => {
  const clock = createVirtualClock(start);
  const budget = createRateBudget({ clock, requestsPerSecond: 4 });
  const sentAt = await Promise.all(
    Array.from({ length: 5 }, async () => {
      await budget.acquire();
      return clock.now() - start;
    }),
  );
  expect(sentAt).toEqual([0, 250, 500, 750, 1_000]);
});

describe("a number of requests in flight", () => {
  test("is never exceeded, and all calls have their turn in order", async () => {
    const clock = createVirtualClock();
    const budget = createRateBudget({ clock, maxInFlight: 3 });
    const done: number[] = [];
    let inFlight = 0;
    let most = 0;
    const request = async (index: number) => {
      // Waiting for a place does not count as waiting for the rate.
      expect(await budget.acquire()).toBe(0);
      most = Math.max(most, ++inFlight);
      await clock.sleep(10);
      inFlight--;
      done.push(index);
      budget.release();
    };
    await Promise.all(Array.from({ length: 10 }, (_, index) => request(index)));
    expect(most).toBe(3);
    expect(done).toEqual(done.toSorted((a, b) => a - b));
    expect(clock.now()).toBe(40);
  });

  test("an interrupted waiter leaves the queue and frees its place", async () => {
    const clock = createVirtualClock();
    const budget = createRateBudget({ clock, maxInFlight: 1 });
    await budget.acquire();
    const stop = new AbortController();
    const interrupted = budget.acquire(stop.signal);
    const patient = budget.acquire();
    stop.abort(new Error("stop"));
    await expect(interrupted).rejects.toThrow("stop");
    await expect(budget.acquire(stop.signal)).rejects.toThrow("stop");
    budget.release();
    expect(await patient).toBe(0);
  });

  test("a waiter interrupted in a pause frees its place", async () => {
    const clock = createVirtualClock();
    const budget = createRateBudget({ clock, maxInFlight: 1 });
    budget.observe(429, { "retry-after": "30" });
    const stop = new AbortController();
    const interrupted = budget.acquire(stop.signal);
    await clock.sleep(1);
    stop.abort(new Error("stop"));
    await expect(interrupted).rejects.toThrow("stop");
    expect(await budget.acquire()).toBe(29_999);
  });
});
