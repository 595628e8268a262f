import { expect, it } from "vitest";
import { createJournal, type JournalLine } from "./journal.ts";

const clock = { now: () => 1000, sleep: async () => {}, every: () => () => {} };
const attempt = { address: "widget.a", type: "widget", fields: ["title"], key: "k", knownIds: ["1"] };

it("writes what the next run needs to the disk, and dates each line", async () => {
  const durable: JournalLine[] = [];
  const noted: JournalLine[] = [];
  const journal = createJournal(
    {
      append: async (lines) => void durable.push(...lines),
      note: (lines) => void noted.push(...lines),
      clear: async () => {},
    },
    clock,
    "run1",
  );
  await journal.open(attempt);
  journal.sent(attempt);
  journal.close("widget.c");
  journal.matches([]);
  journal.matches([
    { address: "widget.a", id: "2", origin: "created" },
    { address: "widget.b", id: "3" },
  ]);
  await journal.end();
  const stamp = { run: "run1", at: 1000 };
  expect(durable).toEqual([
    { kind: "create", ...attempt, queued: true, ...stamp },
    { kind: "end", ...stamp },
  ]);
  expect(noted).toEqual([
    { kind: "create", ...attempt, ...stamp },
    { kind: "not-created", address: "widget.c", ...stamp },
    { kind: "match", address: "widget.a", id: "2", origin: "created", ...stamp },
    { kind: "match", address: "widget.b", id: "3", ...stamp },
  ]);
});
