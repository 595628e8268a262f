import { expect, test } from "vitest";
import type { State } from "../../src/model/state.ts";
import { apply, benchOfTest, openWorkbench, organization, smallLayout } from "./workbench.ts";

// Commands that import, forget or rename one object change only the state.

const bench = benchOfTest(() => openWorkbench({ "docsform.yaml": smallLayout }));

const text = () => bench.files.read("docsform.state.json");
const state = () => JSON.parse(text() ?? "{}") as State;
const make = (operation: "createSpace" | "createCollection", body: Record<string, string>) =>
  bench.emulator.emulator.edit(operation, {}, body);

async function checkRefused(args: readonly string[], code: string, reported: string): Promise<void> {
  const before = text();
  const ran = await bench.run(args);
  expect(ran.code, ran.out).toBe(1);
  expect(ran.err).toContain(`[${code}]`);
  expect(ran.err).toContain(reported);
  expect(text()).toBe(before);
  expect(bench.files.read(".docsform/docsform.lock")).toBeUndefined();
}

test("imports one of two equal objects, without a write to the service", async () => {
  make("createSpace", { title: "API" });
  make("createSpace", { title: "API" });
  const [, second] = bench.emulator.emulator.service.list("space").filter(({ title }) => title === "API");
  expect((await bench.run(["plan"])).code).toBe(1);
  const ran = await bench.checkDone(["import", "space.api", second?.id ?? ""]);
  expect(ran.out).toContain("Nothing was written to the service");
  expect(bench.writes()).toBe(0);
  expect(state().objects).toEqual({ "space.api": { id: second?.id, origin: "imported", applied: {} } });
  expect(state().serial).toBe(1);
  const plan = await bench.checkDone(["plan"]);
  expect(plan.out).not.toMatch(/ {2}space\.api$/mu);
  const again = await bench.run(["import", "space.api", second?.id ?? "", "--json"]);
  expect(JSON.parse(again.out)).toMatchObject({ changed: false, state: "docsform.state.json" });
  expect(state().serial).toBe(1);
});

test.each([
  {
    what: "what the layout does not declare",
    args: ["space.apj", "x"],
    code: "import/not-declared",
    reported: "Did you mean space.api?",
  },
  {
    what: "an id that is not there",
    args: ["space.api", "nobody"],
    code: "import/not-found",
    reported: "The token has access to no space nobody",
  },
])("$what is not imported", async ({ args, code, reported }) => {
  await checkRefused(["import", ...args], code, reported);
});

test("does not import an object of another type, place or address, or beside a known one", async () => {
  make("createCollection", { title: "Handbook" });
  make("createSpace", { title: "Elsewhere" });
  const stray = bench.idOf("space", "Elsewhere");
  await checkRefused(
    ["import", "space.api", bench.idOf("collection", "Handbook")],
    "import/other-type",
    "is a collection (“Handbook”), not a space",
  );
  await checkRefused(
    ["import", "space.guides", stray],
    "import/other-parent",
    `The layout declares space.guides in collection.handbook, but ${stray} is at the top level. Nothing was written.`,
  );
  make("createCollection", { title: "Manual" });
  const manual = bench.idOf("collection", "Manual");
  bench.emulator.emulator.edit("moveSpace", { spaceId: stray }, { parent: manual });
  const inManual = ["import", "space.guides", stray];
  await checkRefused(inManual, "import/other-parent", `but ${stray} is in "Manual" (${manual}).`);
  bench.files.write(
    "docsform.yaml",
    smallLayout.replace("collections:\n", "collections:\n  manual: { title: Manual }\n"),
  );
  await checkRefused(inManual, "import/other-parent", `but ${stray} is in collection.manual.`);
  bench.files.write("docsform.yaml", smallLayout);
  bench.emulator.emulator.edit("moveSpace", { spaceId: stray }, { parent: null });
  await bench.checkDone([...apply, "--allow-create", "--allow-import"]);
  await checkRefused(["import", "space.api", stray], "state/address-taken", "already has space.api");
  bench.files.write(
    "docsform.yaml",
    smallLayout.replace("  api: { title: API }", "  api: { title: API }\n  more: { title: API }"),
  );
  const api = state().objects["space.api"]?.id ?? "";
  await checkRefused(
    ["import", "space.more", api],
    "import/other-address",
    "docsform state mv space.api space.more",
  );
  const section = state().objects["site_section.docs/api"]?.id ?? "";
  await checkRefused(
    ["import", "site_section.docs/guides", section],
    "state/address-taken",
    "site_section.docs/guides",
  );
});

test("lists and shows the state, for people and for programs, without secrets", async () => {
  const none = await bench.run(["state", "list"]);
  expect([none.code, none.out]).toEqual([0, "There is no state at docsform.state.json yet.\n"]);
  await bench.run(apply);
  const list = await bench.run(["state", "list", "docsform.yaml"]);
  expect(list.out).toContain(
    `docsform.state.json: 8 objects of the layout docsform, organization ${organization}`,
  );
  expect(list.out).toMatch(/ {2}space\.api +\S+\n/u);
  const json = JSON.parse((await bench.run(["state", "list", "--json"])).out) as { objects: object[] };
  expect(json.objects).toContainEqual(
    expect.objectContaining({ address: "space.api", id: state().objects["space.api"]?.id }),
  );
  const shown = await bench.run(["state", "show", "space.guides"]);
  expect(shown.out).toContain('  title: "Guides"\n');
  await checkRefused(
    ["state", "show", "space.guidse"],
    "state/unknown-address",
    "Did you mean space.guides?",
  );
  for (const flag of ["--to", "--from"]) {
    const other = await bench.run(["state", "rm", "space.guides", flag, "product.yaml"]);
    expect([other.code, other.err]).toEqual([
      64,
      expect.stringContaining(`${flag} has no effect with docsform state rm`),
    ]);
  }
  const wrong = await bench.run(["state", "mv", "space.guides"]);
  expect([wrong.code, wrong.err.includes("two addresses")]).toEqual([64, true]);
});

test("a renamed address has the same object, with its contents", async () => {
  await bench.run(apply);
  const before = state();
  const ran = await bench.checkDone(["state", "mv", "site.docs", "site.main"]);
  expect(ran.out).toContain("Renamed site_section.docs/api to site_section.main/api.");
  expect(ran.out).toContain("The layout does not declare site.main");
  expect(state().serial).toBe((before.serial ?? 0) + 1);
  bench.files.write("docsform.yaml", smallLayout.replace("  docs:\n", "  main:\n"));
  await bench.checkDone(["plan", "--detailed-exitcode"]);
  await checkRefused(["state", "mv", "space.api", "space.guides"], "state/address-taken", "space.guides");
  await checkRefused(["state", "mv", "space.api", "site.api"], "state/other-type", "begins with its type");
  await checkRefused(
    ["state", "mv", "space.nobody", "space.x"],
    "state/unknown-address",
    "docsform state list",
  );
});

test("a forgotten object stays on the service, and the message explains that", async () => {
  await bench.run(apply);
  const spaces = bench.emulator.emulator.service.list("space").length;
  const ran = await bench.run(["state", "rm", "site.docs"]);
  expect(ran.out).toContain("Forgot site_section.docs/api.");
  expect(ran.out).toContain("The layout still declares site.docs: the next plan finds it by its key");
  expect(ran.out).toContain("Nothing was written to the service.");
  expect(Object.keys(state().objects).sort()).toEqual(["collection.handbook", "space.api", "space.guides"]);
  expect(bench.emulator.emulator.service.list("space").length).toBe(spaces);
  const plan = await bench.run(["plan"]);
  expect(plan.out).not.toMatch(/ {2}site\.docs$/mu);
});

test("does not forget a protected object", async () => {
  bench.files.write("docsform.yaml", smallLayout.replace("title: API }", "title: API, protect: true }"));
  await bench.run(apply);
  await checkRefused(["state", "rm", "space.api"], "state/protected", "space.api is protected");
});

test("changes nothing during a run, or after an interrupted run", async () => {
  await bench.run(apply);
  const inState = bench.files.read("docsform.state.json");
  bench.files.write(
    ".docsform/docsform.lock",
    `${JSON.stringify({ docsformRunLock: 1, id: "other", lockedBy: "somebody", since: new Date(Date.parse("2026-01-01T00:00:00Z")).toISOString(), at: "2126-01-01T00:00:00.000Z" })}\n`,
  );
  for (const args of [
    ["state", "rm", "space.api"],
    ["state", "mv", "space.api", "space.x"],
    ["import", "space.api", "x"],
  ]) {
    const ran = await bench.run(args);
    expect([ran.code, ran.err.includes("[run/locked]")], ran.err).toEqual([1, true]);
  }
  expect(bench.files.read("docsform.state.json")).toBe(inState);
});

test("after an interrupted run the state needs the next apply", async () => {
  await bench.run(apply);
  bench.files.write(
    "docsform.yaml",
    smallLayout.replace("  api: { title: API }", "  api: { title: API }\n  more: { title: More }"),
  );
  bench.emulator.emulator.faults.add({
    on: { operation: "createSpace", times: 9 },
    fault: { kind: "truncate" },
  });
  bench.emulator.emulator.faults.add({
    on: { method: "read", times: "always" },
    fault: { kind: "stale-reads", ms: 60_000 },
  });
  expect((await bench.run(apply)).code).not.toBe(0);
  expect(bench.files.read(".docsform/docsform.jsonl") ?? "").not.toBe("");
  bench.emulator.emulator.faults.clear();
  for (const args of [
    ["state", "rm", "space.api"],
    ["state", "mv", "space.api", "space.x"],
  ])
    await checkRefused(args, "state/open-journal", "Run docsform apply");
});
