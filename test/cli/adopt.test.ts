import { afterEach, beforeEach, expect, test } from "vitest";
import type { Lock } from "../../src/model/lock.ts";
import { apply, openWorkbench, organization, smallLayout, type Workbench } from "./workbench.ts";

// One object is adopted or forgotten, or called otherwise: in the lock, and nowhere else.

let bench: Workbench;
beforeEach(async () => {
  bench = await openWorkbench({ "docs.yaml": smallLayout });
});
afterEach(() => bench.close());

const text = () => bench.files.read("docsform.lock.json");
const lock = () => JSON.parse(text() ?? "{}") as Lock;
const idOf = (kind: string, title: string) =>
  bench.emulator.emulator.service.list(kind).find((each) => each["title"] === title)?.id ?? "";
const make = (operation: "createSpace" | "createCollection", body: Record<string, string>) =>
  bench.emulator.emulator.edit(operation, {}, body);

function writes(): number {
  return bench.emulator.emulator.log.filter(({ method, foreign }) => method !== "GET" && foreign !== true)
    .length;
}

async function checkRefused(args: readonly string[], code: string, told: string): Promise<void> {
  const before = text();
  const ran = await bench.run(args);
  expect(ran.code, ran.out).toBe(1);
  expect(ran.err).toContain(`[${code}]`);
  expect(ran.err).toContain(told);
  expect(text()).toBe(before);
  expect(bench.files.read(".docsform/docsform.claim")).toBeUndefined();
}

test("of two that nothing tells apart the one is adopted, and nothing is written to the service", async () => {
  make("createSpace", { title: "API" });
  make("createSpace", { title: "API" });
  const [, second] = bench.emulator.emulator.service.list("space").filter(({ title }) => title === "API");
  expect((await bench.run(["plan"])).code).toBe(1);
  const ran = await bench.run(["adopt", "space.api", second?.id ?? ""]);
  expect(ran.code, ran.err).toBe(0);
  expect(ran.out).toContain("Nothing was written to the service");
  expect(writes()).toBe(0);
  expect(lock().objects).toEqual({ "space.api": { id: second?.id, origin: "imported", applied: {} } });
  expect(lock().serial).toBe(1);
  const plan = await bench.run(["plan"]);
  expect(plan.code, plan.err).toBe(0);
  expect(plan.out).not.toContain("create space.api");
  const again = await bench.run(["adopt", "space.api", second?.id ?? "", "--json"]);
  expect(JSON.parse(again.out)).toMatchObject({ changed: false, lock: "docsform.lock.json" });
  expect(lock().serial).toBe(1);
});

test.each([
  {
    what: "what the layout does not declare",
    args: ["space.apj", "x"],
    code: "adopt/not-declared",
    told: "Did you mean space.api?",
  },
  {
    what: "an id that is not there",
    args: ["space.api", "nobody"],
    code: "adopt/not-there",
    told: "There is no space nobody",
  },
])("$what is not adopted", async ({ args, code, told }) => {
  await checkRefused(["adopt", ...args], code, told);
});

test("an object of another kind, in another place, known otherwise or beside what is known is not adopted", async () => {
  make("createCollection", { title: "Handbook" });
  make("createSpace", { title: "Elsewhere" });
  const stray = idOf("space", "Elsewhere");
  await checkRefused(
    ["adopt", "space.api", idOf("collection", "Handbook")],
    "adopt/other-kind",
    "is a collection (“Handbook”), and not a space",
  );
  await checkRefused(
    ["adopt", "space.guides", stray],
    "adopt/elsewhere",
    `The layout has space.guides in collection.handbook, but ${stray} is at the top. Nothing was written.`,
  );
  make("createCollection", { title: "Manual" });
  const manual = idOf("collection", "Manual");
  bench.emulator.emulator.edit("moveSpace", { spaceId: stray }, { parent: manual });
  const inManual = ["adopt", "space.guides", stray];
  await checkRefused(inManual, "adopt/elsewhere", `but ${stray} is in "Manual" (${manual}).`);
  bench.files.write(
    "docs.yaml",
    smallLayout.replace("collections:\n", "collections:\n  manual: { title: Manual }\n"),
  );
  await checkRefused(inManual, "adopt/elsewhere", `but ${stray} is in collection.manual.`);
  bench.files.write("docs.yaml", smallLayout);
  bench.emulator.emulator.edit("moveSpace", { spaceId: stray }, { parent: null });
  expect((await bench.run([...apply, "--allow-create", "--allow-adopt"])).code).toBe(0);
  await checkRefused(["adopt", "space.api", stray], "lock/address-taken", "knows space.api already");
  bench.files.write(
    "docs.yaml",
    smallLayout.replace("  api: { title: API }", "  api: { title: API }\n  more: { title: API }"),
  );
  const api = lock().objects["space.api"]?.id ?? "";
  await checkRefused(
    ["adopt", "space.more", api],
    "adopt/known-otherwise",
    "docsform lock move space.api space.more",
  );
  const section = lock().objects["site_section.docs/api"]?.id ?? "";
  await checkRefused(
    ["adopt", "site_section.docs/guides", section],
    "lock/address-taken",
    "site_section.docs/guides",
  );
});

test("the lock is listed and shown, for people and for programs, without secrets", async () => {
  const none = await bench.run(["lock", "list"]);
  expect([none.code, none.out]).toEqual([0, "There is no lock at docsform.lock.json as yet.\n"]);
  await bench.run(apply);
  const list = await bench.run(["lock", "list", "docs.yaml"]);
  expect(list.out).toContain(
    `docsform.lock.json: 8 objects of the layout docsform, organization ${organization}`,
  );
  expect(list.out).toMatch(/ {2}space\.api +\S+\n/u);
  const json = JSON.parse((await bench.run(["lock", "list", "--json"])).out) as { objects: object[] };
  expect(json.objects).toContainEqual(
    expect.objectContaining({ address: "space.api", id: lock().objects["space.api"]?.id }),
  );
  const shown = await bench.run(["lock", "show", "space.guides"]);
  expect(shown.out).toContain('  title: "Guides"\n');
  await checkRefused(["lock", "show", "space.guidse"], "lock/unknown-address", "Did you mean space.guides?");
  const wrong = await bench.run(["lock", "move", "space.guides"]);
  expect([wrong.code, wrong.err.includes("two addresses")]).toEqual([64, true]);
});

test("what is moved in the lock is the same object under the new key, with what is in it", async () => {
  await bench.run(apply);
  const before = lock();
  const ran = await bench.run(["lock", "move", "site.docs", "site.main"]);
  expect(ran.code, ran.err).toBe(0);
  expect(ran.out).toContain("site_section.docs/api is site_section.main/api, from now on.");
  expect(ran.out).toContain("The layout does not declare site.main");
  expect(lock().serial).toBe((before.serial ?? 0) + 1);
  bench.files.write("docs.yaml", smallLayout.replace("  docs:\n", "  main:\n"));
  const plan = await bench.run(["plan", "--detailed-exitcode"]);
  expect(plan.code, plan.out).toBe(0);
  await checkRefused(["lock", "move", "space.api", "space.guides"], "lock/address-taken", "space.guides");
  await checkRefused(["lock", "move", "space.api", "site.api"], "lock/other-type", "begins with its type");
  await checkRefused(
    ["lock", "move", "space.nobody", "space.x"],
    "lock/unknown-address",
    "docsform lock list",
  );
});

test("what is forgotten stays on the service, and what that means is told", async () => {
  await bench.run(apply);
  const spaces = bench.emulator.emulator.service.list("space").length;
  const ran = await bench.run(["lock", "forget", "site.docs"]);
  expect(ran.out).toContain("Forgot site_section.docs/api.");
  expect(ran.out).toContain("site.docs is declared all the same: the next plan looks for it by its key");
  expect(ran.out).toContain("Nothing was written to the service.");
  expect(Object.keys(lock().objects).sort()).toEqual(["collection.handbook", "space.api", "space.guides"]);
  expect(bench.emulator.emulator.service.list("space").length).toBe(spaces);
  const plan = await bench.run(["plan"]);
  expect(plan.out).not.toContain("create site.docs");
});

test("what is protected is not forgotten", async () => {
  bench.files.write("docs.yaml", smallLayout.replace("title: API }", "title: API, protect: true }"));
  await bench.run(apply);
  await checkRefused(["lock", "forget", "space.api"], "lock/protected", "space.api is protected");
});

test("while a run has the layout, or one has left its journal, nothing is changed", async () => {
  await bench.run(apply);
  const held = bench.files.read("docsform.lock.json");
  bench.files.write(
    ".docsform/docsform.claim",
    `${JSON.stringify({ docsformClaim: 1, id: "other", holder: "somebody", since: new Date(Date.parse("2026-01-01T00:00:00Z")).toISOString(), at: "2126-01-01T00:00:00.000Z" })}\n`,
  );
  for (const args of [
    ["lock", "forget", "space.api"],
    ["lock", "move", "space.api", "space.x"],
    ["adopt", "space.api", "x"],
  ]) {
    const ran = await bench.run(args);
    expect([ran.code, ran.err.includes("[run/busy]")], ran.err).toEqual([1, true]);
  }
  expect(bench.files.read("docsform.lock.json")).toBe(held);
});

test("after an interrupted run the lock waits for the next apply", async () => {
  await bench.run(apply);
  bench.files.write(
    "docs.yaml",
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
    ["lock", "forget", "space.api"],
    ["lock", "move", "space.api", "space.x"],
  ])
    await checkRefused(args, "lock/open-journal", "Run docsform apply");
});
