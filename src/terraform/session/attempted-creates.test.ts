import { expect, test } from "vitest";
import { notesInMemory } from "../../../test/terraform/support/notes.ts";
import { type AttemptedCreates, type Notes, openAttemptedCreates } from "./attempted-creates.ts";

const wanted = { attemptId: "i1", type: "widget", key: "k", knownIds: [] };

/** The unresolved attempts that a process finds after an earlier process. */
function leftBy(
  work: (log: AttemptedCreates) => void,
  next: (log: AttemptedCreates) => void = () => undefined,
) {
  const notes = notesInMemory();
  work(openAttemptedCreates(notes));
  next(openAttemptedCreates(notes));
  return openAttemptedCreates(notes)
    .lost("widget", undefined, "k")
    .map(({ attemptId, id }) => [attemptId, id]);
}

test.each<{ name: string; left: ReturnType<typeof leftBy>; expected: readonly unknown[] }>([
  {
    name: "a create that was sent and not answered is left",
    left: leftBy((log) => log.open(wanted)),
    expected: [["i1", undefined]],
  },
  {
    name: "a create that was answered is left too, with its id: Terraform may not have heard of it",
    left: leftBy((log) => {
      log.open(wanted);
      log.noteResponse("i1", "w1");
    }),
    expected: [["i1", "w1"]],
  },
  {
    name: "what Terraform has in its state is over",
    left: leftBy(
      (log) => {
        log.open(wanted);
        log.noteResponse("i1", "w1");
      },
      (log) => log.confirm("widget", "w1"),
    ),
    expected: [],
  },
  {
    name: "another object in the state says nothing",
    left: leftBy(
      (log) => {
        log.open(wanted);
        log.noteResponse("i1", "w1");
      },
      (log) => log.confirm("widget", "w2"),
    ),
    expected: [["i1", "w1"]],
  },
  {
    name: "what was refused leaves nothing",
    left: leftBy((log) => {
      log.open(wanted);
      log.close("i1");
    }),
    expected: [],
  },
])("$name", ({ left, expected }) => {
  expect(left).toEqual(expected);
});

test("what is over is passed over, and what another process adds is read as it is", () => {
  const lines = [
    JSON.stringify(wanted),
    JSON.stringify({ ...wanted, attemptId: "i2" }),
    '{"answered":"i1","id":"w1"}',
    '{"closed":"i1"}',
    // Written by another program.
    '{ "type": "widget", "key": "k", "knownIds": [], "attemptId": "i3" }',
    '{"id":"w3","answered":"i3"}',
    JSON.stringify({ ...wanted, attemptId: 'i"4' }),
    '{ "closed": "i\\"4" }',
    '{"closed":"i2',
  ];
  const log = openAttemptedCreates(notesInMemory(new Map([["i", lines.join("\n")]])));
  expect(log.lost("widget", undefined, "k").map(({ attemptId, id }) => [attemptId, id])).toEqual([
    ["i2", undefined],
    ["i3", "w3"],
  ]);
});

test("a line that a kill cut short is left out", () => {
  const log = openAttemptedCreates(notesInMemory(new Map([["i1", `${JSON.stringify(wanted)}\n{"answ`]])));
  expect(log.lost("widget", undefined, "k")).toEqual([wanted]);
});

test("what is over leaves no note, and what is open is read once", () => {
  const texts = new Map<string, string>();
  const notes = notesInMemory(texts);
  let reads = 0;
  const counted: Notes = { ...notes, read: () => ((reads += 1), notes.read()) };
  const killed = openAttemptedCreates(counted);
  for (let at = 0; at < 100; at += 1) {
    killed.open({ ...wanted, attemptId: `i${at}` });
    killed.noteResponse(`i${at}`, `w${at}`);
  }
  const next = openAttemptedCreates(counted);
  for (let at = 0; at < 99; at += 1) next.confirm("widget", `w${at}`);
  expect([[...texts.keys()], reads]).toEqual([["i99"], 2]);
  next.open({ ...wanted, attemptId: "j" });
  next.noteResponse("j", "w100");
  next.confirmAll();
  expect([...texts.keys()]).toEqual(["i99"]);
});

test("an answer that cannot be noted leaves a create that is looked for", () => {
  const notes = notesInMemory();
  const full: Notes = {
    ...notes,
    add: (name, line) => {
      if (line.includes("answered")) throw new Error("ENOSPC");
      notes.add(name, line);
    },
  };
  const log = openAttemptedCreates(full);
  log.open(wanted);
  log.noteResponse("i1", "w1");
  expect(openAttemptedCreates(notes).lost("widget", undefined, "k")).toEqual([wanted]);
});
