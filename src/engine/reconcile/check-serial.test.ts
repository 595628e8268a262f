import { expect, test } from "vitest";
import type { State } from "../../model/state.ts";
import type { JournalLine } from "../apply/journal.ts";
import { checkSerial } from "./check-serial.ts";

const stateOf = (serial: number): State => ({
  docsformState: 2,
  organization: "acme",
  salt: "00",
  serial,
  objects: {},
});
const stamp = { run: "r", at: 1 };

test.each<readonly [string, JournalLine]>([
  ["began with", { kind: "begin", serial: 5, ...stamp }],
  ["ended with", { kind: "end", serial: 5, ...stamp }],
])("a state that is older than the one that an interrupted run %s is refused", (_, line) => {
  expect(() => checkSerial(stateOf(4), [line])).toThrow(expect.objectContaining({ code: "apply/old-state" }));
  checkSerial(stateOf(5), [line]);
});
