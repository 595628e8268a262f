import { linkSync, symlinkSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { apply, openWorkbench, organization, type Workbench } from "./workbench.ts";

// Nothing that a run reads, and nothing that it writes, is written over by something else that it writes.

let bench: Workbench;
beforeEach(async () => {
  bench = await openWorkbench();
  bench.files.write(
    "docs.yaml",
    `docsform: 1\norganization: ${organization}\nopenapi:\n  shop: { source: { text: !file shop.json } }\n`,
  );
  bench.files.write("shop.json", '{ "openapi": "3.1.0" }');
  bench.files.write("token.txt", "a-token\n");
  bench.files.write("notes.txt", "Of a person.\n");
  for (const args of [
    [...apply, "--allow-create"],
    ["plan", "--out", "plan.json"],
  ]) {
    const { code, err } = await bench.run(args);
    if (code !== 0) throw new Error(err);
  }
});
afterEach(() => bench.close());

const read = ["docs.yaml", "docsform.lock.json", "shop.json", "token.txt", "plan.json", "notes.txt"];
const texts = () => Object.fromEntries(read.map((path) => [path, bench.files.read(path)]));

describe("a file has one use in a run", () => {
  test.each<readonly [string, readonly string[]]>([
    ["the layout is --out", ["plan", "--out", "docs.yaml"]],
    ["the layout is --comment", ["plan", "--comment", "./docs.yaml"]],
    ["the layout is --html", ["plan", "--html", "docs.yaml"]],
    ["the layout is --sarif", ["plan", "--sarif", "docs.yaml"]],
    ["the layout is --sarif of validate", ["validate", "--sarif", "docs.yaml"]],
    ["the layout is --html of drift", ["drift", "--html", "docs.yaml"]],
    ["the layout is the lock", [...apply, "--lock", "docs.yaml"]],
    ["the layout is the journal", [...apply, "--journal", "docs.yaml"]],
    ["the layout is --out of pull", ["pull", "--update", "--yes", "--lock", "docs.yaml"]],
    ["the lock is --out", ["plan", "--out", "docsform.lock.json"]],
    ["the lock is --html of drift", ["drift", "--html", "docsform.lock.json"]],
    ["the lock is --sarif", ["drift", "--sarif", "docsform.lock.json"]],
    ["the lock is the journal", [...apply, "--journal", "docsform.lock.json"]],
    ["a file that the layout names is the journal", [...apply, "--journal", "shop.json"]],
    ["what is no journal is the journal", [...apply, "--journal", "notes.txt"]],
    ["a file that the layout names is --comment", ["plan", "--comment", "shop.json"]],
    ["the token's file is --html", ["plan", "--token-file", "token.txt", "--html", "token.txt"]],
    ["the saved plan is the lock", ["apply", "plan.json", "--yes", "--lock", "plan.json"]],
    ["the saved plan is the journal", ["apply", "plan.json", "--yes", "--journal", "plan.json"]],
    ["a link to the layout is --out", ["plan", "--out", "link.yaml"]],
    ["another name of the layout is --out", ["plan", "--out", "second.yaml"]],
  ])("%s", async (_, args) => {
    symlinkSync(bench.files.full("docs.yaml"), bench.files.full("link.yaml"));
    linkSync(bench.files.full("docs.yaml"), bench.files.full("second.yaml"));
    const before = texts();
    const { code, err } = await bench.run(args);
    expect([1, 64], err).toContain(code);
    expect(texts()).toEqual(before);
  });

  test.each<readonly [string, readonly string[]]>([
    ["two outputs of plan", ["plan", "--out", "new", "--comment", "new"]],
    ["a page and a report", ["drift", "--html", "new", "--sarif", "./new"]],
    ["events and a plan", ["plan", "--events", "new", "--out", "new"]],
    ["a layout and its lock", ["pull", "--organization", organization, "--out", "new", "--lock", "new"]],
    ["the lock and the journal", [...apply, "--lock", "new", "--journal", "new"]],
  ])("%s: nothing is written", async (_, args) => {
    const { code, err } = await bench.run(args);
    expect(err).toContain("cli/same-file");
    expect(code).toBe(64);
    expect(bench.files.read("new") ?? "").not.toContain("docsformPlan");
  });
});
