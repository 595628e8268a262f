import { describe, expect, it } from "vitest";
import type { JournalLine } from "../apply/journal.ts";
import { waitBeforeReading } from "./wait-before-reading.ts";

const lines: readonly JournalLine[] = [
  { kind: "match", run: "run1", at: 400, address: "widget.a", id: "2" },
  { kind: "end", run: "run1", at: 1000 },
];

function stoppedClock(nowMs: number) {
  const [slept, reported]: [number[], number[]] = [[], []];
  return {
    now: () => nowMs,
    sleep: async (ms: number) => void slept.push(ms),
    every: () => () => {},
    onWait: (ms: number) => void reported.push(ms),
    slept,
    reported,
  };
}

describe("a run after another one", () => {
  it("waits for the whole consistency window after a run with a cut journal", async () => {
    const clock = stoppedClock(7000);
    await waitBeforeReading(
      { journal: lines, isJournalCut: true },
      { clock, consistencyWindowMs: 5000, onWait: clock.onWait },
    );
    expect(clock.slept).toEqual([5000]);
  });

  const waits: readonly (readonly [string, number, readonly number[]])[] = [
    ["the rest of the consistency window", 3000, [3000]],
    ["nothing once it is over", 7000, []],
    ["no longer than the consistency window when the clock was set back", -90_000, [5000]],
  ];
  it.each(waits)("waits for %s, and says so", async (_, nowMs, slept) => {
    const clock = stoppedClock(nowMs);
    await waitBeforeReading({ journal: lines }, { clock, consistencyWindowMs: 5000, onWait: clock.onWait });
    expect(clock.slept).toEqual(slept);
    expect(clock.reported).toEqual(slept);
  });
});
