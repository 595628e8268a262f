import { describe, expect, it } from "vitest";
import { createJournal, parseJournal, waitBeforeReading } from "./journal.ts";

function stoppedClock(nowMs: number) {
  const slept: number[] = [];
  return { now: () => nowMs, sleep: async (ms: number) => void slept.push(ms), slept };
}

function written(): string {
  let text = "";
  const file = { append: (more: string) => void (text += more), clear: () => void (text = "") };
  const journal = createJournal(file, stoppedClock(1000), "run1");
  journal.intent({ address: "widget.a", type: "widget", fields: ["title"], key: "k", knownIds: ["1"] });
  journal.pairs([["widget.a", "2"]]);
  journal.end();
  return text;
}

describe("the journal", () => {
  it("reads what it wrote, save a line that a kill cut short", () => {
    const text = written();
    expect(parseJournal(text).map((line) => line.kind)).toEqual(["intent", "pair", "end"]);
    expect(parseJournal(text.slice(0, -5)).map((line) => line.kind)).toEqual(["intent", "pair"]);
    expect(parseJournal('null\n{"kind":"pair"}\n7\n')).toEqual([]);
  });

  const waits: readonly (readonly [string, number, readonly number[]])[] = [
    ["the rest of the horizon", 3000, [3000]],
    ["nothing once it is over", 7000, []],
    ["no longer than the horizon when the clock was set back", -90_000, [5000]],
  ];
  it.each(waits)("is waited for: %s", async (_, nowMs, slept) => {
    const clock = stoppedClock(nowMs);
    await waitBeforeReading(parseJournal(written()), clock, 5000);
    expect(clock.slept).toEqual(slept);
  });
});
