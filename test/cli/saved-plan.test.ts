import { afterEach, beforeEach, expect, test } from "vitest";
import type { JsonObject } from "../../src/model/json.ts";
import { hashOf } from "../../src/reconcile/saved-plan.ts";
import { apply, openWorkbench, organization, smallLayout, type Workbench } from "./workbench.ts";

let bench: Workbench;
beforeEach(async () => {
  bench = await openWorkbench({ "docsform.yaml": smallLayout });
});
afterEach(() => bench.close());

const saved = ["apply", "plan.json", "--yes"];

function writes(): number {
  return bench.emulator.emulator.log.filter(({ method, foreign }) => method !== "GET" && foreign !== true)
    .length;
}

/** The saved plan, edited by somebody who knows how it is named. */
function edit(change: (plan: Record<string, unknown>) => Record<string, unknown>): void {
  const plan = JSON.parse(bench.files.read("plan.json") ?? "{}") as Record<string, unknown>;
  const edited = change(plan) as unknown as JsonObject;
  bench.files.write("plan.json", JSON.stringify({ ...edited, hash: hashOf(edited) }));
}

/** A plan that deletes a section. */
async function planDelete(): Promise<void> {
  await bench.run(apply);
  bench.files.write("docsform.yaml", smallLayout.replace(/ {6}- \{ section: API.*\n/u, ""));
  await bench.run(["plan", "--out", "plan.json"]);
}

async function checkRefused(args: readonly string[], reported: string): Promise<void> {
  const before = writes();
  const ran = await bench.run(args);
  expect(ran.code, ran.out).toBe(5);
  expect(ran.err).toContain(reported);
  expect(writes()).toBe(before);
}

test("its end is decided again, as that of any apply", async () => {
  await bench.run(["plan", "--out", "plan.json"]);
  expect((await bench.run(saved)).out).toContain("Done: the service matches the layout.");
});

test("steps that were taken out are done by nobody", async () => {
  await planDelete();
  edit((plan) => ({ ...plan, steps: [] }));
  await checkRefused([...saved, "--allow-deletes"], "is not in the saved plan");
});

test("guards that were taken out are judged again", async () => {
  await planDelete();
  edit((plan) => ({ ...plan, guard: { ...(plan["guard"] as object), refusals: [] } }));
  await checkRefused(saved, "Its order or its guards are different.");
});

test("it cannot say where files are written", async () => {
  await bench.run(["plan", "--out", "plan.json"]);
  edit((plan) => ({ ...plan, places: { state: "elsewhere.json", journal: "elsewhere.jsonl" } }));
  await checkRefused(saved, "saved-plan/");
  expect(bench.files.list(".")).not.toContain("elsewhere.json");
});

test("its own hash is told by plan, and in JSON and comment", async () => {
  const ran = await bench.run(["plan", "--out", "plan.json", "--comment", "plan.md"]);
  const { hash } = JSON.parse(bench.files.read("plan.json") ?? "") as { hash: string };
  expect(hash).toMatch(/^[0-9a-f]{64}$/u);
  expect(ran.out).toContain(`docsform apply plan.json --expect ${hash}`);
  expect(bench.files.read("plan.md")).toContain(hash);
  const again = JSON.parse((await bench.run(["plan", "--out", "plan.json", "--json"])).out) as {
    hash: string;
  };
  expect(bench.files.read("plan.json")).toContain(again.hash);
});

test("another plan than the expected one is refused, be it whole", async () => {
  const reviewed = JSON.parse((await bench.run(["plan", "--out", "plan.json", "--json"])).out) as {
    hash: string;
  };
  bench.files.write("docsform.yaml", smallLayout.replace("title: Guides,", "title: Manuals,"));
  await bench.run(["plan", "--out", "plan.json"]);
  await checkRefused([...saved, "--expect", reviewed.hash], reviewed.hash);
  const { hash } = JSON.parse(bench.files.read("plan.json") ?? "") as { hash: string };
  expect((await bench.run([...saved, "--expect", hash])).code).toBe(0);
});

test("the state at hand must be the one that it was made with", async () => {
  await planDelete();
  await checkRefused([...saved, "--allow-deletes", "--state", "nowhere.state.json"], "--state");
  await bench.run([...apply, "--allow-deletes"]);
  await checkRefused([...saved, "--allow-deletes"], "[saved-plan/other-state]");
});

test("what others make beside it does not outdate it, with a state that tells them apart", async () => {
  await bench.run(apply);
  bench.files.write("docsform.yaml", smallLayout.replace("  api:", "  more: { title: More }\n  api:"));
  await bench.run(["plan", "--out", "plan.json"]);
  bench.emulator.emulator.edit("createSpace", {}, { title: "Somebody's" });
  const ran = await bench.run(saved);
  expect(ran.code, ran.out + ran.err).toBe(0);
});

test("without one, what may be the same must be looked at", async () => {
  await bench.run(["plan", "--out", "plan.json"]);
  bench.emulator.emulator.edit("createSpace", {}, { title: "Somebody's" });
  await checkRefused(saved, "Its order or its guards are different.");
});

test.each([1, 3])("a plan of version %i is refused by its name and its version", async (docsformPlan) => {
  await bench.run(["plan", "--out", "plan.json"]);
  edit((plan) => ({ ...plan, docsformPlan }));
  await checkRefused(
    saved,
    `plan.json has the format version ${docsformPlan}, but this docsform reads version 2.`,
  );
});

test.each([1, 3])("a state of version %i is refused, and stays as it is", async (docsformState) => {
  await bench.run(apply);
  const state = JSON.parse(bench.files.read("docsform.state.json") ?? "{}") as object;
  const other = JSON.stringify({ ...state, docsformState });
  bench.files.write("docsform.state.json", other);
  const before = writes();
  for (const args of [
    ["plan"],
    ["drift"],
    apply,
    ["pull", "--organization", organization, "--out", "docsform.yaml", "--force"],
    ["state", "repair"],
    ["state", "rename"],
  ]) {
    const { code, err } = await bench.run(args);
    expect({ args, code }).toEqual({ args, code: 1 });
    expect(err).toContain(
      `docsform.state.json has the format version ${docsformState}, but this docsform reads version 2. [apply/state-version]`,
    );
  }
  expect(bench.files.read("docsform.state.json")).toBe(other);
  expect(writes()).toBe(before);
});
