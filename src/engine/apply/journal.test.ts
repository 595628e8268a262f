import { expect, it } from "vitest";
import { createJournal, type JournalLine } from "./journal.ts";

const clock = { now: () => 1000, sleep: async () => {}, every: () => () => {} };
const values = { fields: ["title"], key: "k" };
const attempt = { address: "widget.a", type: "widget", ...values, sent: values, knownIds: ["1"] };
const window = { from: 1000, until: 2000 };

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
  journal.known([]);
  journal.known([{ type: "widget", ids: ["1"] }]);
  await journal.queue(attempt);
  await journal.open(attempt, window);
  journal.sent(attempt, window);
  journal.clockLost();
  journal.close("widget.c");
  journal.matches([]);
  journal.matches([
    { address: "widget.a", id: "2", origin: "created" },
    { address: "widget.b", id: "3" },
  ]);
  journal.answered([{ address: "widget.a", id: "2", origin: "created" }]);
  journal.clockLost();
  await journal.end();
  const stamp = { run: "run1", at: 1000 };
  expect(durable).toEqual([
    { kind: "create", ...attempt, queued: true, ...stamp },
    { kind: "create", ...attempt, window, ...stamp },
    { kind: "end", ...stamp },
  ]);
  expect(noted).toEqual([
    { kind: "known", type: "widget", ids: ["1"], ...stamp },
    { kind: "create", ...attempt, window, ...stamp },
    { kind: "create", ...attempt, ...stamp },
    { kind: "not-created", address: "widget.c", ...stamp },
    { kind: "match", address: "widget.a", id: "2", origin: "created", ...stamp },
    { kind: "match", address: "widget.b", id: "3", ...stamp },
    { kind: "match", address: "widget.a", id: "2", origin: "created", ...stamp },
  ]);
});
