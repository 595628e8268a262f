import { expect, test } from "vitest";
import type { CodeEntry } from "../../src/model/codes/code-entry.ts";
import { codes } from "../../src/model/codes/codes.ts";
import { failWith } from "../../src/model/codes/fail.ts";
import type { ResourceType } from "../../src/model/resource-type.ts";
import { benchOfGroup, jumpingClock, openWorkbench } from "./workbench.ts";

/** Scripts rely on these. Every other error exits with 1. */
const own: Readonly<Record<string, number>> = {
  "cli/bad-value": 64,
  "cli/input-of-saved-plan": 64,
  "cli/interrupted": 130,
  "cli/not-interactive": 64,
  "cli/same-file": 64,
  "cli/secret-changed": 5,
  "cli/selection-of-saved-plan": 64,
  "cli/several-organizations": 64,
  "cli/threshold-of-saved-plan": 64,
  "cli/unknown-code": 64,
  "cli/unknown-operation": 64,
  "cli/write-not-permitted": 4,
  "cli/wrong-usage": 64,
  "client/bad-path": 64,
  "client/unknown-input": 64,
  "guard/other-layout": 4,
  "saved-plan/changed": 5,
  "saved-plan/other-api-version": 5,
  "saved-plan/other-layout": 5,
  "saved-plan/other-plan": 5,
  "saved-plan/other-state": 5,
  "saved-plan/outdated": 5,
  "saved-plan/version": 5,
};

let thrown: Error;
const bench = benchOfGroup(() =>
  openWorkbench({}, "current", {
    clock: jumpingClock(),
    random: Math.random,
    get types(): readonly ResourceType[] {
      throw thrown;
    },
  }),
);

test.each(Object.entries<CodeEntry>(codes))("%s exits with its code", async (code, entry) => {
  // A copy of the entry: the one of the catalogue would count as raised by a test of its rule.
  const fail = failWith({ "x/each": { ...entry, message: "It failed." } });
  thrown = fail("x/each");
  expect(await bench.run(["explain"])).toMatchObject({ code: own[code] ?? 1 });
});

test("the table above names only codes of the catalogue", () => {
  expect(Object.keys(own).filter((code) => !Object.hasOwn(codes, code))).toEqual([]);
});
