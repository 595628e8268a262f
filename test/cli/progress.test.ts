import { afterEach, expect, test } from "vitest";
import type { Io } from "../../src/cli/io.ts";
import { reportCalls } from "../../src/cli/progress/count-calls.ts";
import { trackProgress } from "../../src/cli/progress/run-progress.ts";
import { renderProgress } from "../../src/cli/render/render-progress.ts";
import type { Plan } from "../../src/model/plan/plan.ts";
import { plainPalette } from "../../src/report/text/palette.ts";
import { apply, jumpingClock, openWorkbench, organization, type Workbench } from "./workbench.ts";

// These tests check the lines that a run prints into the log of a CI.

let bench: Workbench;
afterEach(() => bench?.close());

const spaces = (count: number) =>
  `docsform: 1\norganization: ${organization}\nspaces:\n${Array.from(
    { length: count },
    (_, at) => `  s${at}: { title: Space ${at} }\n`,
  ).join("")}`;

const applySequentially = [...apply, "--concurrency", "1"];

test("each line shows the progress of the run", async () => {
  bench = await openWorkbench({ "docsform.yaml": spaces(12) });
  const { out } = await bench.run(applySequentially);
  const done = out.split("\n").filter((line) => line.startsWith("done"));
  expect(done.map((line) => line.slice(9, 14))).toEqual(
    Array.from({ length: 12 }, (_, at) => `${at + 1}/12`.padStart(5)),
  );
  expect(out).toContain("started        create space.s0\n");
});

test("shows an error of several steps once, with a count, and counts steps that were not tried", async () => {
  bench = await openWorkbench({
    "docsform.yaml": `${spaces(12)}sites:\n  docs:\n    title: Docs\n    structure: [{ section: AA, path: a, spaces: [s0] }, { section: BB, path: b, spaces: [s1] }]\n`,
  });
  const message = "No more spaces.";
  bench.emulator.emulator.faults.add({
    on: { operation: "createSpace", times: "always" },
    fault: { kind: "error-before", status: 400, message },
  });
  const { out, code, err } = await bench.run(applySequentially);
  expect(err).toBe("");
  const [run, result] = out.split("Partly done.");
  expect(code).toBe(3);
  expect(run?.match(/failed .*No more spaces[.]/gu)).toHaveLength(1);
  expect(run?.match(/failed .*: same error as create space[.]s0$/gmu)).toHaveLength(11);
  expect(run).not.toContain("skipped");
  expect(result).toContain("failed 12 times space.{s0, s1, s2, s3, s4, s5, s6, s7, s8, s9} and 2 more:\n");
  expect(result?.match(/No more spaces[.]/gu)).toHaveLength(1);
  expect(result).toMatch(/\d+ steps: 1 done, 12 failed, \d+ not tried[.]/u);
  expect(result).not.toContain("site_section");
});

const sites = (count: number) =>
  `sites:\n${Array.from(
    { length: count },
    (_, at) =>
      `  d${at}: { title: Docs ${at}, structure: [{ section: AA, path: a, spaces: [s0] }, { section: BB, path: b, spaces: [s1] }] }\n`,
  ).join("")}`;

test.each([
  { status: 400, message: "No more spaces." },
  { status: 403, message: "Only for reading." },
])(
  "steps that were not tried are no progress, if all are refused with $status",
  async ({ status, message }) => {
    bench = await openWorkbench({ "docsform.yaml": `${spaces(2)}${sites(3)}` });
    bench.emulator.emulator.faults.add({
      on: { method: "write", times: "always" },
      fault: { kind: "error-before", status, message },
    });
    const feet: string[] = [];
    const screen = {
      show: (lines: (columns: number) => readonly string[]) => () => void feet.push(...lines(80)),
    };
    const { out } = await bench.run(applySequentially, { screen });
    const failed = [...out.matchAll(/^failed +(?<tried>\d+)[/](?<total>\d+)/gmu)];
    expect(failed.length).toBeGreaterThan(1);
    expect(failed.map(({ groups }) => Number(groups?.["tried"]))).toEqual(failed.map((_, at) => at + 1));
    const total = Number(failed[0]?.groups?.["total"]);
    expect(feet.join("\n")).toMatch(
      new RegExp(` ${failed.length}/${total} in 0:0\\d, ${total - failed.length} not tried`, "u"),
    );
  },
);

test("estimates the remaining time, but not shortly before the run stops", () => {
  let now = 0;
  const stop = new AbortController();
  const nodes = Array.from({ length: 9 }, (_, at) => ({
    id: `n${at}`,
    calls: 1,
  })) as unknown as Plan["nodes"];
  const progress = trackProgress({ nodes, writeCalls: 9 }, { now: () => now }, stop.signal);
  const about = (at: number) => ({ node: `n${at}`, step: at, address: `space.s${at}` });
  for (const at of [0, 1, 2]) {
    progress.onEvent({ kind: "started", ...about(at) });
    now += 1_000;
    progress.onEvent({ kind: "done", ...about(at), id: "id" });
  }
  expect(progress.state()).toMatchObject({ finished: 3, notTried: 0, total: 9, leftMs: 6_000 });
  for (const at of [6, 7, 8]) progress.onEvent({ kind: "skipped", ...about(at), reason: "n5" });
  expect(progress.state()).toMatchObject({ finished: 3, notTried: 3, total: 9, leftMs: 3_000 });
  stop.abort();
  expect(progress.state()).not.toHaveProperty("leftMs");
});

test("shows errors with different messages of the service separately", async () => {
  bench = await openWorkbench({ "docsform.yaml": spaces(4) });
  const { faults } = bench.emulator.emulator;
  const on = { operation: "createSpace", times: 2 };
  faults.add({ on: { ...on, nth: 1 }, fault: { kind: "error-before", status: 400, message: "One." } });
  faults.add({ on: { ...on, nth: 3 }, fault: { kind: "error-before", status: 400, message: "Two." } });
  const { out } = await bench.run(applySequentially);
  expect(out.match(/failed 2 times space[.]/gu)).toHaveLength(2);
});

test.each([
  {
    settings: { color: false },
    lines: ["Retrying calls that failed (http/unreachable). --verbose shows each of them."],
  },
  {
    settings: { color: false, verbose: true as const },
    lines: [
      "call: listSites will be sent again in 7 ms (http/unreachable)",
      "call: listTeamsInOrganizationById will be sent again in 7 ms (http/unreachable)",
    ],
  },
])("shows similar failed calls in one line, unless each is requested ($settings)", ({ settings, lines }) => {
  let reported = "";
  const io = { clock: jumpingClock(), stderr: (text: string) => void (reported += text) } as Io;
  const reporter = reportCalls(io, settings, "service.example", plainPalette);
  for (const operation of ["listSites", "listTeamsInOrganizationById"])
    reporter.onEvent({ kind: "retry", operation, attempt: 1, delayMs: 7, reason: "http/unreachable" });
  expect(reported).toBe(lines.map((line) => `${line}\n`).join(""));
});

test("shows unreadable lists as one error", async () => {
  const layout = `${spaces(3)}teams: { writers: { title: Writers } }\n`;
  bench = await openWorkbench({ "docsform.yaml": layout });
  const { err, code } = await bench.run(["plan", "--base-url", "http://127.0.0.1:9"]);
  expect(code).toBe(1);
  expect(err).toMatch(
    /^Retrying calls that failed .*\nError: 3 lists could not be read from 127[.]0[.]0[.]1:9: the connection was refused[.] /u,
  );
});

test("an empty apply says what it read, and that it wrote nothing", async () => {
  bench = await openWorkbench({ "docsform.yaml": spaces(2) });
  await bench.run(applySequentially);
  const before = bench.emulator.emulator.log.length;
  const { out } = await bench.run(applySequentially);
  const read = bench.emulator.emulator.log.length - before;
  expect(out).toContain(`Read the service in ${read} API calls, wrote nothing.\n`);
  expect(out).not.toContain("Made 0");
});

test("reports a rate limit once for all waiting calls", () => {
  let now = 0;
  let reported = "";
  const io = {
    clock: { ...jumpingClock(), now: () => now },
    stderr: (text: string) => {
      reported += text;
    },
  } as Io;
  const reporter = reportCalls(io, { color: false }, "service.example", plainPalette);
  for (const at of [0, 10, 20, 7_020]) {
    now = at;
    reporter.onPause(7_000);
    const [operation, reason] = ["createSpace", "http/rate-limited (429)"];
    reporter.onEvent({ kind: "retry", operation, attempt: 1, delayMs: 7_000, reason });
    reporter.onEvent({ kind: "waited", waitedMs: 7_000 });
  }
  expect(reported).toBe("Waiting 7 s for the service's rate limit.\n".repeat(2));
});

test("the last line of a terminal replaces separate lines", async () => {
  bench = await openWorkbench({ "docsform.yaml": spaces(3) });
  const shown: string[] = [];
  const screen = {
    show: (lines: (columns: number) => readonly string[]) => {
      shown.push(lines(80).join("\n"));
      return () => void shown.push(lines(80).join("\n"));
    },
  };
  const { out } = await bench.run(applySequentially, { screen });
  expect(out).not.toContain("started");
  expect(out).toContain("done     3/3");
  expect(shown[1]).toBe("░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░ 0/3 in 0:00\nstarting");
  expect(shown[2]).toMatch(/^█{30} 3\/3 in 0:0\d\nreading everything again/u);
});

test.each([
  { args: ["plan"], answers: true },
  { args: ["drift"], answers: true },
  { args: ["validate"], answers: false },
  { args: [...apply], answers: false },
  { args: ["destroy", "--organization", organization], answers: false },
])("$args prints no progress with --quiet", async ({ args, answers }) => {
  bench = await openWorkbench({ "docsform.yaml": spaces(3) });
  if (args[0] === "destroy" || args[0] === "drift") await bench.run([...applySequentially, "--quiet"]);
  bench.emulator.emulator.faults.add({
    on: { method: "read", times: 2 },
    fault: { kind: "rate-limit", headers: "retry-after", retryAfterSeconds: 2 },
  });
  const { err, out, code } = await bench.run([...args, "--quiet"]);
  // plan and drift still print their result.
  expect({ err, code, answers: out !== "" }).toEqual({ err: "", code: 0, answers });
});

test("a run says how long it waits until the service shows its writes", async () => {
  bench = await openWorkbench({ "docsform.yaml": spaces(1) });
  const environment = { DOCSFORM_CONSISTENCY_WINDOW_MS: "4200" };
  const { out } = await bench.run([...applySequentially, "--events", "run.events"], { environment });
  expect(out).toContain(
    "waiting 5 s until the service shows all writes\nreading everything again to check the result\n",
  );
  expect(bench.files.read("run.events")).toMatch(/"kind":"waiting","waitMs":4[12]\d\d\}/u);
});

test("a run that did not do everything says that it waits before it looks for duplicates", async () => {
  bench = await openWorkbench({ "docsform.yaml": `${spaces(1)}sites: { docs: { title: Docs } }\n` });
  bench.emulator.emulator.faults.add({
    on: { operation: "createSite", times: "always" },
    fault: { kind: "forbidden" },
  });
  const environment = { DOCSFORM_CONSISTENCY_WINDOW_MS: "4200" };
  const { out } = await bench.run([...applySequentially, "--events", "run.events"], { environment });
  expect(out).toContain(
    "waiting 5 s until the service shows all writes\nlooking for duplicates of what this run created\n",
  );
  expect(bench.files.read("run.events")).toMatch(/"waiting","waitMs":4[12]\d\d\}\n.*"checking-duplicates"/u);
});

test("a command that waits after an interrupted run says so", async () => {
  bench = await openWorkbench({ "docsform.yaml": spaces(1) });
  const cutJournal = `${JSON.stringify({ kind: "end", run: "r", at: 1 })}\n{"kind":"cr`;
  bench.files.write(".docsform/docsform.jsonl", cutJournal);
  const environment = { DOCSFORM_CONSISTENCY_WINDOW_MS: "4200" };
  const wait = "Waiting 5 s until the service shows all writes.\n";
  const { err } = await bench.run(["plan", "--events", "plan.events"], { environment });
  expect(err).toContain(wait);
  expect(bench.files.read("plan.events")).toContain('"kind":"waiting","waitMs":4200}');
  expect((await bench.run(["drift", "--quiet"], { environment })).err).not.toContain(wait);
  expect((await bench.run(["state", "repair"], { environment })).err).toContain(wait);
});

test("the bottom of a terminal counts the wait for the writes down", () => {
  let now = 0;
  const progress = trackProgress(
    { nodes: [], writeCalls: 0 },
    { now: () => now },
    new AbortController().signal,
  );
  const secondLine = () => renderProgress(progress.state(), 120, plainPalette)[1];
  progress.onEvent({ kind: "waiting", waitMs: 5_000 });
  now += 3_500;
  expect(secondLine()).toBe("waiting 2 s until the service shows all writes");
  progress.onEvent({ kind: "verifying" });
  expect(secondLine()).toBe("reading everything again to check the result");
});
