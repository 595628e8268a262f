import { expect, test } from "vitest";
import { seededRandom } from "../support/service.ts";
import {
  apply,
  benchOfTest,
  type CommandResult,
  jumpingClock,
  openWorkbench,
  organization,
} from "./workbench.ts";

const bench = benchOfTest(() =>
  openWorkbench({}, "current", { clock: jumpingClock(), random: seededRandom(6) }),
);

const twelve = Array.from({ length: 12 }, (_, at) => `s${at}`);

function layoutOf(lines: readonly string[], more = ""): string {
  return `docsform: 1\norganization: ${organization}\n${more}spaces:\n${lines.map((line) => `  ${line}\n`).join("")}`;
}

/** Twelve spaces. This many of them have a new title. */
function spaces(renamed = 0, more = ""): string {
  return layoutOf(
    twelve.map((key, at) => `${key}: { title: ${at < renamed ? "New" : "Old"} ${key} }`),
    more,
  );
}

function site(keys: readonly string[]): string {
  const items = keys.map((key) => `      - { section: Section ${key}, path: ${key}, spaces: [${key}] }\n`);
  return `${spaces()}sites:\n  docs:\n    title: Docs\n    structure:\n${items.join("")}`;
}

async function applied(layout: string, ...args: readonly string[]): Promise<CommandResult> {
  bench.files.write("docsform.yaml", layout);
  return await bench.run([...apply, ...args]);
}

async function checkRefused(ran: CommandResult, code: string, flag: string): Promise<void> {
  expect(ran.code, ran.out + ran.err).toBe(4);
  expect(ran.out).toContain(`[${code}]`);
  expect(ran.out).toContain(flag);
}

test("the next apply completes unfinished creates without a flag", async () => {
  const { faults } = bench.emulator.emulator;
  await applied(spaces());
  faults.add({
    on: { operation: "updateSiteSectionById", times: "always" },
    fault: { kind: "error-before", status: 400 },
  });
  expect((await applied(site(twelve))).code).toBe(3);
  expect(bench.files.read("docsform.state.json")).toContain('"unfinished": true');
  faults.clear();
  const ran = await applied(site(twelve));
  expect(ran.code, ran.out).toBe(0);
  expect(bench.files.read("docsform.state.json")).not.toContain("unfinished");
});

test("earlier approvals do not count for it", async () => {
  await applied(site(twelve));
  await checkRefused(
    await applied(site(twelve).replaceAll("section: Section", "section: Part")),
    "guard/too-many-changes",
    "--max-changes 12",
  );
});

test("the flag takes precedence over the layout, and the layout over the default", async () => {
  await applied(spaces());
  await checkRefused(await applied(spaces(8)), "guard/too-many-changes", "--max-changes 8");
  await checkRefused(
    await applied(spaces(8), "--max-changes", "60%"),
    "guard/too-many-changes",
    "--max-changes 8",
  );
  await checkRefused(
    await applied(spaces(2), "--max-changes", "1"),
    "guard/too-many-changes",
    "--max-changes 2",
  );
  expect((await applied(spaces(8), "--max-changes", "8")).code).toBe(0);
  const strict = "safety: { maxChanges: 0 }\n";
  await checkRefused(await applied(spaces(0, strict)), "guard/too-many-changes", "--max-changes 8");
  expect((await applied(spaces(0, strict), "--max-changes", "70%")).code).toBe(0);
});

test("the same is true for deletes", async () => {
  await applied(site(twelve));
  const fewer = site(twelve.slice(8));
  await checkRefused(await applied(fewer, "--allow-deletes"), "guard/too-many-deletes", "--max-deletes 16");
  const ran = await applied(fewer, "--allow-deletes", "--max-deletes", "16");
  expect(ran.code, ran.out).toBe(0);
  expect(bench.titles("site_section")).toHaveLength(4);
});

test("the number in the refusal permits the plan, if only one type has too many deletes", async () => {
  await applied(site(twelve));
  const fewer = site(twelve.slice(4));
  await checkRefused(await applied(fewer, "--allow-deletes"), "guard/too-many-deletes", "--max-deletes 8");
  const ran = await applied(fewer, "--allow-deletes", "--max-deletes", "8");
  expect(ran.code, ran.out).toBe(0);
});

test("the number permits the plan, also if objects of another type are forgotten", async () => {
  const more = Array.from({ length: 28 }, (_, at) => `  more${at}: { title: More ${at} }\n`);
  const withMore = (layout: string) => layout.replace("sites:\n", `${more.join("")}sites:\n`);
  await applied(withMore(site(twelve)));
  const fewer = withMore(site(twelve.slice(4))).replace("  s0: { title: Old s0 }\n", "");
  const refused = await applied(fewer);
  const [, flags = ""] = /\nPermit all of it with: (.*)\n$/u.exec(refused.out) ?? [];
  expect(flags, refused.out).toBe("--allow-deletes --max-deletes 9");
  const ran = await applied(fewer, ...flags.split(" "));
  expect(ran.code, ran.out).toBe(0);
});

test.each(["--max-deletes=x", "--max-changes=130%", "--max-deletes=-1"])(
  "%s is wrong usage",
  async (flag) => {
    expect((await applied(spaces(), flag)).code).toBe(64);
  },
);

test("a saved plan keeps its thresholds", async () => {
  await applied(spaces());
  bench.files.write("docsform.yaml", spaces(8));
  await bench.run(["plan", "--out", "plan.json"]);
  const refused = await bench.run(["apply", "plan.json", "--yes"]);
  await checkRefused(refused, "guard/too-many-changes", "--max-changes 8");
  expect(refused.out).toMatch(/\nPlan again with --max-changes 8\.\n$/u);
  const late = await bench.run(["apply", "plan.json", "--yes", "--max-changes", "8"]);
  expect(late.code).toBe(64);
  expect(late.err).toContain("docsform plan --out");
  await bench.run(["plan", "--out", "plan.json", "--max-changes", "8"]);
  await bench.checkDone(["apply", "plan.json", "--yes"]);
});

test("forgetting many objects needs a separate flag, and deletes nothing", async () => {
  await applied(spaces());
  const fewer = layoutOf(twelve.slice(8).map((key) => `${key}: { title: Old ${key} }`));
  await checkRefused(await applied(fewer), "guard/too-many-forgotten", "--allow-forget");
  await checkRefused(await applied(fewer, "--allow-deletes"), "guard/too-many-forgotten", "--allow-forget");
  expect((await applied(fewer, "--allow-forget")).code).toBe(0);
  expect(bench.titles("space")).toHaveLength(12);
});

test("a pulled state has no approvals", async () => {
  await applied(spaces());
  await bench.run(["pull", "--organization", organization, "--out", "pulled/docsform.yaml"]);
  expect(bench.files.read("pulled/docsform.state.json")).toContain('"pulled": true');
  const fewer = layoutOf(twelve.slice(8).map((key) => `${key}: { title: Old ${key} }`));
  bench.files.write("pulled/docsform.yaml", fewer);
  await bench.checkDone([...apply, "-f", "pulled/docsform.yaml"]);
});

test("a protected object is not forgotten, with every permission", async () => {
  await applied(layoutOf(["a: { title: A, protect: true }", "b: { title: B }"]));
  const without = layoutOf(["b: { title: B }"]);
  for (const flags of [[], ["--allow-forget"], ["--skip-deletes"]])
    await checkRefused(await applied(without, ...flags), "guard/protected", "protect: false");
  await applied(layoutOf(["a: { title: A, protect: false }", "b: { title: B }"]));
  expect((await applied(without)).code).toBe(0);
});

test("a layout without objects is refused, with every permission", async () => {
  await applied(spaces());
  const empty = `docsform: 1\norganization: ${organization}\nprune: [spaces]\n`;
  const ran = await applied(empty, "--allow-forget", "--allow-deletes", "--max-deletes", "100%");
  await checkRefused(ran, "guard/empty-layout", "docsform destroy");
  expect(bench.titles("space")).toHaveLength(12);
});

test("apply does not recreate what an interrupted destroy was deleting", async () => {
  const { faults } = bench.emulator.emulator;
  await applied(site(["s0", "s1"]));
  const destroy = ["destroy", "--organization", organization];
  faults.add({
    on: { operation: "deleteSpaceById", nth: 3, times: "always" },
    fault: { kind: "error-before", status: 400 },
  });
  expect(await bench.run(destroy)).toMatchObject({
    code: 3,
    out: expect.stringContaining("Run destroy again to continue."),
  });
  faults.clear();
  const left = bench.titles("space").length;
  const ran = await bench.run(apply);
  await checkRefused(ran, "guard/destroy-interrupted", "--allow-recreate");
  expect(bench.titles("space")).toHaveLength(left);
  await bench.checkDone(destroy);
  expect(bench.titles("space")).toEqual([]);
  await bench.checkDone(apply);
});

test("a destroy deletes no more than permitted, whatever the layout says", async () => {
  await applied(spaces(0, "safety: { maxDeletes: 1 }\n"));
  const destroy = ["destroy", "--organization", organization];
  await checkRefused(
    await bench.run([...destroy, "--max-deletes", "11"]),
    "guard/too-many-deletes",
    "--max-deletes 12",
  );
  expect((await bench.run([...destroy, "--max-deletes", "50%"])).code).toBe(64);
  expect(bench.titles("space")).toHaveLength(12);
  await bench.checkDone([...destroy, "--max-deletes", "12"]);
  expect(bench.titles("space")).toEqual([]);
});

test("permission recreates what a destroy was deleting, and ends the destroy", async () => {
  const { faults } = bench.emulator.emulator;
  await applied(site(["s0", "s1"]));
  const before = bench.titles("space");
  faults.add({
    on: { operation: "deleteSpaceById", nth: 3, times: "always" },
    fault: { kind: "error-before", status: 400 },
  });
  const destroy = ["destroy", "--organization", organization];
  expect((await bench.run(destroy)).code).toBe(3);
  faults.clear();
  await checkRefused(
    await bench.run([...apply, "--allow-create"]),
    "guard/destroy-interrupted",
    "--allow-recreate",
  );
  await bench.checkDone([...apply, "--allow-recreate"]);
  expect(new Set(bench.titles("space"))).toEqual(new Set(before));
  const next = await applied(site(["s0", "s1"]).replace("Old s2", "New s2"));
  expect(next.code, next.out).toBe(0);
});

test("detects a restored older state by the journal", async () => {
  const { faults } = bench.emulator.emulator;
  await applied(spaces());
  const old = bench.files.read("docsform.state.json") ?? "";
  await applied(spaces(2));
  faults.add({ on: { operation: "createSite" }, fault: { kind: "truncate" } });
  faults.add({ on: { method: "read", times: "always" }, fault: { kind: "stale-reads", ms: 60_000 } });
  bench.files.write("docsform.yaml", site(["s0"]));
  expect((await bench.run(apply)).code).toBe(3);
  faults.clear();
  const newer = bench.files.read("docsform.state.json") ?? "";
  bench.files.write("docsform.state.json", old);
  const ran = await bench.run(apply);
  expect(ran.code).toBe(1);
  expect(ran.err).toContain("[apply/old-state]");
  bench.files.write("docsform.state.json", newer);
  await bench.checkDone([...apply, "--max-changes", "100%"]);
});
