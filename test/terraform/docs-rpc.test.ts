import { describe, expect, test } from "vitest";
import { publishedApiVersions as apiVersions } from "../../src/model/endpoint.ts";
import type { TerraformSchema, ValueField } from "../../src/model/terraform-schema.ts";
import { unknown } from "../../src/terraform/plugin/values/cty-value.ts";
import { createdSchemas, createdSchemasIn } from "./support/every-type.ts";
import type { InState } from "./support/rpc-terraform.ts";
import { type Bench, configOf, createResource, fieldsOf, openBench, sampleOf } from "./support/type-bench.ts";

function countOf({ service, schema }: Bench): number {
  return service.emulator.service.list(schema.type.name).filter((each) => each["deletedAt"] == null).length;
}

const cases = apiVersions.flatMap((apiVersion) =>
  createdSchemasIn(apiVersion).map((schema) => ({
    name: `${schema.name}, ${apiVersion}`,
    schema,
    apiVersion,
  })),
);

describe.each(cases)("$name, call by call", ({ schema, apiVersion }) => {
  test("each attribute changes in place or by replacement, and is read, cleared or kept", async () => {
    const names = fieldsOf(openBench(schema, apiVersion)).map((field) => field.name);
    for (const name of names) {
      const bench = openBench(schema, apiVersion);
      const { terraform } = bench;
      const field = fieldsOf(bench).find((each) => each.name === name) as ValueField;
      const before = await configOf(bench, field);
      const changed = { ...before, [name]: await sampleOf(bench, field, 1) };
      let inState: InState = await createResource(bench, before);
      const plan = await terraform.plan(schema.name, inState, changed);
      expect([name, plan.replaced, plan.isEmpty]).toEqual([
        name,
        field.writer === undefined ? [name] : [],
        false,
      ]);
      if (field.writer === undefined) continue;
      const applied = await terraform.apply(schema.name, inState, changed);
      expect([name, applied.errors]).toEqual([name, []]);
      terraform.restart();
      inState = await terraform.read(schema.name, applied);
      expect([name, inState.state?.[name]]).toEqual([name, changed[name]]);
      expect([name, (await terraform.plan(schema.name, inState, changed)).isEmpty]).toEqual([name, true]);
      if (field.mode === "required" || field.rule.oneOf !== undefined) continue;
      const { [name]: _, ...without } = changed;
      const unset = await terraform.apply(schema.name, inState, without);
      expect([name, unset.errors]).toEqual([name, []]);
      inState = await terraform.read(schema.name, unset);
      expect([name, inState.state?.[name]]).toEqual([name, field.mode === "optional" ? null : changed[name]]);
    }
  });

  test("a replaced value is planned as removed", async () => {
    for (const { field, gone } of replacing(schema)) {
      const bench = openBench(schema, apiVersion);
      const { terraform } = bench;
      const { [gone.name]: before, ...rest } = await configOf(bench, gone);
      const inState = await createResource(bench, { ...rest, [gone.name]: before ?? null });
      const changed = { ...rest, [field.name]: await sampleOf(bench, field, 0) };
      const plan = await terraform.plan(schema.name, inState, changed);
      expect([gone.name, plan.state?.[gone.name]]).toEqual([gone.name, null]);
      const applied = await terraform.apply(schema.name, inState, changed);
      expect(applied.errors).toEqual([]);
      expect((await terraform.read(schema.name, applied)).state).toEqual(applied.state);
    }
  });

  test("a failed create reports the service's message, and the known outcome", async () => {
    const bench = openBench(schema, apiVersion);
    const config = await configOf(bench);
    const on = { method: "write", times: "always" } as const;
    bench.service.emulator.faults.add({ on, fault: { kind: "error-before", status: 500 } });
    const { errors } = await bench.terraform.apply(schema.name, bench.terraform.nothing, config);
    expect(errors).toEqual([
      expect.stringMatching(
        /^Cannot create .*[(]P[A-Z]+ .*failed: 127[.]0[.]0[.]1 returned 500: \S.*[.] docsform does not know whether .* exists: lists do not show it[.].*Run apply again/s,
      ),
    ]);
  });

  test("the next process recovers a created object that no state has", async () => {
    const bench = openBench(schema, apiVersion);
    const config = await configOf(bench);
    const before = countOf(bench);
    await createResource(bench, config);
    // Terraform was killed before it saved the response in its state.
    bench.terraform.restart();
    const inState = await createResource(bench, config);
    expect(countOf(bench)).toBe(before + 1);
    expect((await bench.terraform.plan(schema.name, inState, config)).isEmpty).toBe(true);
  });

  test("one old list after the creation does not remove it; two lists without it do", async () => {
    const bench = openBench(schema, apiVersion);
    const config = await configOf(bench);
    bench.service.emulator.faults.add({ on: { times: "always" }, fault: { kind: "stale-reads", ms: 2_000 } });
    const inState = await createResource(bench, config);
    bench.terraform.restart();
    expect((await bench.terraform.read(schema.name, inState)).state?.["id"]).toBe(inState.state?.["id"]);
    bench.service.emulator.faults.clear();
    await bench.service.clock.sleep(120_000);
    const gone = await bench.terraform.apply(schema.name, inState, null);
    expect(gone.errors).toEqual([]);
    bench.terraform.restart();
    expect((await bench.terraform.read(schema.name, inState)).state).toBeNull();
    expect((await bench.terraform.apply(schema.name, inState, null)).errors).toEqual([]);
  });

  test("an imported object needs no change", async () => {
    const bench = openBench(schema, apiVersion);
    const config = await configOf(bench);
    const inState = await createResource(bench, config);
    const place = schema.scopeField === undefined ? [] : [inState.state?.[schema.scopeField] as string];
    bench.terraform.restart();
    const imported = await bench.terraform.import(
      schema.name,
      [...place, inState.state?.["id"] as string].join("/"),
    );
    expect(imported.errors).toEqual([]);
    const plan = await bench.terraform.plan(schema.name, imported, config);
    expect([plan.isEmpty, plan.replaced]).toEqual([true, []]);
  });

  test("data sources find it by its id and its name, and list it", async () => {
    const bench = openBench(schema, apiVersion);
    const inState = await createResource(bench, await configOf(bench));
    const id = inState.state?.["id"] as string;
    const place =
      schema.scopeField === undefined
        ? {}
        : { [schema.scopeField]: inState.state?.[schema.scopeField] as string };
    const one = await bench.terraform.data(schema.name, { ...place, id });
    expect(one.errors).toEqual([]);
    for (const field of fieldsOf(bench).filter(
      (each) => each.rule.normalize === undefined && schema.values.includes(each),
    ))
      expect([field.name, one.state?.[field.name]]).toEqual([field.name, inState.state?.[field.name]]);
    const many = await bench.terraform.data(`${schema.name}s`, place);
    expect(many.errors).toEqual([]);
    expect(many.state?.["ids"]).toContain(id);
    const anonymous = await bench.terraform.data(schema.name, { ...place, id: "nobody" });
    expect(anonymous.errors.join()).toContain(`No ${schema.type.label.one} matches the arguments.`);
    const label = fieldsOf(bench).find(
      (each) => each.shape.kind === "string" && schema.values.includes(each),
    ) as ValueField;
    const filtered = await bench.terraform.data(`${schema.name}s`, {
      ...place,
      [label.name]: inState.state?.[label.name] as string,
    });
    expect(filtered.state?.["ids"]).toEqual([id]);
  });

  test("an unknown value is planned as unknown, in every place", async () => {
    const bench = openBench(schema, apiVersion);
    const config = await configOf(bench);
    const inState = await createResource(bench, config);
    for (const name of Object.keys(config)) {
      const open = { ...config, [name]: unknown };
      expect([
        name,
        (await bench.terraform.plan(schema.name, bench.terraform.nothing, open)).state?.[name],
      ]).toEqual([name, unknown]);
      const plan = await bench.terraform.plan(schema.name, inState, open);
      expect([name, plan.isEmpty, plan.diagnostics]).toEqual([name, false, []]);
    }
  });
});

describe("an existing object is not duplicated", () => {
  const keyed = createdSchemas.filter(({ type }) => type.identity.keyIsUnique);

  test.each(keyed.map((schema) => ({ name: schema.name, schema })))("$name", async ({ schema }) => {
    const bench = openBench(schema, "current");
    const config = await configOf(bench);
    const inState = await createResource(bench, config);
    const writes = bench.service.emulator.log.length;
    bench.terraform.restart();
    // Terraform's state has the object, so it does not count as a create of unknown outcome.
    await bench.terraform.read(schema.name, inState);
    const again = await bench.terraform.apply(schema.name, bench.terraform.nothing, config);
    expect(again.errors.join()).toContain(`import it: terraform import ${schema.name}.NAME`);
    expect(again.errors.join()).toContain(inState.state?.["id"]);
    expect(bench.service.emulator.log.slice(writes).filter((request) => request.method !== "GET")).toEqual(
      [],
    );
  });

  test("the first variant of a section belongs to the section", async () => {
    const schema = createdSchemas.find((each) => each.firstChild !== undefined) as TerraformSchema;
    const bench = openBench(schema, "current");
    const inState = await createResource(bench, await configOf(bench));
    bench.terraform.restart();
    const variant = createdSchemas.find(
      (each) => each.type.name === schema.firstChild?.type.name,
    ) as TerraformSchema;
    const again = await bench.terraform.apply(variant.name, bench.terraform.nothing, {
      site_id: inState.state?.["site_id"] as string,
      parent_id: inState.state?.["id"] as string,
      space_id: inState.state?.["space_id"] as string,
    });
    expect(again.errors.join()).toContain("Set its values in `first_variant` of the resource");
  });

  test("an object that this run deleted is gone, whatever lists show", async () => {
    const schema = createdSchemas.find(({ type }) => type.name === "team") as TerraformSchema;
    const bench = openBench(schema, "current");
    const first = await createResource(bench, { title: "Writers" });
    bench.terraform.restart();
    bench.service.emulator.faults.add({
      on: { times: "always" },
      fault: { kind: "stale-reads", ms: 3_600_000 },
    });
    const deleted = await bench.terraform.apply(schema.name, first, null);
    const again = await bench.terraform.apply(schema.name, bench.terraform.nothing, { title: "Writers" });
    expect([deleted.errors, again.errors]).toEqual([[], []]);
  });

  test("a name that another object gives up in the same apply is free", async () => {
    const schema = createdSchemas.find(({ type }) => type.name === "team") as TerraformSchema;
    const bench = openBench(schema, "current");
    const first = await createResource(bench, { title: "Writers" });
    bench.terraform.restart();
    const [renamed, second] = await Promise.all([
      bench.terraform.apply(schema.name, first, { title: "Editors" }),
      bench.terraform.apply(schema.name, bench.terraform.nothing, { title: "Writers" }),
    ]);
    expect([renamed.errors, second.errors]).toEqual([[], []]);
  });

  test("waits for a name that lists still show after a rename", async () => {
    const schema = createdSchemas.find(({ type }) => type.name === "team") as TerraformSchema;
    const bench = openBench(schema, "current");
    const first = await createResource(bench, { title: "Writers" });
    await bench.service.clock.sleep(60_000);
    // From here on, lists show old values.
    bench.service.emulator.faults.add({ on: { times: "always" }, fault: { kind: "stale-reads", ms: 2_000 } });
    const teamId = first.state?.["id"] as string;
    bench.service.emulator.edit("updateTeamInOrganizationById", { teamId }, { title: "Editors" });
    bench.terraform.restart();
    // Terraform's state has the object, so it does not count as a create of unknown outcome.
    await bench.terraform.read(schema.name, first);
    const second = await bench.terraform.apply(schema.name, bench.terraform.nothing, { title: "Writers" });
    expect(second.errors).toEqual([]);
    expect(second.state?.["id"]).not.toBe(teamId);
  });
});

const withoutUniqueKey = cases.filter(({ schema }) => schema.type.identity.keyIsUnique !== true);

/** Values that two objects can have at once: no unique attribute. */
async function sharedConfigOf(bench: Bench) {
  const unique = new Set((bench.schema.type.unique ?? []).map(({ attribute }) => attribute));
  const own = new Set(fieldsOf(bench).flatMap((field) => (unique.has(field.attribute) ? [field.name] : [])));
  return Object.fromEntries(Object.entries(await configOf(bench)).filter(([name]) => !own.has(name)));
}

test.each(withoutUniqueKey)(
  "$name: an earlier object is not mistaken for a create that never arrived",
  async (given) => {
    const bench = openBench(given.schema, given.apiVersion);
    const config = await sharedConfigOf(bench);
    const before = countOf(bench);
    const { terraform, schema, service } = bench;
    const first = await createResource(bench, config);
    terraform.restart();
    await terraform.read(schema.name, first);
    service.emulator.faults.add({ on: { method: "write", times: "always" }, fault: { kind: "drop-before" } });
    const failed = await terraform.apply(schema.name, terraform.nothing, config);
    expect(failed.errors).not.toEqual([]);
    service.emulator.faults.clear();
    terraform.restart();
    const second = await createResource(bench, config);
    expect(second.state?.["id"]).not.toBe(first.state?.["id"]);
    expect(countOf(bench)).toBe(before + 2);
  },
);

test("some values replace others", () => {
  expect(createdSchemas.flatMap(replacing)).not.toEqual([]);
});

/** Pairs of fields. A value of `field` removes the value of `gone`. */
function replacing({ values }: TerraformSchema) {
  return values.flatMap((field) =>
    values.filter(({ attribute }) => field.rule.clears?.includes(attribute)).map((gone) => ({ field, gone })),
  );
}
