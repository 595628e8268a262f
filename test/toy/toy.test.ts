import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { once } from "../../src/util/once.ts";
import { copy, copyWithToys, run, runTests, written } from "./copy-with-toys.ts";

// A new type has derived files, costs no calls, and conforms. `toy-everywhere.test.ts` compiles and checks the whole copy, and runs the longer tests:
// laws, faults, and Terraform.

copyWithToys();

/** Generates the derived files, and returns the files that then differ from those before the types. */
const touchedFiles = once(async () => {
  await run(copy, "npm", "run", "--silent", "generate");
  const status = await run(copy, "git", "status", "--porcelain", "--untracked-files=all");
  return status
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => line.slice(3));
});

test("its derived files are generated, and no other file changes", { timeout: 180_000 }, async () => {
  const touched = await touchedFiles();
  const generated =
    /^(schema|docs\/constructs|docs\/reference|docs\/terraform|src\/constructs\/generated|src\/contract\/client\/generated)\//;
  expect(touched.filter((path) => !generated.test(path)).sort()).toEqual(
    ["src/contract/facts/all.ts", ...written].sort(),
  );
  for (const path of [
    "schema/layout.json",
    "docs/reference/site.md",
    "src/constructs/generated/resources.ts",
  ])
    expect([path, readFileSync(join(copy, path), "utf8").includes("redirect")]).toEqual([path, true]);
});

const [lists, commands, conformance] = [
  "test/reconcile/needed-lists.test.ts",
  "test/goldens/command-line.test.ts",
  "test/conformance/",
];

/**
 * Runs all tests of `lists` and `commands`, and those of `conformance` for the new types, and returns the files and names of those that passed. It is
 * one run of vitest, because loading the modules takes most of its time.
 */
const passedTests = once(async () => {
  // The tests write golden files, which would be among the touched ones.
  await touchedFiles();
  const names = [
    "(^| )(a layout of |other needs for a list )",
    "(^| )(.*: the life of a layout|errors|the help)$",
    "site_(redirect|share_link|team)",
  ];
  const output = "passed.json";
  const reported = ["-u", "--reporter=json", `--outputFile=${output}`];
  await runTests([lists, commands, conformance, "-t", names.join("|"), ...reported]);
  const { testResults } = JSON.parse(readFileSync(join(copy, output), "utf8")) as {
    testResults: { name: string; assertionResults: { fullName: string; status: string }[] }[];
  };
  return testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.filter(({ status }) => status === "passed").map(({ fullName }) => `${name} ${fullName}`),
  );
});

test("it costs no call where no layout declares it", { timeout: 300_000 }, async () => {
  const passed = await passedTests();
  expect(passed.filter((each) => each.includes(lists)).length).toBeGreaterThan(30);
  expect(passed.filter((each) => each.includes(commands))).toHaveLength(4);
  // The golden files show the calls of whole commands. docsform reads the new types only before it deletes an object that may contain them or that
  // they may refer to. A pulled layout lists what others refer to first.
  const golden = await run(copy, "git", "diff", "--unified=0", "--", "test/goldens");
  const changed = golden.split("\n").filter((line) => /^[+-](?![+-])/.test(line));
  const withoutFieldNames = changed.filter((line) => !line.includes("Use one of "));
  expect(withoutFieldNames.filter((line) => line.includes("share"))).toEqual([]);
  const files = [...golden.matchAll(/^\+\+\+ b\/test\/goldens\/(.*)\.golden$/gm)].map(([, path]) => path);
  expect(files).toEqual([
    "classic/destroy",
    "classic/pull",
    "current/broken-layout",
    "current/change",
    "current/destroy",
    "current/pull",
  ]);
});

test("it conforms on both API versions, as every type does", { timeout: 300_000 }, async () => {
  const passed = (await passedTests()).filter((each) => each.includes(conformance));
  for (const type of ["site_redirect", "site_share_link", "site_team"])
    expect(passed.filter((each) => each.includes(type)).length).toBeGreaterThan(10);
});
