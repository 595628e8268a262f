import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { DocsformError } from "../../src/model/errors.ts";
import { failureOf } from "../../src/report/failure.ts";

test("src/reconcile names no flag, because programs have none", () => {
  const paths = readdirSync("src/reconcile", { recursive: true, encoding: "utf8" });
  const sources = paths.filter((path) => path.endsWith(".ts") && !path.endsWith(".test.ts"));
  expect(sources.length).toBeGreaterThan(20);
  const naming = sources.filter((path) =>
    /(?<![\w-])--[a-z]/u.test(readFileSync(join("src/reconcile", path), "utf8")),
  );
  expect(naming).toEqual([]);
});

test.each([
  ["Wait for it.", "Wait for it. --wait SECONDS makes docsform wait for it."],
  [undefined, "--wait SECONDS makes docsform wait for it."],
])("the command line adds its flag to the remedy %s", (remedy, reported) => {
  const error = new DocsformError("run/locked", "Another run.", { ...(remedy !== undefined && { remedy }) });
  expect(failureOf(error).remedy).toBe(reported);
});

test("an error without a remedy and without a flag has no remedy", () => {
  expect(failureOf(new DocsformError("other/one", "It failed."))).toEqual({
    code: "other/one",
    message: "It failed.",
  });
});
