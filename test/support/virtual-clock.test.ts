import { describe, expect, test } from "vitest";
import { systemClock } from "../../src/contract/http/system-clock.ts";
import type { Clock } from "../../src/util/clock.ts";
import { createVirtualClock } from "./virtual-clock.ts";

describe("the virtual clock", () => {
  test("sleepers wake in the order of their times, then of their calls", async () => {
    const clock = createVirtualClock(1_000);
    const woken: string[] = [];
    const sleeper = async (name: string, ms: number) => {
      await clock.sleep(ms);
      woken.push(`${name}@${clock.now()}`);
    };
    await Promise.all([sleeper("c", 30), sleeper("a", 10), sleeper("d", 30), sleeper("b", 20)]);
    expect(woken).toEqual(["a@1010", "b@1020", "c@1030", "d@1030"]);
  });

  test("time does not move while microtasks run", async () => {
    const clock = createVirtualClock();
    const slept = clock.sleep(5);
    for (let ticks = 0; ticks < 1_000; ticks++) await Promise.resolve();
    expect(clock.now()).toBe(0);
    await slept;
    expect(clock.now()).toBe(5);
  });

  test("a later sleep does not end before one that began on waking", async () => {
    const clock = createVirtualClock();
    const woken: number[] = [];
    const walk = async (stepMs: number) => {
      for (let steps = 0; steps < 50; steps++) {
        await clock.sleep(stepMs);
        woken.push(clock.now());
      }
    };
    await Promise.all([walk(7), walk(3), walk(5)]);
    expect(woken).toHaveLength(150);
    expect(woken).toEqual(woken.toSorted((a, b) => a - b));
  });

  test("thousands of concurrent sleepers wake in order and at once", async () => {
    const clock = createVirtualClock();
    const woken: number[] = [];
    const sleeps = Array.from({ length: 5_000 }, async (_, index) => {
      const ms = (index * 7_919) % 3_600_000;
      await clock.sleep(ms);
      woken.push(clock.now());
      expect(clock.now()).toBe(ms);
    });
    await Promise.all(sleeps);
    expect(woken).toEqual(woken.toSorted((a, b) => a - b));
  });

  test("an interrupted sleep does not move time", async () => {
    const clock = createVirtualClock();
    const stop = new AbortController();
    const long = clock.sleep(1_000_000, stop.signal);
    const short = clock.sleep(10);
    stop.abort(new Error("stop"));
    await expect(long).rejects.toThrow("stop");
    await short;
    await new Promise((resolve) => setImmediate(resolve));
    expect(clock.now()).toBe(10);
  });
});

describe.each<[string, () => Clock]>([
  ["the virtual clock", () => createVirtualClock()],
  ["the system clock", () => systemClock],
])("%s is a valid clock", (_name, make) => {
  test("time moves by the length of a sleep", async () => {
    const clock = make();
    const began = clock.now();
    await clock.sleep(5);
    // The machine's timers may fire a fraction of a millisecond early.
    expect(clock.now() - began).toBeGreaterThanOrEqual(4);
  });

  test("a sleep rejects with the signal's reason, at once", async () => {
    const clock = make();
    const stop = new AbortController();
    const began = clock.now();
    const sleep = clock.sleep(60_000, stop.signal);
    stop.abort(new Error("stop"));
    await expect(sleep).rejects.toThrow("stop");
    await expect(clock.sleep(60_000, stop.signal)).rejects.toThrow("stop");
    expect(clock.now() - began).toBeLessThan(10_000);
  });

  test("a signal that aborts later does not affect a finished sleep", async () => {
    const stop = new AbortController();
    await expect(make().sleep(1, stop.signal)).resolves.toBeUndefined();
    stop.abort();
  });
});
