import { describe, expect, test } from "vitest";
import type { TerraformSchema } from "../../src/model/terraform-schema.ts";
import { createdSchemas } from "./support/every-type.ts";
import { type Bench, openBench } from "./support/type-bench.ts";

// A provider process was killed during a create. The next process does not know the outcome and must decide.

const schema = createdSchemas.find(({ name }) => name === "docs_space") as TerraformSchema;
const config = { title: "Guides" };

function titles({ service }: Bench): readonly unknown[] {
  return service.emulator.service.list("space").map(({ title }) => title);
}

async function apply({ terraform }: Bench, values: { readonly title: string } = config) {
  return await terraform.apply(schema.name, terraform.nothing, values);
}

/** Applies in a process that is killed after the service created the object. */
async function killedAfterCreate(bench: Bench): Promise<void> {
  const killed = bench.terraform.killAfterWrite();
  void apply(bench).catch(() => undefined);
  await killed;
  bench.terraform.restart();
}

test("a create of a killed process is not repeated while lists may not show its object yet", async () => {
  const bench = openBench(schema, "current");
  bench.service.emulator.faults.add({
    on: { method: "read", times: "always" },
    fault: { kind: "stale-reads", ms: 3_000 },
  });
  await killedAfterCreate(bench);
  const { errors } = await apply(bench);
  expect([errors, titles(bench)]).toEqual([[], ["Guides"]]);
});

test("an object that was renamed after the response to its create is still that object", async () => {
  const bench = openBench(schema, "current");
  const first = await apply(bench);
  const id = first.state?.["id"] as string;
  bench.terraform.restart();
  bench.service.emulator.edit("updateSpaceById", { spaceId: id }, { title: "Renamed" });
  const again = await apply(bench);
  expect([again.errors, again.state?.["id"], titles(bench)]).toEqual([[], id, ["Guides"]]);
});

test("an object of Terraform's state is not the object of a lost create with the same key", async () => {
  const bench = openBench(schema, "current");
  const { faults } = bench.service.emulator;
  faults.add({ on: { operation: "createSpace", times: 3 }, fault: { kind: "drop-before" } });
  const lost = await apply(bench);
  expect(lost.errors).toEqual([expect.stringContaining("does not know whether")]);
  faults.clear();
  const other = await apply(bench);
  expect(titles(bench)).toEqual(["Guides"]);
  bench.terraform.restart();
  const read = await bench.terraform.read(schema.name, other);
  expect(read.state?.["id"]).toBe(other.state?.["id"]);
  bench.terraform.restart();
  const again = await apply(bench);
  expect(again.errors).toEqual([]);
  expect(again.state?.["id"]).not.toBe(other.state?.["id"]);
  expect(titles(bench)).toEqual(["Guides", "Guides"]);
});

test("two candidates for one lost create are an error", async () => {
  const bench = openBench(schema, "current");
  const { emulator } = bench.service;
  await killedAfterCreate(bench);
  emulator.edit("createSpace", {}, { title: "Guides" });
  const { errors } = await apply(bench);
  expect(errors).toEqual([expect.stringContaining("2 spaces could be the one that it created")]);
  expect(errors.join()).toContain("Import the right one, and delete the others if you do not need them.");
  const [lost] = emulator.service.list("space");
  bench.terraform.restart();
  const imported = await bench.terraform.import(schema.name, lost?.id ?? "");
  expect((await bench.terraform.plan(schema.name, imported, config)).isEmpty).toBe(true);
  expect(titles(bench)).toEqual(["Guides", "Guides"]);
});

test("another user's object after a refused create is not the object of this create", async () => {
  const bench = openBench(schema, "current");
  const { emulator } = bench.service;
  emulator.faults.add({ on: { operation: "createSpace" }, fault: { kind: "error-before", status: 400 } });
  expect((await apply(bench)).errors).toHaveLength(1);
  emulator.edit("createSpace", {}, config);
  const [theirs] = emulator.service.list("space");
  bench.terraform.restart();
  const { errors, state } = await apply(bench);
  expect([errors, titles(bench)]).toEqual([[], ["Guides", "Guides"]]);
  expect(state?.["id"]).not.toBe(theirs?.id);
});

test("a create with a lost response that could not be checked is found by the next process", async () => {
  const bench = openBench(schema, "current");
  const { faults } = bench.service.emulator;
  const listing = { operation: "listSpacesInOrganizationById", times: "always" } as const;
  const unreadable = () => faults.add({ on: listing, fault: { kind: "forbidden" } });
  faults.add({ on: { operation: "createSpace" }, fault: { kind: "callback", after: unreadable } });
  faults.add({ on: { operation: "createSpace" }, fault: { kind: "drop-after" } });
  expect((await apply(bench)).errors).toHaveLength(1);
  expect(faults.fired).toMatchObject({ callback: 1, "drop-after": 1 });
  faults.clear();
  bench.terraform.restart();
  const { errors } = await apply(bench);
  expect([errors, titles(bench)]).toEqual([[], ["Guides"]]);
});

describe("the object of a lost create", () => {
  const dayMs = 24 * 3_600_000;
  const collection = createdSchemas.find(({ name }) => name === "docs_collection") as TerraformSchema;
  const section = createdSchemas.find(({ name }) => name === "docs_site_section") as TerraformSchema;
  const withoutDates = (bench: Bench) => bench.service.emulator.faults.add({ fault: { kind: "date" } });

  const refusalOf = async (plan: ReturnType<Bench["terraform"]["plan"]>) =>
    (await plan).diagnostics.map(({ detail }) => detail).join();

  /** Applies in a process that is killed before the request leaves it. A person creates the same on the next day. */
  async function killedBeforeAPerson(bench: Bench): Promise<string> {
    const { emulator } = bench.service;
    emulator.faults.add({ on: { operation: "createSpace", times: 3 }, fault: { kind: "drop-before" } });
    expect((await apply(bench)).errors).toHaveLength(1);
    bench.terraform.restart();
    await bench.service.clock.sleep(dayMs);
    const { body } = emulator.edit("createSpace", {}, { title: "Guides" });
    return (body as { readonly id: string }).id;
  }

  test("is not one that a person created later, as the service's clock shows", async () => {
    const bench = openBench(schema, "current");
    const theirs = await killedBeforeAPerson(bench);
    const planned = await bench.terraform.plan(schema.name, bench.terraform.nothing, { title: "Guides" });
    expect(planned.diagnostics.map(({ summary }) => summary).join()).toContain("has the same name");
    const { errors, state } = await apply(bench);
    expect([errors, titles(bench)]).toEqual([[], ["Guides", "Guides"]]);
    expect(state?.["id"]).not.toBe(theirs);
  });

  test("is reported if the service shows that the provider created it, with a clock an hour ahead or behind", async () => {
    for (const hours of [-1, 0, 1]) {
      const bench = openBench(schema, "current");
      bench.service.emulator.forward(hours * 3_600_000);
      await killedAfterCreate(bench);
      const again = await apply(bench);
      expect([again.errors, titles(bench)]).toEqual([[], ["Guides"]]);
      expect(again.warnings).toEqual([
        expect.stringContaining("The service shows that the provider created it."),
      ]);
      const planned = await bench.terraform.planDelete(schema.name, again);
      expect(await bench.terraform.applyDelete(schema.name, again, planned)).toEqual([]);
    }
  });

  test("is neither deleted nor opened before it is imported, if nothing shows who created it", async () => {
    const bench = openBench(schema, "current");
    withoutDates(bench);
    const theirs = await killedBeforeAPerson(bench);
    const found = await apply(bench);
    expect([found.errors, found.state?.["id"], titles(bench)]).toEqual([[], theirs, ["Guides"]]);
    expect(found.warnings).toEqual([
      expect.stringContaining("nothing shows that the provider created that one"),
    ]);
    const open = { ...config, default_level: "edit" };
    const { terraform } = bench;
    for (const restart of [false, true]) {
      if (restart) terraform.restart();
      expect((await terraform.planDelete(schema.name, found)).errors).toEqual([
        expect.stringContaining("This would destroy it"),
      ]);
      expect(await refusalOf(terraform.plan(schema.name, found, open))).toContain("This would open it");
    }
    const emoji = await terraform.apply(schema.name, found, { ...config, emoji: "1f600" });
    expect(emoji.errors).toEqual([]);
    expect(await refusalOf(terraform.plan(schema.name, emoji, open))).toContain("This would open it");
    const imported = await terraform.import(schema.name, theirs);
    expect((await terraform.apply(schema.name, imported, open)).errors).toEqual([]);
  });

  test("is not moved to where more people may use it before it is imported", async () => {
    const bench = openBench(schema, "current");
    const { terraform, service } = bench;
    const { emulator } = service;
    const { body } = emulator.edit("createCollection", {}, { title: "Open" });
    const { id } = body as { readonly id: string };
    emulator.edit("updateCollectionById", { collectionId: id }, { defaultLevel: "edit" });
    withoutDates(bench);
    await killedAfterCreate(bench);
    const found = await apply(bench);
    const wanted = { ...config, default_level: "inherit", parent_id: id };
    expect(await refusalOf(terraform.plan(schema.name, found, wanted))).toContain("This would open it");
    const imported = await terraform.import(schema.name, found.state?.["id"] as string);
    expect((await terraform.apply(schema.name, imported, wanted)).errors).toEqual([]);
  });

  test("is not shown on a site before it is imported, if nothing shows who created it", async () => {
    const bench = openBench(schema, "current");
    const { emulator } = bench.service;
    const site = emulator.edit("createSite", {}, { title: "Docs" }).body as { readonly id: string };
    withoutDates(bench);
    await killedAfterCreate(bench);
    const found = await apply(bench);
    const space = found.state?.["id"] as string;
    const config = { site_id: site.id, title: "Guides", space_id: space };
    const { terraform } = bench;
    expect((await terraform.apply(section.name, terraform.nothing, config)).errors).toEqual([
      expect.stringContaining("This would open it"),
    ]);
    terraform.restart();
    await terraform.plan(schema.name, found, { title: "Guides" });
    expect(await refusalOf(terraform.plan(section.name, terraform.nothing, config))).toContain(
      "This would open it",
    );
    expect(emulator.service.list("site_section")).toEqual([]);
  });

  test("is imported before its create can go on, if the rest of the create opens it", async () => {
    const bench = openBench(collection, "current");
    const values = { title: "Handbook", default_level: "edit" };
    const { terraform, service } = bench;
    service.emulator.faults.add({ on: { operation: "createCollection" }, fault: { kind: "drop-after" } });
    for (const restart of [false, true]) {
      if (restart) terraform.restart();
      const { errors, state } = await terraform.apply(collection.name, terraform.nothing, values);
      expect([errors, state]).toEqual([[expect.stringContaining("terraform import")], null]);
    }
    const [made] = service.emulator.service.list("collection");
    const imported = await terraform.import(collection.name, made?.id ?? "");
    expect((await terraform.apply(collection.name, imported, values)).errors).toEqual([]);
    expect(service.emulator.service.list("collection")).toMatchObject([{ defaultLevel: "edit" }]);
  });

  test("may not be one with other values than a new one, if nothing shows who created it", async () => {
    const bench = openBench(schema, "current");
    withoutDates(bench);
    const theirs = await killedBeforeAPerson(bench);
    bench.service.emulator.edit("updateSpaceById", { spaceId: theirs }, { emoji: "1f41b" });
    expect((await apply(bench)).errors).toEqual([
      expect.stringContaining(`1 space could be the one that it created: ${theirs}`),
    ]);
    expect(titles(bench)).toEqual(["Guides"]);
  });
});
