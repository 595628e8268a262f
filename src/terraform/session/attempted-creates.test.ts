import { expect, test } from "vitest";
import { type AttemptedCreates, openAttemptedCreates } from "./attempted-creates.ts";

const wanted = { intent: "i1", type: "widget", key: "k", knownIds: [] };

/** What a process after the given one finds unresolved. */
function leftBy(
  work: (log: AttemptedCreates) => void,
  next: (log: AttemptedCreates) => void = () => undefined,
) {
  let text = "";
  const file = {
    read: () => text,
    append: (line: string) => {
      text += `${line}\n`;
    },
  };
  work(openAttemptedCreates(file));
  next(openAttemptedCreates(file));
  return openAttemptedCreates(file)
    .lost("widget", undefined, "k")
    .map(({ intent, id }) => [intent, id]);
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
      log.answered("i1", "w1");
    }),
    expected: [["i1", "w1"]],
  },
  {
    name: "what Terraform has in its state is over",
    left: leftBy(
      (log) => {
        log.open(wanted);
        log.answered("i1", "w1");
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
        log.answered("i1", "w1");
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
    JSON.stringify({ ...wanted, intent: "i2" }),
    '{"answered":"i1","id":"w1"}',
    '{"closed":"i1"}',
    // Written by another hand.
    '{ "type": "widget", "key": "k", "knownIds": [], "intent": "i3" }',
    '{"id":"w3","answered":"i3"}',
    JSON.stringify({ ...wanted, intent: 'i"4' }),
    '{ "closed": "i\\"4" }',
    '{"closed":"i2',
  ];
  const log = openAttemptedCreates({ read: () => lines.join("\n"), append: () => undefined });
  expect(log.lost("widget", undefined, "k").map(({ intent, id }) => [intent, id])).toEqual([
    ["i2", undefined],
    ["i3", "w3"],
  ]);
});

test("a line that a kill cut short is left out", () => {
  const log = openAttemptedCreates({
    read: () => `${JSON.stringify(wanted)}\n{"answ`,
    append: () => undefined,
  });
  expect(log.lost("widget", undefined, "k")).toEqual([wanted]);
});
