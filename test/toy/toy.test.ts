import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { copy, copyWithToys, run, runTests, written } from "./copy-with-toys.ts";

// A new type passes the checks of derived files, types and formats. `toy-everywhere.test.ts` runs the longer tests: laws, faults, and Terraform.

copyWithToys();

test("its derived files are generated, and no other file changes", { timeout: 180_000 }, async () => {
  await run(copy, "npm", "run", "--silent", "generate");
  const status = await run(copy, "git", "status", "--porcelain", "--untracked-files=all");
  const touched = status
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => line.slice(3));
  const generated =
    /^(schema|docs\/reference|docs\/terraform|src\/constructs\/generated|src\/contract\/client\/generated)\//;
  expect(touched.filter((path) => !generated.test(path)).sort()).toEqual(
    [
      "src/contract/operations/operations.ts",
      "src/contract/operations/rows.ts",
      "src/resources/registry.ts",
      ...written.map(([, path]) => path),
    ].sort(),
  );
  for (const path of [
    "schema/layout.json",
    "docs/reference/site.md",
    "src/constructs/generated/resources.ts",
  ])
    expect([path, readFileSync(join(copy, path), "utf8").includes("redirect")]).toEqual([path, true]);
});

test("it compiles, is formatted, and keeps the rules of the rooms", { timeout: 300_000 }, async () => {
  expect(await run(copy, "npm", "run", "--silent", "tsc", "--", "--noEmit", "-p", ".")).toBe("");
  // biome fails for an unformatted file. Its message depends on the terminal, so the test does not check it.
  await run(copy, "npx", "biome", "check", "src/resources", "src/contract/operations");
  expect(await run(copy, "npm", "run", "--silent", "check:rooms")).toContain(" 0 violations");
});

test("it costs no call where no layout declares it", { timeout: 300_000 }, async () => {
  const { passed } = await runTests(["test/reconcile/needed-lists.test.ts"]);
  expect(passed).toBeGreaterThan(30);
  // The golden files show the calls of whole commands. docsform reads the new types only before it deletes an object that may contain them or that
  // they may refer to.
  await runTests(["test/goldens/command-line.test.ts", "-u"]);
  const golden = await run(copy, "git", "diff", "--unified=0", "--", "test/goldens");
  const changed = golden.split("\n").filter((line) => /^[+-](?![+-])/.test(line));
  const withoutFieldNames = changed.filter((line) => !line.includes("Use one of "));
  expect(withoutFieldNames.filter((line) => line.includes("mcp"))).toEqual([]);
  const files = [...golden.matchAll(/^\+\+\+ b\/test\/goldens\/(.*)\.golden$/gm)].map(([, path]) => path);
  expect(files).toEqual([
    "classic/change",
    "classic/destroy",
    "current/broken-layout",
    "current/change",
    "current/destroy",
  ]);
});

test("it conforms on both API versions, as every type does", { timeout: 300_000 }, async () => {
  for (const type of ["site_redirect", "site_mcp_server"]) {
    const { passed } = await runTests(["test/conformance", "-t", type]);
    expect(passed).toBeGreaterThan(20);
  }
});
