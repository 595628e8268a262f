import { expect, test } from "vitest";
import { hashOf } from "../../src/engine/reconcile/keep-plan.ts";
import type { JsonObject } from "../../src/util/json.ts";
import { apply, benchOfTest, openWorkbench, organization, smallLayout } from "./workbench.ts";

const bench = benchOfTest(() => openWorkbench({ "docsform.yaml": smallLayout }));

const saved = ["apply", "plan.json", "--yes"];

/** Changes the saved plan and corrects its hash. */
function edit(change: (plan: Record<string, unknown>) => Record<string, unknown>): void {
  const plan = JSON.parse(bench.files.read("plan.json") ?? "{}") as Record<string, unknown>;
  const edited = change(plan) as unknown as JsonObject;
  bench.files.write("plan.json", JSON.stringify({ ...edited, hash: hashOf(edited) }));
}

/** Saves a plan that deletes a section. */
async function planDelete(): Promise<void> {
  await bench.run(apply);
  bench.files.write("docsform.yaml", smallLayout.replace(/ {6}- \{ section: API.*\n/u, ""));
  await bench.run(["plan", "--out", "plan.json"]);
}

async function checkRefused(args: readonly string[], reported: string): Promise<void> {
  const before = bench.writes();
  const ran = await bench.run(args);
  expect(ran.code, ran.out).toBe(5);
  expect(ran.err).toContain(reported);
  expect(bench.writes()).toBe(before);
}

test("a saved plan is verified at the end like any other", async () => {
  await bench.run(["plan", "--out", "plan.json"]);
  expect((await bench.run(saved)).out).toContain("Done: the service matches the layout.");
});

test("nothing does removed steps", async () => {
  await planDelete();
  edit((plan) => ({ ...plan, steps: [] }));
  await checkRefused([...saved, "--allow-deletes"], "is not in the saved plan");
});

test("runs removed guards again", async () => {
  await planDelete();
  edit((plan) => ({ ...plan, guard: { ...(plan["guard"] as object), refusals: [] } }));
  await checkRefused(saved, "Its order or its guards are different.");
});

test("cannot choose where files are written", async () => {
  await bench.run(["plan", "--out", "plan.json"]);
  edit((plan) => ({ ...plan, places: { state: "elsewhere.json", journal: "elsewhere.jsonl" } }));
  await checkRefused(saved, "saved-plan/");
  expect(bench.files.list(".")).not.toContain("elsewhere.json");
});

test("plan prints its hash, also in JSON and in the comment", async () => {
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

test("refuses another plan than the expected one, even an intact one", async () => {
  const reviewed = JSON.parse((await bench.run(["plan", "--out", "plan.json", "--json"])).out) as {
    hash: string;
  };
  bench.files.write("docsform.yaml", smallLayout.replace("title: Guides,", "title: Manuals,"));
  await bench.run(["plan", "--out", "plan.json"]);
  await checkRefused([...saved, "--expect", reviewed.hash], reviewed.hash);
  const { hash } = JSON.parse(bench.files.read("plan.json") ?? "") as { hash: string };
  await bench.checkDone([...saved, "--expect", hash]);
});

test.each([
  ["--var", "stage=production"],
  ["--files-from", "shared"],
])("refuses %s, because the plan contains the values that it was made with", async (...flag) => {
  await bench.checkDone(["plan", "--out", "plan.json"]);
  const before = bench.writes();
  const { code, err } = await bench.run([...saved, ...flag]);
  expect([code, err]).toEqual([64, expect.stringContaining(`${flag[0]} has no effect with a saved plan`)]);
  expect(bench.writes()).toBe(before);
});

test("plan prints the flags that a saved plan needs, also if they were given", async () => {
  await planDelete();
  const { out } = await bench.run(["plan", "--allow-deletes", "--out", "plan.json"]);
  expect(out.replace(/\s+/gu, " ")).toMatch(/docsform apply plan.json --expect \w+ --allow-deletes/u);
});

test("apply of a layout refuses the hash of a saved plan", async () => {
  const before = bench.writes();
  const { code, err } = await bench.run(["apply", "--yes", "--expect", "0000"]);
  expect({ code, err }).toMatchObject({ code: 1 });
  expect(err).toContain("--expect has no effect without a saved plan");
  expect(bench.writes()).toBe(before);
});

test("the state must be the one of the plan", async () => {
  await planDelete();
  await checkRefused([...saved, "--allow-deletes", "--state", "nowhere.state.json"], "--state");
  await bench.run([...apply, "--allow-deletes"]);
  await checkRefused([...saved, "--allow-deletes"], "[saved-plan/other-state]");
});

test("objects of other users beside it do not make it stale, with a state that distinguishes them", async () => {
  await bench.run(apply);
  bench.files.write("docsform.yaml", smallLayout.replace("  api:", "  more: { title: More }\n  api:"));
  await bench.run(["plan", "--out", "plan.json"]);
  bench.emulator.emulator.edit("createSpace", {}, { title: "Somebody's" });
  await bench.checkDone(saved);
});

test("without a state, an object that may be the same makes it stale", async () => {
  await bench.run(["plan", "--out", "plan.json"]);
  bench.emulator.emulator.edit("createSpace", {}, { title: "Somebody's" });
  await checkRefused(saved, "Its order or its guards are different.");
});

test.each([1, 2, 4])("refuses a plan of version %i with its name and its version", async (docsformPlan) => {
  await bench.run(["plan", "--out", "plan.json"]);
  edit((plan) => ({ ...plan, docsformPlan }));
  await checkRefused(
    saved,
    `plan.json has the format version ${docsformPlan}, but this docsform reads version 3.`,
  );
});

test.each([1, 3])("refuses a state of version %i, and keeps it", async (docsformState) => {
  await bench.run(apply);
  const state = JSON.parse(bench.files.read("docsform.state.json") ?? "{}") as object;
  const other = JSON.stringify({ ...state, docsformState });
  bench.files.write("docsform.state.json", other);
  const before = bench.writes();
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
  expect(bench.writes()).toBe(before);
});

const ofLength = (n: number, word: string) => word.repeat(n / word.length);
const spec = (word: string) =>
  `openapi: 3.1.0\ninfo: { title: ${word}, version: "1" }\npaths: {}\n# ${ofLength(100_000, word)}\n`;
/** Layouts with a long text in `text`, and the number of long texts in a plan that creates and changes it. */
const withText = [
  {
    what: "a specification",
    layout: `organization: ${organization}\nopenapi: { a: { source: { text: !file text } } }`,
    text: spec,
    after: 1,
  },
  {
    what: "instructions",
    layout: `organization: { id: ${organization}, agentInstructions: !file text }`,
    text: (word: string) => ofLength(100_000, word),
    after: 2,
  },
];

test.each(withText)(
  "the JSON of a plan has $what once, and an apply of it writes the text",
  async ({ layout, text, after }) => {
    const planned = async (word: string, texts: number, rest = "") => {
      bench.files.write("docsform.yaml", `docsform: 1\n${layout}\n${rest}`);
      bench.files.write("text", text(word));
      const { out } = await bench.checkDone(["plan", "--json", "--out", "plan.json"]);
      for (const json of [out, bench.files.read("plan.json") ?? ""])
        expect(json.length).toBeLessThan(texts * text(word).length * 1.2 + 10_000);
      await bench.checkDone([...saved, "--allow-import", "--allow-opens"]);
      expect(JSON.stringify(bench.emulator.emulator.dump())).toContain(ofLength(100_000, word));
    };
    await planned("abcdefgh", 1);
    await planned("stuvwxyz", after);
    // A plan of something else has it once too: in the layout and in the state after the apply.
    await planned("stuvwxyz", 1, "spaces: { other: { title: Other } }\n");
  },
);

test("a plan whose long text was changed is not applied", async () => {
  const [{ layout, text }] = withText as [(typeof withText)[number]];
  bench.files.write("docsform.yaml", `docsform: 1\n${layout}\n`);
  bench.files.write("text", text("abcdefgh"));
  await bench.run(["plan", "--out", "plan.json"]);
  bench.files.write("plan.json", (bench.files.read("plan.json") ?? "").replace("habc", "hxbc"));
  await checkRefused(saved, "saved-plan/");
});
