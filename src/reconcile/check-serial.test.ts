import { expect, test } from "vitest";
import type { JournalLine } from "../apply/journal.ts";
import type { Lock } from "../model/lock.ts";
import { checkSerial } from "./check-serial.ts";

const lockOf = (serial: number): Lock => ({
  docsformLock: 2,
  organization: "acme",
  salt: "00",
  serial,
  objects: {},
});
const stamp = { run: "r", at: 1 };

test.each<readonly [string, JournalLine]>([
  ["began with", { kind: "begin", serial: 5, ...stamp }],
  ["ended with", { kind: "end", serial: 5, ...stamp }],
])("a lock that is older than the one that an interrupted run %s is refused", (_, line) => {
  expect(() => checkSerial(lockOf(4), [line])).toThrow(expect.objectContaining({ code: "apply/old-lock" }));
  checkSerial(lockOf(5), [line]);
});
