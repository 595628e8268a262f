import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import type { Log, ReportingDescriptor, Result, Run } from "sarif";
import { describe, expect, test } from "vitest";
import {
  apply,
  benchOfTest,
  openWorkbench,
  organization,
  type RunOptions,
  smallLayout,
} from "./workbench.ts";

// SARIF 2.1.0 is the format of code review tools: each finding has its line of the layout, and the text of `explain`.

const bench = benchOfTest(() => openWorkbench({ "docsform.yaml": smallLayout }));

interface SarifReport {
  readonly code: number;
  readonly log: Log;
  readonly results: readonly Result[];
}

async function report(args: readonly string[], surroundings?: RunOptions): Promise<SarifReport> {
  const { code, err } = await bench.run([...args, "--sarif", "out/found.sarif"], surroundings);
  const text = bench.files.read("out/found.sarif");
  if (text === undefined) throw new Error(`No report was written:\n${err}`);
  const log = JSON.parse(text) as Log;
  checkLog(log, code);
  return { code, log, results: log.runs[0]?.results ?? [] };
}

/** The requirements of SARIF's schema, and those of the tools that accept such reports. */
function checkLog({ version, $schema, runs }: Log, code: number): void {
  expect([version, runs.length]).toEqual(["2.1.0", 1]);
  expect($schema).toMatch(/sarif-2[.]1[.]0[.]json$/u);
  for (const run of runs) checkRun(run, code);
}

function checkRun({ tool, columnKind, invocations, results = [] }: Run, code: number): void {
  const { name, version, rules = [] } = tool.driver;
  expect([name, version, columnKind]).toEqual(["docsform", "1.2.3", "utf16CodeUnits"]);
  expect(invocations).toEqual([expect.objectContaining({ exitCode: code })]);
  const ids = rules.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const rule of rules) checkRule(rule);
  for (const result of results) checkResult(result, ids);
}

function checkRule({ id, shortDescription, help, helpUri }: ReportingDescriptor): void {
  expect(shortDescription?.text, id).toMatch(/[.]$/u);
  expect(help?.text).toContain("What to do: ");
  const [page = "", heading] = helpUri?.split("/blob/main/")[1]?.split("#") ?? [];
  const headings = readFileSync(page, "utf8").match(/(?<=^## ).*/gmu) ?? [];
  expect(headings.map((each) => each.replace("/", ""))).toContain(heading);
}

function checkResult(
  { ruleId, ruleIndex = -1, level, message, locations = [] }: Result,
  rules: readonly string[],
): void {
  expect(rules[ruleIndex]).toBe(ruleId);
  expect(["error", "warning", "note"]).toContain(level);
  expect(message.text).toMatch(/\S/u);
  expect(locations.length).toBe(1);
  const { artifactLocation, region = {} } = locations[0]?.physicalLocation ?? {};
  expect(artifactLocation?.uriBaseId).toBe("%SRCROOT%");
  expect(artifactLocation?.uri).toMatch(/^(?![/.])[^\s\\:]+$/u);
  const { startLine = 0, startColumn, endLine, endColumn } = region;
  expect(startLine).toBeGreaterThan(0);
  if (startColumn === undefined) return;
  expect(startColumn).toBeGreaterThan(0);
  expect(endColumn).toBeGreaterThan(startColumn);
  expect(endLine).toBe(startLine);
}

/** The text of the layout that a finding marks. */
function marked(result: Result): string {
  const { path, region } = placeOf(result);
  const line = (bench.files.read(path) ?? "").split("\n")[region.startLine - 1] ?? "";
  return region.startColumn === undefined ? "" : line.slice(region.startColumn - 1, region.endColumn - 1);
}

interface Place {
  readonly path: string;
  readonly region: { startLine: number; startColumn?: number; endColumn: number };
}

function placeOf({ locations }: Result): Place {
  const { artifactLocation, region } = locations?.[0]?.physicalLocation ?? {};
  return { path: decodeURIComponent(artifactLocation?.uri ?? ""), region: region as Place["region"] };
}

function found(results: readonly Result[]) {
  return results.map((result) => [result.ruleId, result.level, marked(result)]);
}

const refusing = { environment: { DOCSFORM_TOKEN: "wrong" } };

describe("validate", () => {
  test("has no findings for a valid layout", async () => {
    expect(await report(["validate"])).toMatchObject({ code: 0, results: [] });
  });

  test("shows each error at its place", async () => {
    bench.files.write(
      "docsform.yaml",
      smallLayout
        .replace("title: API }", "titel: API }")
        .replace("collection: handbook", "collection: nowhere"),
    );
    const { code, results } = await report(["validate"]);
    expect(code).toBe(1);
    expect(found(results)).toEqual([
      ["layout/unknown-reference", "error", "nowhere"],
      ["layout/missing-field", "error", "api"],
      ["layout/unknown-field", "error", "titel"],
    ]);
    expect(results[2]?.message.text).toContain("Did you mean title?");
  });

  test("names a file outside the folder by its absolute path", async () => {
    const outside = mkdtempSync(join(tmpdir(), "docsform-outside-"));
    try {
      const file = join(outside, "docsform.yaml");
      writeFileSync(file, smallLayout.replace("title: API }", "titel: API }"));
      await bench.run(["validate", "--file", relative(bench.files.folder, file), "--sarif", "found.sarif"]);
      const log = JSON.parse(bench.files.read("found.sarif") ?? "") as Log;
      const places = (log.runs[0]?.results ?? []).map(
        ({ locations }) => locations?.[0]?.physicalLocation?.artifactLocation,
      );
      expect(places).toEqual([{ uri: pathToFileURL(file).href }, { uri: pathToFileURL(file).href }]);
    } finally {
      rmSync(outside, { recursive: true, force: true });
    }
  });

  test("shows all errors, however many", async () => {
    const spaces = Array.from({ length: 120 }, (_, at) => `  s${at}: { titel: S }\n`);
    bench.files.write(
      "docsform.yaml",
      `docsform: 1\norganization: ${organization}\nspaces:\n${spaces.join("")}`,
    );
    const { results } = await report(["validate"]);
    expect(results.filter(({ ruleId }) => ruleId === "layout/unknown-field").length).toBe(120);
  });

  test("names a file as a URL, in every folder", async () => {
    bench.files.write("our docs/größe #1.yaml", smallLayout.replace("title: API }", "titel: API }"));
    const { results } = await report(["validate", "-f", "our docs"]);
    expect(found(results)).toContainEqual(["layout/unknown-field", "error", "titel"]);
  });

  test("reports a missing layout as an error, without findings", async () => {
    const { code, log } = await report(["validate", "-f", "nowhere.yaml"]);
    expect(code).toBe(1);
    expect(log.runs[0]?.invocations?.[0]).toMatchObject({
      executionSuccessful: false,
      toolExecutionNotifications: [{ level: "error", descriptor: { id: "cli/no-layout", index: 0 } }],
    });
  });
});

describe("plan", () => {
  test("shows refusals and dangers at the lines that cause them", async () => {
    const shared = smallLayout.replace(
      "title: Docs\n",
      "title: Docs\n    published: true\n    visibility: share-link\n",
    );
    bench.files.write("docsform.yaml", shared);
    await bench.run(apply);
    bench.files.write(
      "docsform.yaml",
      shared.replace(/ +- \{ section: API.*\n/u, "").replace("share-link", "public"),
    );
    const { code, log, results } = await report(["plan"]);
    expect(code).toBe(0);
    expect(found(results)).toContainEqual(["danger/opens", "warning", "public"]);
    expect(found(results)).toContainEqual(["guard/deletes", "error", ""]);
    const refusal = results.find(({ ruleId }) => ruleId === "guard/deletes");
    expect(refusal?.message.text).toContain("--allow-deletes");
    expect(refusal?.locations?.[0]?.logicalLocations).toContainEqual({
      fullyQualifiedName: "site_section.docs/api",
      kind: "object",
    });
    expect(log.runs[0]?.automationDetails?.id).toBe("docsform/plan/");
  });

  test("reports an error if the service does not respond", async () => {
    const { code, log, results } = await report(["plan"], refusing);
    expect([code, results]).toEqual([1, []]);
    expect(log.runs[0]?.invocations?.[0]).toMatchObject({
      executionSuccessful: false,
      toolExecutionNotifications: [{ descriptor: { id: "http/unauthorized" } }],
    });
  });

  test("makes no request if the report cannot be written", async () => {
    bench.files.write("out", "");
    const ran = await bench.run(["plan", "--sarif", "out/found.sarif"]);
    expect([ran.code, ran.err]).toEqual([1, expect.stringContaining("[disk/not-written]")]);
    expect(bench.emulator.emulator.log).toEqual([]);
  });
});

test("drift shows a change at the line of the field, and edits of the layout as notes", async () => {
  await bench.run(apply);
  expect((await report(["drift"])).results).toEqual([]);
  bench.renameSpace("Guides", "Ours");
  bench.files.write("docsform.yaml", smallLayout.replace("title: API }", "title: Reference }"));
  const { code, results } = await report(["drift"]);
  expect(code).toBe(2);
  expect(found(results)).toEqual([
    ["drift/changed", "warning", "Guides"],
    ["drift/changed", "note", "Reference"],
  ]);
  expect(results[0]?.message.text).toBe('space "Guides" renamed to "Ours": changed on the service.');
  expect(results[0]?.locations?.[0]?.physicalLocation?.region?.startLine).toBe(
    smallLayout.split("\n").findIndex((line) => line.includes("guides: {")) + 1,
  );
});
