import { afterEach, describe, expect, test } from "vitest";
import { registry } from "../../src/resources/registry.ts";
import { jumpingClock, openWorkbench, organization, smallLayout, type Workbench } from "./workbench.ts";

// Each command does this before it plans.

let bench: Workbench;
afterEach(() => bench.close());

const journalPath = ".docsform/docsform.jsonl";
const consistencyWindowMs = 5000;
const clock = jumpingClock();

async function open(layout = smallLayout, types = registry): Promise<void> {
  bench = await openWorkbench({ "docsform.yaml": layout }, "current", { clock, random: Math.random, types });
}

function requests(): readonly string[] {
  return bench.emulator.emulator.log
    .filter(({ foreign }) => foreign !== true)
    .map(({ operation }) => operation ?? "");
}

function rename(type: string, from: string, to: string): void {
  bench.emulator.emulator.service.change(type, bench.idOf(type, from), { title: to });
}

/** Applies, and interrupts the run at the first request of an operation. The response to that request is lost. */
async function applyInterruptedAt(operation: string): Promise<void> {
  const { faults } = bench.emulator.emulator;
  const stop = new AbortController();
  const after = () => stop.abort(new Error("interrupted"));
  faults.add({ on: { operation }, fault: { kind: "callback", after } });
  faults.add({ on: { operation }, fault: { kind: "drop-after" } });
  // Later reads do not show the object yet.
  faults.add({ on: { method: "read" }, fault: { kind: "stale-reads", ms: consistencyWindowMs } });
  const ran = await bench.run(["apply", "--yes", "--no-state", "--concurrency", "1"], {
    signal: stop.signal,
  });
  faults.clear();
  expect(ran.code, ran.out + ran.err).toBe(130);
  expect(bench.files.read(journalPath)).toContain('"kind":"create"');
}

describe("only apply writes, and only after its plan", () => {
  // A mistake in the types: all lists call the operation that creates a space.
  const careless = registry.map((type) => {
    const create = type.name === "space" ? type.creation : undefined;
    if (create === undefined) return type;
    return { ...type, reads: type.reads.map((read) => ({ ...read, endpoint: create.endpoint })) };
  });

  test.each([["plan"], ["drift"], ["pull", "--organization", organization], ["apply", "--yes"], ["destroy"]])(
    "%s",
    async (...args) => {
      await open(smallLayout, careless);
      const ran = await bench.run(args);
      expect(ran.code).toBe(1);
      expect(bench.titles("space")).toEqual([]);
    },
  );
});

describe("after an interrupted run", () => {
  const environment = { DOCSFORM_CONSISTENCY_WINDOW_MS: `${consistencyWindowMs}` };
  test("waits until reads show what it did, so that nothing is created twice", async () => {
    await open();
    const { faults } = bench.emulator.emulator;
    await applyInterruptedAt("createSpace");
    faults.add({ on: { method: "read" }, fault: { kind: "stale-reads", ms: consistencyWindowMs - 1000 } });
    await bench.checkDone(["apply", "--yes"], { environment });
    expect(bench.titles("space").toSorted()).toEqual(["API", "Guides"]);
  });

  test.each([
    ["plan", 0],
    ["drift", 2],
    ["destroy --organization " + organization, 0],
    ["pull --organization " + organization, 0],
  ])("%s waits too", async (line, code) => {
    await open();
    await applyInterruptedAt("createSpace");
    const before = clock.now();
    const ran = await bench.run(line.split(" "), { environment });
    expect(ran.code, ran.out + ran.err).toBe(code);
    expect(clock.now() - before).toBeGreaterThanOrEqual(consistencyWindowMs);
  });

  test("pull does not save a state over a journal, but writes a layout without one", async () => {
    await open();
    await applyInterruptedAt("createSpace");
    const before = bench.files.read("docsform.yaml");
    const pull = ["pull", "--organization", organization, "--out", "docsform.yaml", "--force"];
    const refused = await bench.run(pull);
    expect([refused.code, refused.err.includes("[state/open-journal]")], refused.err).toEqual([1, true]);
    expect(bench.files.read("docsform.yaml")).toBe(before);
    expect(bench.files.read("docsform.state.json")).toBeUndefined();
    await bench.checkDone([...pull, "--no-state"]);
    expect(bench.files.read("docsform.yaml")).not.toBe(before);
  });

  test("knows what it created, even if only the id is the same", async () => {
    await open();
    bench.emulator.emulator.faults.add({
      on: { operation: "createSite" },
      fault: { kind: "error-before", status: 400 },
    });
    const first = await bench.run(["apply", "--yes", "--no-state"]);
    expect(first.code).toBe(3);
    rename("space", "Guides", "Somebody's");
    await bench.checkDone(["apply", "--yes", "--no-state"]);
    expect(bench.titles("space").toSorted()).toEqual(["API", "Guides"]);
  });

  test("a create with a lost response is found in a site that only the journal has", async () => {
    await open();
    await applyInterruptedAt("addSectionToSite");
    expect(bench.titles("site_section")).toEqual(["Guides"]);
    rename("site", "Docs", "Somebody's");
    await bench.checkDone(["apply", "--yes", "--no-state"]);
    expect(bench.titles("site")).toEqual(["Docs"]);
    expect(bench.titles("site_section").toSorted()).toEqual(["API", "Guides"]);
  });
});

test.each([
  { how: "an option", args: ["--organization", "Another1"], environment: {} },
  { how: "the environment", args: [], environment: { DOCSFORM_ORGANIZATION: "Another1" } },
])("does not apply a saved plan for another organization than $how names", async ({ args, environment }) => {
  await open();
  await bench.run(["plan", "--out", "plan.json"]);
  const before = requests().length;
  const ran = await bench.run(["apply", "plan.json", "--yes", ...args], { environment });
  expect(ran.code).toBe(1);
  expect(ran.err).toContain("[cli/other-organization]");
  expect(requests()).toHaveLength(before);
});
