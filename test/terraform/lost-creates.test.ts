import { expect, test } from "vitest";
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
