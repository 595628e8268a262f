import { expect, it } from "vitest";
import type { JournalLine } from "../../apply/journal.ts";
import { journalText, parseJournal } from "./journal-text.ts";

const stamp = { run: "run1", at: 1000 };
const lines: readonly JournalLine[] = [
  {
    kind: "intent",
    address: "widget.a",
    type: "widget",
    fields: ["title"],
    key: "k",
    knownIds: ["1"],
    ...stamp,
  },
  { kind: "pair", address: "widget.a", id: "2", ...stamp },
  { kind: "end", ...stamp },
];

it("reads what it wrote, save a line that a kill cut short", () => {
  const text = journalText(lines);
  expect(parseJournal(text)).toEqual(lines);
  expect(parseJournal(text.slice(0, -5))).toEqual(lines.slice(0, -1));
  expect(parseJournal('null\n{"kind":"pair"}\n7\n')).toEqual([]);
});
