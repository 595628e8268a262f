import { expect, test } from "vitest";
import { notesInMemory } from "../../../test/terraform/support/notes.ts";
import { type AttemptedCreates, type AttemptQuery, openAttemptedCreates } from "./attempted-creates.ts";
import type { Notes } from "./notes.ts";

const clock = { now: () => 1000, sleep: async () => {}, every: () => () => {} };
const keyIn = (run: string) => `hash of title in ${run}`;
const query: AttemptQuery = {
  type: "widget",
  scopeId: undefined,
  source: undefined,
  fields: ["title"],
  keyIn,
};

function attempt(name: string, run: string, key = keyIn(run)) {
  const values = { fields: ["title"], key };
  return { address: `widget.${name}`, type: "widget", ...values, knownIds: [] };
}

function opened(notes: Notes, run: string): AttemptedCreates {
  return openAttemptedCreates(notes, run, clock);
}

function answer(attempts: AttemptedCreates, name: string, id: string): void {
  attempts.answered([{ address: `widget.${name}`, id, origin: "created" }]);
}

function lostIn(notes: Notes, wanted: AttemptQuery = query) {
  return opened(notes, "last")
    .lost(wanted)
    .map(({ attempt: { address }, match }) => [address, match?.id]);
}

/** The unresolved attempts that a process finds after earlier processes. */
async function leftBy(
  work: (attempts: AttemptedCreates) => Promise<void>,
  next: (attempts: AttemptedCreates) => void = () => undefined,
) {
  const notes = notesInMemory();
  await work(opened(notes, "first"));
  next(opened(notes, "second"));
  return lostIn(notes);
}

const open = async (attempts: AttemptedCreates) => attempts.open(attempt("a", "first"), undefined);
const openAndAnswer = async (attempts: AttemptedCreates) => {
  await open(attempts);
  answer(attempts, "a", "w1");
};

test.each<{ name: string; left: () => ReturnType<typeof leftBy>; expected: readonly unknown[] }>([
  {
    name: "a create that was sent and not answered is left",
    left: () => leftBy(open),
    expected: [["widget.a", undefined]],
  },
  {
    name: "a create that was answered is left too, with its id, because Terraform may not have the response",
    left: () => leftBy(openAndAnswer),
    expected: [["widget.a", "w1"]],
  },
  {
    name: "an object in Terraform's state ends its attempt",
    left: () => leftBy(openAndAnswer, (attempts) => attempts.confirm("widget", "w1")),
    expected: [],
  },
  {
    name: "another object in the state ends nothing",
    left: () => leftBy(openAndAnswer, (attempts) => attempts.confirm("widget", "w2")),
    expected: [["widget.a", "w1"]],
  },
  {
    name: "a refused create leaves nothing",
    left: () =>
      leftBy(async (attempts) => {
        await open(attempts);
        attempts.close("widget.a");
      }),
    expected: [],
  },
])("$name", async ({ left, expected }) => {
  expect(await left()).toEqual(expected);
});

test("the window of a create lasts until its last call, and is lost with the clock", async () => {
  const notes = notesInMemory();
  const attempts = opened(notes, "first");
  const windows = () =>
    opened(notes, "last")
      .lost(query)
      .map((lost) => lost.attempt.window);
  await attempts.open(attempt("a", "first"), { from: 1, until: 3 });
  attempts.sent(attempt("a", "first"), { from: 2, until: 4 });
  expect(windows()).toEqual([{ from: 1, until: 4 }]);
  attempts.clockLost();
  expect(windows()).toEqual([undefined]);
});

test("a create with another type, scope, key, source or set of fields is not similar", async () => {
  const notes = notesInMemory();
  await open(opened(notes, "first"));
  const others: readonly Partial<AttemptQuery>[] = [
    { type: "gadget" },
    { scopeId: "s1" },
    { source: "w1" },
    { fields: ["title", "$container"] },
    { keyIn: (run) => `hash of emoji in ${run}` },
  ];
  expect(others.map((other) => lostIn(notes, { ...query, ...other }))).toEqual(others.map(() => []));
  expect(lostIn(notes)).toHaveLength(1);
});

test("the object of another create with the same key is no candidate for an open one, also in later processes", async () => {
  const notes = notesInMemory();
  const first = opened(notes, "first");
  await first.open(attempt("a", "first"), undefined);
  await first.open(attempt("b", "first"), undefined);
  await first.open(attempt("other", "first", "k"), undefined);
  answer(first, "b", "w1");
  first.confirmAll();
  expect(lostIn(notes)).toEqual([["widget.a", undefined]]);
  const second = opened(notes, "second");
  expect([second.isMatched("widget", "w1"), second.isMatched("widget", "w2")]).toEqual([true, false]);
  second.lost(query);
  await second.open(attempt("c", "second"), undefined);
  answer(second, "c", "w2");
  second.confirmAll();
  expect(opened(notes, "third").isMatched("widget", "w2")).toBe(true);
  const lines = notes.read().flatMap((text) => text.split("\n").filter((line) => line.includes("match")));
  expect(lines, "only open attempts with the same key record it").toHaveLength(2);
});

test("ignores a line that a kill cut", async () => {
  const texts = new Map<string, string>();
  await openAndAnswer(opened(notesInMemory(texts), "first"));
  const text = texts.get("widget.a") ?? "";
  for (let at = text.indexOf("\n") + 1; at < text.length - 1; at += 1)
    expect(lostIn(notesInMemory(new Map([["widget.a", text.slice(0, at)]])))).toEqual([
      ["widget.a", undefined],
    ]);
  expect(lostIn(notesInMemory(new Map([["widget.a", text]])))).toEqual([["widget.a", "w1"]]);
});

test("removes the records of closed attempts, and reads open ones once", async () => {
  const texts = new Map<string, string>();
  const notes = notesInMemory(texts);
  let reads = 0;
  const counted: Notes = { ...notes, read: () => ((reads += 1), notes.read()) };
  const killed = opened(counted, "first");
  for (let at = 0; at < 100; at += 1) {
    await killed.open(attempt(`${at}`, "first", `k${at}`), undefined);
    answer(killed, `${at}`, `w${at}`);
  }
  const next = opened(counted, "second");
  for (let at = 0; at < 99; at += 1) next.confirm("widget", `w${at}`);
  expect([[...texts.keys()], reads]).toEqual([["widget.99"], 2]);
  await next.open(attempt("j", "second"), undefined);
  answer(next, "j", "w100");
  next.confirmAll();
  expect([...texts.keys()]).toEqual(["widget.99"]);
});

test("a response that cannot be recorded leaves an open create", async () => {
  const notes = notesInMemory();
  const full: Notes = {
    ...notes,
    add: () => {
      throw new Error("ENOSPC");
    },
  };
  await openAndAnswer(opened(full, "first"));
  expect(lostIn(notes)).toEqual([["widget.a", undefined]]);
});

test("a response in another record ends its own attempt", async () => {
  const notes = notesInMemory();
  const full: Notes = {
    ...notes,
    add: (name, line) => {
      if (name === "widget.b") throw new Error("ENOSPC");
      notes.add(name, line);
    },
  };
  const attempts = opened(full, "first");
  await attempts.open(attempt("a", "first"), undefined);
  await attempts.open(attempt("b", "first"), undefined);
  answer(attempts, "b", "w1");
  expect(lostIn(notes)).toEqual([
    ["widget.a", undefined],
    ["widget.b", "w1"],
  ]);
});
