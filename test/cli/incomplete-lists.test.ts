import { beforeEach, expect, test, vi } from "vitest";
import { apply, benchOfTest, type CommandResult, openWorkbench, smallLayout } from "./workbench.ts";

vi.setConfig({ testTimeout: 120_000 });

const bench = benchOfTest(() => openWorkbench({ "docsform.yaml": smallLayout }));
beforeEach(() => bench.checkDone(apply));

/** From now on, the lists omit all objects of the type. Reads by id return them. */
function hide(type: string): void {
  const { emulator } = bench.emulator;
  const ids = emulator.service.list(type).map(({ id }) => id);
  expect(ids).not.toEqual([]);
  emulator.faults.add({ on: { method: "read" }, fault: { kind: "hide", ids } });
}

function jsonOf({ out }: CommandResult): Record<string, unknown> {
  return JSON.parse(out) as Record<string, unknown>;
}

const needed = ["collection", "space", "site"];

test.each(needed)("an incomplete list of %ss makes plan exit 1 and say so in every output", async (type) => {
  hide(type);
  const plain = await bench.run(["plan", "--comment", "plan.md"]);
  expect(plain.code).toBe(1);
  expect(plain.out).toMatch(/^The plan for organization .* is not reliable/u);
  expect(plain.out).toContain("[guard/incomplete-list]");
  expect(bench.files.read("plan.md")).toContain("**This plan is not reliable**");
  expect(bench.files.read("plan.md")).toContain("### docsform plan: not reliable");
  const reported = await bench.run(["plan", "--json", "--detailed-exitcode"]);
  expect({ code: reported.code, reliable: jsonOf(reported)["reliable"] }).toEqual({
    code: 1,
    reliable: false,
  });
});

test.each(needed)("an incomplete list of %ss makes a plan with changes exit 1", async (type) => {
  hide(type);
  bench.files.write("docsform.yaml", `${smallLayout}teams:\n  editors: { title: Editors }\n`);
  for (const flags of [[], ["--detailed-exitcode"]]) {
    const { code, out } = await bench.run(["plan", ...flags]);
    expect(code).toBe(1);
    expect(out).toMatch(/^The plan for organization .* is not reliable/u);
    expect(out).toContain("team.editors");
  }
});

test.each(needed)("an incomplete list of %ss makes drift exit 1 and never report no drift", async (type) => {
  hide(type);
  const plain = await bench.run(["drift"]);
  expect(plain.code).toBe(1);
  expect(plain.out).not.toContain("No drift");
  expect(plain.out).toContain("was not read completely");
  const reported = await bench.run(["drift", "--json"]);
  expect({ code: reported.code, ...jsonOf(reported) }).toMatchObject({
    code: 1,
    reliable: false,
    gaps: [{ code: "guard/incomplete-list", unreliable: true }],
  });
  const report = await bench.run(["drift", "--sarif", "drift.sarif"]);
  expect(report.code).toBe(1);
  expect(bench.files.read("drift.sarif")).toContain("guard/incomplete-list");
});

test.each(needed)("an incomplete list of %ss makes apply exit 4 and send nothing", async (type) => {
  hide(type);
  const state = bench.files.read("docsform.state.json");
  const before = bench.emulator.emulator.log.length;
  expect(await bench.run([...apply, "--allow-deletes", "--allow-create", "--allow-recreate"])).toMatchObject({
    code: 4,
  });
  expect(bench.emulator.emulator.log.slice(before).filter(({ method }) => method !== "GET")).toEqual([]);
  expect(bench.files.read("docsform.state.json")).toBe(state);
});

test.each(needed)("an incomplete list of %ss makes accept write nothing", async (type) => {
  hide(type);
  expect(await bench.run(["accept", "--yes"])).toMatchObject({ code: 1 });
  expect(bench.files.read("docsform.yaml")).toBe(smallLayout);
});

test.each(needed)(
  "an incomplete list of %ss makes diff exit 1, because it compares too little",
  async (type) => {
    bench.files.write("docsform.yaml", `${smallLayout}environments:\n  a: {}\n  b: {}\n`);
    await bench.checkDone(["state", "rename", "--from", "docsform.state.json", "--env", "a"]);
    const diff = ["diff", "--env", "a", "--env", "b"];
    await bench.checkDone(diff);
    hide(type);
    const { code, err } = await bench.run(diff);
    expect([code, err]).toEqual([1, expect.stringContaining("[live/incomplete-list]")]);
  },
);

test("an incomplete list that the layout does not need has no effect", async () => {
  bench.files.write("docsform.yaml", `${smallLayout}teams:\n  editors: { title: Editors }\n`);
  expect(await bench.run(apply)).toMatchObject({ code: 0 });
  hide("team");
  expect(await bench.run(["plan"])).toMatchObject({ code: 1 });
  for (const command of ["plan", "drift"])
    expect(await bench.run([command, "--target", "space.guides"])).toMatchObject({ code: 0 });
});
