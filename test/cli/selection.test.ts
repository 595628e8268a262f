import { expect, test } from "vitest";
import { hashOf } from "../../src/engine/reconcile/keep-plan.ts";
import type { State } from "../../src/model/state.ts";
import type { JsonObject } from "../../src/util/json.ts";
import { apply, benchOfTest, openWorkbench, organization, smallLayout } from "./workbench.ts";

// A command for a part of a layout does not write, delete or forget other objects.

const bench = benchOfTest(() => openWorkbench({ "docsform.yaml": smallLayout }));

function state(): State {
  return JSON.parse(bench.files.read("docsform.state.json") ?? "{}") as State;
}

function titlesOf(kind: string): readonly string[] {
  return bench.emulator.emulator.service
    .list(kind)
    .map(({ title }) => JSON.stringify(title))
    .toSorted((a, b) => a.localeCompare(b))
    .map((title) => JSON.parse(title) as string);
}

/** Applies the layout, and then edits everything in it. */
async function editAll(): Promise<void> {
  await bench.checkDone(apply);
  bench.files.write(
    "docsform.yaml",
    smallLayout
      .replace("title: Handbook", "title: Shelf")
      .replace("guides: { title: Guides", "guides: { title: Manuals")
      .replace("  api: { title: API }\n", "  api: { title: Interface }\n  new: { title: New }\n")
      .replace(/ {6}- \{ section: API.*\n/u, "      - { section: New, path: new, spaces: [new] }\n"),
  );
}

async function stepsOf(...args: readonly string[]): Promise<readonly string[]> {
  const ran = await bench.checkDone(["plan", "--json", ...args]);
  const { plan } = JSON.parse(ran.out) as {
    plan: { steps: { action: string; address: string }[]; selection: { leftOut: object[] } };
  };
  return plan.steps.map(({ action, address }) => `${action} ${address}`);
}

test.each([
  { given: ["--target", "space.guides"], steps: ["patch space.guides"] },
  {
    given: ["--target", "space.guides", "--target", "collection.handbook"],
    steps: ["patch collection.handbook", "patch space.guides"],
  },
  { given: ["--target", "site.docs"], steps: [] },
  {
    given: ["--target", "site_section.docs/new"],
    steps: ["create space.new", "create site_section.docs/new", "create site_space.docs/new/new"],
  },
  { given: ["--only", "collection.handbook"], steps: ["patch collection.handbook", "patch space.guides"] },
  {
    given: ["--only", "site.docs"],
    steps: [
      "create space.new",
      "create site_section.docs/new",
      "create site_space.docs/new/new",
      "delete site_section.docs/api",
      "delete site_space.docs/api/api",
    ],
  },
  {
    given: ["--exclude", "site.docs"],
    steps: ["patch collection.handbook", "patch space.guides", "patch space.api", "create space.new"],
  },
  {
    given: ["--exclude", "space.new", "--exclude", "collection.handbook"],
    steps: ["patch space.api", "delete site_section.docs/api", "delete site_space.docs/api/api"],
  },
])("$given is $steps", async ({ given, steps }) => {
  await editAll();
  expect(await stepsOf(...given)).toEqual(steps);
});

test("the head of a plan lists the omitted steps, their number, and what each one needs", async () => {
  await editAll();
  const { out } = await bench.run(["plan", "--exclude", "space.new"]);
  expect(out).toContain("Selected: --exclude space.new. Excluded: 3 steps.");
  expect(out).toContain("create space.new\n");
  expect(out).toMatch(/create site_section\.docs\/new, which needs (space\.new|site_space\.docs\/new\/new)/u);
  const nothing = await bench.run(["plan", "--target", "site.docs"]);
  expect(nothing.out).toContain(
    `No changes among the selected objects of organization Acme (${organization}).`,
  );
  expect(nothing.out).not.toMatch(/match(?:es)? the layout/u);
});

test("an omitted object is not written, and its entry in the state stays", async () => {
  await editAll();
  const before = state();
  const ran = await bench.checkDone([...apply, "--target", "space.guides"]);
  expect(ran.out).toContain("Done: the selected objects match the layout.");
  expect(titlesOf("space")).toEqual(["API", "Manuals"]);
  expect(titlesOf("collection")).toEqual(["Handbook"]);
  const after = state();
  expect({ ...after.objects, "space.guides": null }).toEqual({ ...before.objects, "space.guides": null });
  expect(after.objects["space.guides"]?.applied["title"]).toBe("Manuals");
  await bench.checkDone([...apply, "--allow-deletes"]);
  expect((await bench.run(["plan"])).out).toContain("matches the layout");
});

test("an unselected object that looks like a created one is not a duplicate", async () => {
  const structured = (...items: readonly string[]) =>
    smallLayout.replace(/ {6}- [^]*/u, items.map((item) => `      - ${item}\n`).join(""));
  bench.files.write("docsform.yaml", structured("{ section: Guides, path: guides, spaces: [guides] }"));
  await bench.checkDone(apply);
  bench.files.write(
    "docsform.yaml",
    structured(
      "{ section: Guides, path: guides, spaces: [api, { space: guides, path: guides }] }",
      "{ section: Guides, path: more, spaces: [api] }",
    ),
  );
  const part = ["--target", "site_space.docs/guides/api", "--target", "site_section.docs/more"];
  const ran = await bench.run([...apply, "--json", ...part]);
  expect([ran.code, JSON.parse(ran.out)], ran.out).toMatchObject([0, { outcome: "done", duplicates: [] }]);
});

test("does not forget an unselected object that left the layout", async () => {
  await bench.run(apply);
  bench.files.write(
    "docsform.yaml",
    smallLayout.replace("  api: { title: API }\n", "").replace(/ {6}- \{ section: API.*\n/u, ""),
  );
  expect(await stepsOf()).toContain("forget space.api");
  await bench.checkDone([...apply, "--target", "space.guides"]);
  expect(state().objects["space.api"]).toBeDefined();
  await bench.checkDone([...apply, "--target", "space.api"]);
  expect(state().objects["space.api"]).toBeUndefined();
});

test.each(["plan", "apply", "drift", "destroy"])(
  "%s suggests the nearest address for an unknown one",
  async (command) => {
    await bench.run(apply);
    const ran = await bench.run([command, "--target", "space.guidse"]);
    expect(ran.code).toBe(1);
    expect(ran.err).toContain("--target names space.guidse, which neither the layout nor the state has.");
    expect(ran.err).toContain("Did you mean space.guides?");
  },
);

test("drift of a part counts the other differences", async () => {
  await bench.run(apply);
  const { emulator } = bench.emulator;
  for (const { id, title } of emulator.service.list("space"))
    emulator.edit("updateSpaceById", { spaceId: id }, { title: `${JSON.stringify(title)}!` });
  const of = (...args: readonly string[]) => bench.run(["drift", ...args]);
  const one = await of("--target", "space.api");
  expect([one.code, one.out.includes("space.api"), one.out.includes("space.guides")]).toEqual([
    2,
    true,
    false,
  ]);
  expect(one.out).toContain("Not selected: 1 more difference.");
  const none = await of("--only", "site.docs");
  expect([none.code, none.out.includes("No drift among the selected objects")]).toEqual([0, true]);
  const json = JSON.parse((await of("--exclude", "space.api", "--json")).out) as JsonObject;
  expect(json["selection"]).toEqual({ exclude: ["space.api"], leftOut: 1 });
});

test("destroy of a part deletes only the part, and the state keeps the rest", async () => {
  await bench.run(apply);
  const destroy = (...args: readonly string[]) =>
    bench.run(["destroy", "--organization", organization, ...args]);
  const section = await destroy("--target", "site_section.docs/api");
  expect(section.err).toContain(
    "--target names site_section.docs/api, a part of site.docs. docsform destroys site.docs only as a whole.",
  );
  const done = await destroy("--target", "site.docs");
  expect(done.code, done.err + done.out).toBe(0);
  expect(done.out).toContain("Excluded: 3 steps.");
  expect([titlesOf("site"), titlesOf("space").length]).toEqual([[], 2]);
  expect(Object.keys(state().objects).sort()).toEqual(["collection.handbook", "space.api", "space.guides"]);
  const kept = await destroy("--only", "collection.handbook", "--exclude", "space.guides");
  expect([kept.code, kept.err.includes("[guard/cascade]") || kept.out.includes("[guard/cascade]")]).toEqual([
    4,
    true,
  ]);
});

test("a saved plan keeps its selection, and accepts no other", async () => {
  await editAll();
  await bench.run(["plan", "--out", "plan.json", "--target", "space.guides"]);
  const other = await bench.run(["apply", "plan.json", "--yes", "--target", "space.api"]);
  expect([other.code, other.err.includes("[cli/selection-of-saved-plan]")]).toEqual([64, true]);
  // An omitted object may change during the run, because it is not a part of the plan.
  bench.renameSpace("API", "Somebody's");
  const ran = await bench.checkDone(["apply", "plan.json", "--yes"]);
  expect(ran.out).toContain("Selected: --target space.guides.");
  expect(titlesOf("space")).toEqual(["Manuals", "Somebody's"]);
});

type Saved = Record<string, unknown> & { readonly selection: JsonObject };

test.each<{ what: string; change: (plan: Saved) => Record<string, unknown>; sealed: boolean }>([
  {
    what: "another target",
    change: (plan) => ({ ...plan, selection: { ...plan.selection, target: ["space.api"] } }),
    sealed: false,
  },
  {
    what: "another target, sealed again",
    change: (plan) => ({ ...plan, selection: { ...plan.selection, target: ["space.api"] } }),
    sealed: true,
  },
  {
    what: "a target that nothing knows, sealed again",
    change: (plan) => ({ ...plan, selection: { ...plan.selection, target: ["space.nobody"] } }),
    sealed: true,
  },
  {
    what: "one more target, sealed again",
    change: (plan) => ({ ...plan, selection: { ...plan.selection, target: ["space.guides", "space.api"] } }),
    sealed: true,
  },
  {
    what: "no selection, sealed again",
    change: (plan) => Object.fromEntries(Object.entries(plan).filter(([name]) => name !== "selection")),
    sealed: true,
  },
  {
    what: "nothing left out",
    change: (plan) => ({ ...plan, selection: { ...plan.selection, leftOut: [] } }),
    sealed: false,
  },
])("refuses a saved plan with $what", async ({ change, sealed }) => {
  await editAll();
  await bench.run(["plan", "--out", "plan.json", "--target", "space.guides"]);
  const changed = change(JSON.parse(bench.files.read("plan.json") ?? "{}") as Saved) as unknown as JsonObject;
  bench.files.write("plan.json", JSON.stringify(sealed ? { ...changed, hash: hashOf(changed) } : changed));
  const before = titlesOf("space");
  const ran = await bench.run(["apply", "plan.json", "--yes", "--allow-deletes"]);
  expect([ran.code, /\[saved-plan\//u.test(ran.err)], ran.err + ran.out).toEqual([5, true]);
  expect(titlesOf("space")).toEqual(before);
});
