import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { CodeEntry } from "../../src/model/codes/code-entry.ts";
import { codes } from "../../src/model/codes/codes.ts";
import { failWith } from "../../src/model/codes/fail.ts";
import { DocsformError } from "../../src/model/errors.ts";
import { failureOf } from "../../src/report/failure.ts";

test.each(["src/engine/reconcile", "src/state"])("%s names no flag, because programs have none", (room) => {
  const paths = readdirSync(room, { encoding: "utf8" });
  const sources = paths.filter((path) => path.endsWith(".ts") && !path.endsWith(".test.ts"));
  expect(sources.length).toBeGreaterThan(15);
  const naming = sources.filter((path) => /(?<![\w-])--[a-z]/u.test(readFileSync(join(room, path), "utf8")));
  expect(naming).toEqual([]);
});

const entry = { message: "It failed.", cause: "It fails.", example: "docsform plan" };
const fail = failWith({
  "x/both": { ...entry, remedy: "Plan again.", flagRemedy: "Add --state." },
  "x/flag": { ...entry, remedy: "", flagRemedy: "Add --state." },
});

test("the command line adds the flags that help to a remedy", () => {
  expect(fail("x/both").remedy).toBe("Plan again.");
  expect(failureOf(fail("x/both")).remedy).toBe("Plan again. Add --state.");
  expect(failureOf(fail("x/flag")).remedy).toBe("Add --state.");
});

test.each(Object.entries<CodeEntry>(codes).filter(([, { flagRemedy }]) => flagRemedy !== undefined))(
  "%s names flags only for the command line",
  (_code, { message, cases = {}, remedy }) => {
    expect(JSON.stringify([message, cases, remedy])).not.toMatch(/(?<![\w-])--[a-z]/u);
  },
);

test("an error without a remedy and without a flag has no remedy", () => {
  // @ts-expect-error A code that the catalogue does not declare does not compile.
  const error = new DocsformError("other/one", "It failed.");
  expect(failureOf(error)).toEqual({
    code: "other/one",
    message: "It failed.",
  });
});
