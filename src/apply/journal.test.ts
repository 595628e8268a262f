import { describe, expect, it } from "vitest";
import { createJournal, parseJournal } from "./journal.ts";

function stoppedClock(nowMs: number) {
  const slept: number[] = [];
  return { now: () => nowMs, sleep: async (ms: number) => void slept.push(ms), slept };
}

async function written(): Promise<string> {
  let text = "";
  const file = { append: (more: string) => void (text += more), clear: () => void (text = "") };
  const journal = createJournal(file, stoppedClock(1000), "run1");
  const intent = { address: "widget.a", type: "widget", fields: ["title"], key: "k", knownIds: ["1"] };
  await journal.ahead(intent);
  journal.intent(intent);
  journal.pairs([["widget.a", "2"]]);
  await journal.end();
  return text;
}

describe("the journal", () => {
  it("reads what it wrote, save a line that a kill cut short", async () => {
    const text = await written();
    const kinds = ["intent", "intent", "pair", "end"];
    expect(parseJournal(text).map((line) => line.kind)).toEqual(kinds);
    expect(parseJournal(text.slice(0, -5)).map((line) => line.kind)).toEqual(kinds.slice(0, -1));
    expect(parseJournal('null\n{"kind":"pair"}\n7\n')).toEqual([]);
  });

  it("brings what comes together to the disk in one go, and is cleared only after that", async () => {
    const disk: string[] = [];
    const file = {
      append: async (text: string) => {
        await Promise.resolve();
        disk.push(text);
      },
      clear: () => void disk.splice(0),
    };
    const journal = createJournal(file, stoppedClock(1000), "run1");
    const intent = (address: string) => ({ address, type: "widget", fields: [], key: "k", knownIds: [] });
    await Promise.all(["widget.a", "widget.b", "widget.c"].map((address) => journal.ahead(intent(address))));
    expect(disk.map((text) => parseJournal(text).length)).toEqual([3]);
    const late = journal.ahead(intent("widget.d"));
    await journal.clear();
    await late;
    expect(disk).toEqual([]);
  });
});
