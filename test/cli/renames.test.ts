import { afterEach, beforeEach, expect, test } from "vitest";
import type { PlanStep } from "../../src/model/plan/plan.ts";
import type { State } from "../../src/model/state.ts";
import { apply, openApplied, organization, type Workbench } from "./workbench.ts";

// In the edited layout, a section has another title and another path.

let bench: Workbench;

const layout = (sections: string) => `docsform: 1
organization: ${organization}
spaces:
  guides: { title: Guides }
  api: { title: API }
sites:
  docs:
    title: Docs
    structure:
${sections}`;
const section = (title: string, path: string, space: string, more = "") =>
  `      - section: ${title}\n        path: ${path}\n${more}        spaces: [${space}]\n`;
const described = "        description: One\n";
const before = layout(section("Guides", "guides", "guides", described) + section("API", "api", "api"));
const after = layout(section("Handbook", "handbook", "guides", described) + section("API", "api", "api"));
/** The section also has another first space. Then nothing shows which of the two sections it was. */
const open = layout(section("New", "new", "guides, { space: api, path: more }"));

beforeEach(async () => {
  bench = await openApplied({ "docsform.yaml": before });
});
afterEach(() => bench.close());

const inOneLine = (text: string | undefined) => (text ?? "").replace(/\s+/gu, " ");
const state = () => JSON.parse(bench.files.read("docsform.state.json") ?? "") as State;
const sections = () =>
  bench.emulator.emulator.service.list("site_section").map(({ id, path }) => ({ id, path }));
const idOf = (path: string) => state().objects[`site_section.docs/${path}`]?.id;

async function stepsOf(args: readonly string[] = []): Promise<readonly PlanStep[]> {
  const { out } = await bench.run(["plan", "--json", ...args]);
  return (JSON.parse(out) as { plan: { steps: readonly PlanStep[] } }).plan.steps;
}

test("text, comment, page and JSON show the former name of a section", async () => {
  bench.files.write("docsform.yaml", after);
  const planned = await bench.run(["plan", "--comment", "plan.md", "--html", "plan.html"]);
  const printed = "formerly site_section.docs/guides";
  expect(inOneLine(planned.out)).toContain(printed);
  expect(bench.files.read("plan.md")).toContain(printed);
  expect(bench.files.read("plan.html")).toContain(printed);
  expect(await stepsOf()).toMatchObject([{ action: "patch", renamedFrom: "site_section.docs/guides" }]);
});

test("text, comment, page and JSON show the lines for ambiguous objects, and one line resolves them", async () => {
  const alike = layout(section("One", "one", "guides") + section("Two", "two", "guides"));
  bench.files.write("docsform.yaml", alike);
  await bench.checkDone([...apply, "--allow-deletes"]);
  bench.files.write("docsform.yaml", open);
  const planned = await bench.run(["plan", "--comment", "plan.md", "--html", "plan.html"]);
  const printed = "`was: one` for site_section.docs/one “One”; `was: two` for site_section.docs/two “Two”";
  // Only once: in the refusal to delete, and in a note if nothing refuses the plan.
  const permitted = await bench.run(["plan", "--allow-deletes"]);
  for (const { out } of [planned, permitted]) expect(inOneLine(out).split(printed), out).toHaveLength(2);
  for (const file of ["plan.md", "plan.html"])
    expect(inOneLine(bench.files.read(file)).split(printed).length, file).toBeGreaterThanOrEqual(2);
  const [created] = (await stepsOf()).filter(({ action }) => action === "create");
  expect(created).toMatchObject({ possibleMatches: [{ line: "was: one" }, { line: "was: two" }] });
  bench.files.write("docsform.yaml", open.replace("path: new\n", "path: new\n        was: two\n"));
  const steps = (await stepsOf()).map(({ action, address }) => `${action} ${address}`);
  expect(steps).toContain("patch site_section.docs/new");
  expect(steps).not.toContain("create site_section.docs/new");
});

test("a saved plan renames, and the state has the object under its new name", async () => {
  const [id, was] = [idOf("guides"), state().objects["site_space.docs/guides/guides"]?.id];
  bench.files.write("docsform.yaml", after);
  await bench.run(["plan", "--out", "plan.json"]);
  await bench.checkDone(["apply", "plan.json", "--yes"]);
  expect(sections().map(({ path }) => path)).toEqual(["handbook", "api"]);
  expect([idOf("handbook"), idOf("guides")]).toEqual([id, undefined]);
  expect(state().objects["site_space.docs/handbook/guides"]).toMatchObject({ id: was, origin: "created" });
  expect(Object.keys(state().objects)).not.toContain("site_space.docs/guides/guides");
});

test("a part of the layout renames only its own objects", async () => {
  const id = idOf("guides");
  bench.files.write("docsform.yaml", after.replace("section: API", "section: Reference"));
  await bench.checkDone([...apply, "--target", "site_section.docs/api"]);
  expect(sections().map(({ path }) => path)).toEqual(["guides", "api"]);
  expect(await stepsOf()).toMatchObject([{ action: "patch", id, renamedFrom: "site_section.docs/guides" }]);
  await bench.checkDone([...apply, "--target", "site_section.docs/handbook"]);
  expect([idOf("handbook"), idOf("guides")]).toEqual([id, undefined]);
  expect(await stepsOf()).toEqual([]);
});

test("destroy deletes an object that is renamed in the layout, once", async () => {
  const id = idOf("guides");
  bench.files.write("docsform.yaml", after);
  await bench.checkDone(["destroy", "--organization", organization]);
  expect(sections().filter((each) => each.id === id)).toEqual([]);
  expect(state().objects).toEqual({});
});

test("accept writes a change in the app into the renamed entry", async () => {
  const { emulator } = bench.emulator;
  const [siteSectionId = "", siteId = ""] = [idOf("guides"), state().objects["site.docs"]?.id];
  emulator.edit(
    "updateSiteSectionById",
    { organizationId: organization, siteId, siteSectionId },
    {
      description: "Two",
    },
  );
  bench.files.write("docsform.yaml", after);
  await bench.checkDone(["accept", "--yes"]);
  expect(bench.files.read("docsform.yaml")).toBe(after.replace("One", "Two"));
});

test("pull --update does not duplicate a renamed object", async () => {
  bench.files.write("docsform.yaml", after);
  await bench.checkDone(["pull", "--update", "--yes"]);
  expect(bench.files.read("docsform.yaml")?.match(/section: /gu)).toHaveLength(2);
  expect(await stepsOf()).toEqual([]);
});
