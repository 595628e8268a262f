import { linkSync, symlinkSync } from "node:fs";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { apply, benchOfGroup, canaryToken, openWorkbench, organization } from "./workbench.ts";

// A run must not overwrite a file that it reads, or that it writes for another purpose.

const bench = benchOfGroup(() => openWorkbench());
beforeAll(async () => {
  bench.files.write(
    "docsform.yaml",
    `docsform: 1\norganization: ${organization}\nopenapi:\n  shop: { source: { text: !file shop.json } }\n`,
  );
  bench.files.write("shop.json", '{ "openapi": "3.1.0" }');
  bench.files.write("token.txt", `${canaryToken}\n`);
  bench.files.write("notes.txt", "Of a person.\n");
  for (const args of [
    [...apply, "--allow-create"],
    ["plan", "--out", "plan.json"],
  ]) {
    await bench.checkDone(args);
  }
  symlinkSync(bench.files.full("docsform.yaml"), bench.files.full("link.yaml"));
  linkSync(bench.files.full("docsform.yaml"), bench.files.full("second.yaml"));
});
beforeEach(() => bench.files.system.rmSync(bench.files.full("new"), { force: true }));

const read = ["docsform.yaml", "docsform.state.json", "shop.json", "token.txt", "plan.json", "notes.txt"];
const texts = () => Object.fromEntries(read.map((path) => [path, bench.files.read(path)]));

describe("a run uses a file for one purpose", () => {
  test.each<readonly [string, readonly string[], string | undefined]>([
    ["the layout is --out", ["plan", "--out", "docsform.yaml"], undefined],
    ["the layout is --comment", ["plan", "--comment", "./docsform.yaml"], undefined],
    ["the layout is --html", ["plan", "--html", "docsform.yaml"], undefined],
    ["the layout is --sarif", ["plan", "--sarif", "docsform.yaml"], undefined],
    ["the layout is --sarif of validate", ["validate", "--sarif", "docsform.yaml"], undefined],
    ["the layout is --html of drift", ["drift", "--html", "docsform.yaml"], undefined],
    ["the layout is the state", [...apply, "--state", "docsform.yaml"], undefined],
    ["the layout is the journal", apply, "docsform.yaml"],
    [
      "the layout is the state of pull --update",
      ["pull", "--update", "--yes", "--state", "docsform.yaml"],
      undefined,
    ],
    ["the state is --out", ["plan", "--out", "docsform.state.json"], undefined],
    ["the state is --html of drift", ["drift", "--html", "docsform.state.json"], undefined],
    ["the state is --sarif", ["drift", "--sarif", "docsform.state.json"], undefined],
    ["the state is the journal", apply, "docsform.state.json"],
    ["a file that the layout names is the journal", apply, "shop.json"],
    ["what is no journal is the journal", apply, "notes.txt"],
    ["a file that the layout names is --comment", ["plan", "--comment", "shop.json"], undefined],
    ["the token's file is --html", ["plan", "--token-file", "token.txt", "--html", "token.txt"], undefined],
    ["the saved plan is the state", ["apply", "plan.json", "--yes", "--state", "plan.json"], undefined],
    ["the saved plan is the journal", ["apply", "plan.json", "--yes"], "plan.json"],
    ["a link to the layout is --out", ["plan", "--out", "link.yaml"], undefined],
    ["another name of the layout is --out", ["plan", "--out", "second.yaml"], undefined],
  ])("%s", async (_, args, journal) => {
    const before = texts();
    const { code, err } = await bench.run(args, { environment: { DOCSFORM_JOURNAL: journal } });
    expect([1, 64], err).toContain(code);
    expect(texts()).toEqual(before);
  });

  test.each([
    ["plan", "--out"],
    ["plan", "--comment"],
    ["plan", "--html"],
    ["plan", "--sarif"],
    ["plan", "--events"],
    ["validate", "--sarif"],
    ["drift", "--html"],
    ["drift", "--sarif"],
    ["emulator", "--dump"],
  ])("%s %s replaces an earlier output, and no file of a person", async (command, option) => {
    const calls = bench.emulator.emulator.log.length;
    const { code, err } = await bench.run([command, option, "notes.txt"]);
    expect([code, err]).toEqual([1, expect.stringContaining("[cli/other-file]")]);
    expect(bench.files.read("notes.txt")).toBe("Of a person.\n");
    expect(bench.emulator.emulator.log).toHaveLength(calls);
    if (command === "emulator") return;
    for (const round of ["first", "second"]) {
      const ran = await bench.run([command, option, "new"]);
      expect([0, 2], round + ran.err).toContain(ran.code);
      expect(bench.files.read("new")).not.toBe("");
    }
  });

  test.each<readonly [string, readonly string[], string | undefined]>([
    ["two outputs of plan", ["plan", "--out", "new", "--comment", "new"], undefined],
    ["a page and a report", ["drift", "--html", "new", "--sarif", "./new"], undefined],
    ["events and a plan", ["plan", "--events", "new", "--out", "new"], undefined],
    [
      "a layout and its state",
      ["pull", "--organization", organization, "--out", "new", "--state", "new"],
      undefined,
    ],
    ["the state and the journal", [...apply, "--state", "new"], "new"],
  ])("%s: nothing is written", async (_, args, journal) => {
    const { code, err } = await bench.run(args, { environment: { DOCSFORM_JOURNAL: journal } });
    expect(err).toContain("cli/same-file");
    expect(code).toBe(64);
    expect(bench.files.read("new") ?? "").toMatch(/^(?:\{"formatVersion":.*\n)*$/u);
  });
});
