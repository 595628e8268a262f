import { afterEach, beforeEach, expect, test } from "vitest";
import type { Files } from "../../src/cli/files.ts";
import type { JsonObject } from "../../src/util/json.ts";
import {
  apply,
  jumpingClock,
  openWorkbench,
  organization,
  smallLayout,
  type Workbench,
} from "./workbench.ts";

// A layout for several organizations: how a command selects one, where its state is, and how two of them differ.

const environments = `${smallLayout.replace(`organization: ${organization}\n`, "")}environments:
  staging: { organization: ${organization}, spaces: { guides: { title: "Guides (staging)" } } }
  production: { organization: other }
`;

let bench: Workbench;
beforeEach(async () => {
  bench = await openWorkbench({ "docsform.yaml": environments });
});
afterEach(() => bench.close());

test("an environment has its own state, journal and lock, and its saved plan belongs to it", async () => {
  await bench.checkDone(["plan", "--out", "plan.json", "--env", "staging"]);
  const other = await bench.run(["apply", "plan.json", "--yes", "--env", "production"]);
  expect([other.code, other.err.includes("[saved-plan/other-layout]")]).toEqual([5, true]);
  await bench.checkDone(["apply", "plan.json", "--yes"]);
  const state = JSON.parse(bench.files.read("docsform.staging.state.json") ?? "{}") as JsonObject;
  expect([state["layout"], state["organization"]]).toEqual(["docsform.staging", organization]);
  expect(bench.files.read("docsform.state.json")).toBeUndefined();
  expect(bench.emulator.emulator.service.list("space").map(({ title }) => title)).toContain(
    "Guides (staging)",
  );
  const plan = await bench.run(["plan", "--env", "staging"]);
  expect(plan.out).toContain("matches the layout");
});

test("DOCSFORM_JOURNAL names the journal of a run, and not of the two environments of diff", async () => {
  await bench.close();
  let journal = "";
  const observe = (files: Files) => {
    journal = files.read("elsewhere/j.jsonl") ?? journal;
    expect(files.read(".docsform/docsform.jsonl")).toBeUndefined();
  };
  const nature = { clock: jumpingClock(), random: Math.random, observe };
  bench = await openWorkbench({ "docsform.yaml": smallLayout }, "current", nature);
  const environment = { DOCSFORM_JOURNAL: "elsewhere/j.jsonl" };
  await bench.checkDone(apply, { environment });
  expect(journal).toContain("docsformJournal");
  const diff = await bench.run(["diff", "--env", "staging", "--env", "production"], { environment });
  expect([diff.code, diff.err.includes("unset DOCSFORM_JOURNAL")], diff.err).toEqual([64, true]);
});

test.each([
  { args: [], reported: "The layout declares staging, production" },
  { args: ["--env", "stagign"], reported: "Did you mean staging?" },
])("$args is an error that lists the environments", async ({ args, reported }) => {
  for (const command of ["validate", "plan", "apply", "drift", "destroy", "graph"]) {
    const ran = await bench.run([command, ...args]);
    expect([ran.code, ran.err.includes(reported)], ran.err).toEqual([1, true]);
  }
  expect(bench.emulator.emulator.log).toEqual([]);
});

test("later files override earlier ones, and the first one names the state", async () => {
  bench.files.write("base.yaml", smallLayout);
  bench.files.write("production.yaml", "name: live\nspaces: { api: { title: Interface } }\n");
  await bench.checkDone([...apply, "-f", "base.yaml", "-f", "production.yaml"]);
  expect(bench.emulator.emulator.service.list("space").map(({ title }) => title)).toContain("Interface");
  expect(bench.files.read("docsform.live.state.json")).toBeDefined();
  bench.files.write("both/a.yaml", smallLayout);
  bench.files.write("both/b.yaml", "spaces: { api: { title: Interface } }\n");
  const folder = await bench.run(["validate", "-f", "both"]);
  expect([folder.code, folder.err.includes("layout/duplicate-key")]).toEqual([1, true]);
});

test("diff shows how two organizations differ in the declared objects", async () => {
  const other = `organization: ${organization}, collections: { handbook: { title: Shelf } }, spaces: { guides: { title: Manuals }, api: { title: Interface } }, sites: { docs: { title: Other } }`;
  bench.files.write("docsform.yaml", environments.replace("organization: other", other));
  const of = (...names: readonly string[]) =>
    bench.run(["diff", ...names.flatMap((name) => ["--env", name])]);
  await bench.checkDone([...apply, "--env", "staging"]);
  const nothing = await of("staging", "production");
  expect(nothing.code).toBe(2);
  expect(nothing.out).toContain("site.docs: only in staging");
  const same = await of("staging", "staging");
  expect([same.code, same.out]).toEqual([
    0,
    "No difference: staging and staging are alike in what the layout declares.\n",
  ]);
  await bench.checkDone([...apply, "--env", "production", "--allow-create"]);
  const two = await of("staging", "production");
  expect(two.code).toBe(2);
  expect(two.out).toContain("staging and production differ:");
  expect(two.out).toContain('space.guides.title: "Guides (staging)" | "Manuals"');
  // References to the same object of the layout are equal, although the ids differ.
  expect(two.out).not.toContain("site_space");
  expect(two.out).toContain("4 differences.");
  const writes = bench.emulator.emulator.log.filter(({ method }) => method !== "GET").length;
  const json = await bench.run(["diff", "--env", "staging", "--env", "production", "--json"]);
  expect(JSON.parse(json.out)).toMatchObject({ environments: ["staging", "production"] });
  expect(bench.emulator.emulator.log.filter(({ method }) => method !== "GET").length).toBe(writes);
  const one = await of("staging");
  expect([one.code, one.err.includes("two environments, but the command names 1")]).toEqual([64, true]);
});
