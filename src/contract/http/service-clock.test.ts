import { expect, test } from "vitest";
import { createVirtualClock } from "../../../test/support/virtual-clock.ts";
import { bothWindows, createServiceClock } from "./service-clock.ts";

const start = Date.parse("2026-01-01T00:00:00Z");
const hour = 3_600_000;
const limitMs = 120_000;

/** The clock after responses with these dates, in milliseconds after the start. */
async function clockAfter(dates: readonly (number | undefined)[]) {
  const clock = createVirtualClock(start);
  const service = createServiceClock(clock, limitMs);
  let lost = 0;
  service.onUnusable(() => (lost += 1));
  for (const date of dates) {
    service.observe(date === undefined ? undefined : new Date(start + date).toUTCString());
    await clock.sleep(1_000);
  }
  const window = service.window();
  return [window === undefined ? undefined : window.from - start, lost];
}

test.each<[string, readonly (number | undefined)[], number | undefined, number]>([
  ["no response shows no time", [], undefined, 0],
  ["the time runs on after a response", [0], 1_000, 0],
  ["a clock that is an hour ahead is as good", [hour], hour + 1_000, 0],
  ["a clock that is an hour behind is as good", [-hour], -hour + 1_000, 0],
  ["the last response counts", [hour, hour + 7_000], hour + 8_000, 0],
  ["a date within the tolerance is no step back", [5_000, 0], 1_000, 0],
  ["a step back makes the clock unusable, once", [6_000, 0, 6_000, 0], undefined, 1],
  ["many small steps back are one step", [6_000, 3_000, 0], undefined, 1],
  ["a response without a date makes the clock unusable", [0, undefined, 0], undefined, 1],
])("%s", async (_, dates, from, lost) => {
  expect(await clockAfter(dates)).toEqual([from, lost]);
});

test("a call may take effect until its time limit", () => {
  const service = createServiceClock(createVirtualClock(start), limitMs);
  service.observe(new Date(start).toUTCString());
  expect(service.window()).toEqual({ from: start, until: start + limitMs });
});

test("a date that cannot be read is none", () => {
  const service = createServiceClock(createVirtualClock(start), limitMs);
  service.observe("now");
  expect([service.isUsable, service.window()]).toEqual([false, undefined]);
});

test("a listener that was cancelled hears nothing", () => {
  const service = createServiceClock(createVirtualClock(start), limitMs);
  let lost = 0;
  service.onUnusable(() => (lost += 1))();
  service.observe(undefined);
  expect(lost).toBe(0);
});

test("calls one after the other have a window together if each has one", () => {
  const [earlier, later] = [
    { from: 1, until: 3 },
    { from: 2, until: 4 },
  ];
  expect(bothWindows(earlier, later)).toEqual({ from: 1, until: 4 });
  expect([bothWindows(undefined, later), bothWindows(earlier, undefined)]).toEqual([undefined, undefined]);
});
