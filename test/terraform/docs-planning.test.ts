import { describe, expect, test } from "vitest";
import { type ApiVersion, publishedApiVersions as apiVersions } from "../../src/model/endpoint.ts";
import { isCreatable } from "../../src/model/resource-type/creation.ts";
import {
  type ComputedField,
  type FollowedNames,
  type TerraformSchema,
  terraformSchema,
} from "../../src/model/terraform-schema.ts";
import { registry } from "../../src/resources/registry.ts";
import {
  type CtyObject,
  type CtyValue,
  ctyObject,
  isCtyObject,
  isUnknown,
  isWhollyKnown,
  unknown,
  unknownNotNull,
} from "../../src/terraform/plugin/values/cty-value.ts";
import { sameValue } from "../../src/terraform/plugin/values/equal.ts";
import { isLacking } from "../../src/terraform/resources/api-version.ts";
import { isPlaceholder } from "../../src/terraform/resources/object-state.ts";
import type { Resource } from "../../src/terraform/resources/resource.ts";
import { resourcesOf } from "../../src/terraform/resources/resources.ts";
import { ctyTypeOf, toCty } from "../../src/terraform/resources/shape.ts";
import { createdSchemas, createdSchemasIn, typeIndex } from "./support/every-type.ts";
import type { Config, InState, Planned } from "./support/rpc-terraform.ts";
import { type Bench, configOf, createResource, fieldsOf, openBench, sampleOf } from "./support/type-bench.ts";
import { filled } from "./support/wire-values.ts";

const cases = apiVersions.flatMap((apiVersion) =>
  createdSchemasIn(apiVersion).map((schema) => ({
    name: `${schema.name}, ${apiVersion}`,
    schema,
    apiVersion,
  })),
);

function unknownIn({ state }: Planned): readonly string[] {
  return Object.keys(state ?? {}).filter((name) => isUnknown(state?.[name]));
}

/** The paths of unknown values in a planned state. Of a value that is partly known, they are the paths of its unknown parts: `urls.published`. */
function unknownPathsIn({ state }: Planned): readonly string[] {
  const pathsOf = (value: CtyValue, path: string): readonly string[] => {
    if (isUnknown(value)) return [path];
    return isCtyObject(value)
      ? Object.entries(value).flatMap(([name, part]) => pathsOf(part, `${path}.${name}`))
      : [];
  };
  return Object.entries(state ?? {})
    .flatMap(([name, value]) => pathsOf(value, name))
    .sort();
}

/** The parts of a computed field that a change of these attributes can change. `before` is the field's value. */
function partsChangedBy(
  { name, shape, follows }: ComputedField,
  before: CtyValue,
  changed: readonly string[],
): readonly string[] {
  const isMoved = (few: FollowedNames) => few === "any write" || few.some((each) => changed.includes(each));
  if (typeof follows === "string" || Array.isArray(follows))
    return isMoved(follows as FollowedNames) ? [name] : [];
  const parts = Object.entries(follows as Readonly<Record<string, FollowedNames>>);
  const fields = shape.kind === "object" ? shape.fields.map((part) => part.name) : [];
  expect([name, parts.map(([part]) => part).sort()]).toEqual([name, [...fields].sort()]);
  const moved = parts.filter(([, few]) => isMoved(few)).map(([part]) => `${name}.${part}`);
  return before === null && moved.length > 0 ? [name] : moved;
}

/** The state with null in the place of the values at these paths. */
function withoutPaths(state: CtyObject | null, paths: readonly string[]): CtyObject | null {
  const without = (value: CtyValue, path: string): CtyValue => {
    if (paths.includes(path)) return null;
    if (!isCtyObject(value)) return value;
    return ctyObject(Object.entries(value).map(([name, part]) => [name, without(part, `${path}.${name}`)]));
  };
  return ctyObject(Object.entries(state ?? {}).map(([name, value]) => [name, without(value, name)]));
}

describe.each(cases)("what a plan knows of $name", ({ schema, apiVersion }) => {
  const idHolder = schema.values.find(({ attribute }) => attribute === schema.type.identity.idAttribute);

  test("of a new object: all configured values, a configured id, and that it will have an id", async () => {
    const bench = openBench(schema, apiVersion);
    const config = await configOf(bench);
    const plan = await bench.terraform.plan(schema.name, bench.terraform.nothing, config);
    for (const name of Object.keys(config)) expect([name, plan.state?.[name]]).toEqual([name, config[name]]);
    expect(plan.state?.["id"]).toEqual(idHolder === undefined ? unknownNotNull : config[idHolder.name]);
    const reported = [
      ...(idHolder === undefined ? ["id"] : []),
      ...schema.computed.map((field) => field.name),
      ...(schema.firstChild === undefined ? [] : [schema.firstChild.idField]),
    ];
    const chosen = schema.values
      .filter((field) => field.mode === "derived" && !(field.name in config))
      .map((field) => field.name);
    if (schema.firstChild !== undefined) chosen.push(schema.firstChild.part.name);
    for (const name of unknownIn(plan))
      expect([name, [...reported, ...chosen, schema.defaultField].includes(name)]).toEqual([name, true]);
    expect(unknownIn(plan)).toEqual(expect.arrayContaining(reported));
  });

  test("of an unchanged object, and of a change of timeouts: everything", async () => {
    const bench = openBench(schema, apiVersion);
    const config = await configOf(bench);
    const inState = await createResource(bench, config);
    const same = await bench.terraform.plan(schema.name, inState, config);
    expect([same.isEmpty, unknownIn(same)]).toEqual([true, []]);
    const timeouts = { create: null, read: "1m", update: null, delete: null };
    const timed = await bench.terraform.plan(schema.name, inState, { ...config, timeouts });
    expect([timed.isEmpty, timed.replaced, unknownIn(timed)]).toEqual([false, [], []]);
    bench.service.emulator.clearLog();
    expect((await bench.terraform.apply(schema.name, inState, { ...config, timeouts })).errors).toEqual([]);
    expect(bench.service.emulator.log.filter(({ method }) => method !== "GET")).toEqual([]);
  });
});

const changing = apiVersions.flatMap((apiVersion) =>
  registry
    .filter((type) => type.creation === undefined || isCreatable(type, apiVersion))
    .map((type) => terraformSchema(typeIndex, type))
    .map((schema) => ({ name: `${schema.name}, ${apiVersion}`, schema, apiVersion })),
);

/** Creates a container for the object, and returns its id. */
async function containerIn(bench: Bench, config: Config, title: string): Promise<string> {
  const { type, scopeField } = bench.schema;
  const container = type.container?.types[0];
  const holder = createdSchemas.find((each) => each.type.name === container) as TerraformSchema;
  const place = scopeField === undefined ? {} : { [scopeField]: config[scopeField] as string };
  const inState = await bench.terraform.apply(holder.name, bench.terraform.nothing, { ...place, title });
  expect(inState.errors).toEqual([]);
  return inState.state?.["id"] as string;
}

/** The changes of a configuration that need a write: each value, the place, and the default. */
async function changesOf(bench: Bench, config: Config): Promise<readonly { what: string; to: Config }[]> {
  const { schema, apiVersion } = bench;
  const { containerField, defaultField, type } = schema;
  const changes: { what: string; to: Config }[] = [];
  for (const field of fieldsOf(bench).filter((each) => each.writer !== undefined && each.name in config)) {
    changes.push({ what: field.name, to: { [field.name]: await sampleOf(bench, field, 1) } });
    if (field.mode === "optional") changes.push({ what: field.name, to: { [field.name]: null } });
    if (field.writeOnly === undefined) continue;
    const { name, version } = field.writeOnly;
    const to = { [field.name]: null, [name]: await sampleOf(bench, field, 0), [version]: 1 };
    changes.push({ what: field.name, to }, { what: field.name, to: { ...to, [version]: 2 } });
  }
  if (containerField !== undefined && type.container?.change[apiVersion] === "move")
    for (const parent of [await containerIn(bench, config, "First"), null])
      if (parent !== null || type.container.rootAllowed)
        changes.push({ what: containerField, to: { [containerField]: parent } });
  if (defaultField !== undefined) changes.push({ what: defaultField, to: { [defaultField]: true } });
  return changes;
}

describe.each(changing)("what a plan knows of a changed $name", ({ schema, apiVersion }) => {
  test("is everything except what the change can affect, and is true after the apply", async () => {
    const bench = openBench(schema, apiVersion);
    let config = await configOf(bench);
    let inState: InState = await createResource(bench, config);
    let seen = 0;
    for (const { what, to } of await changesOf(bench, config)) {
      config = { ...config, ...to };
      const plan = await bench.terraform.plan(schema.name, inState, config);
      const changed = Object.keys(to);
      const movable = schema.computed.flatMap((reported) =>
        partsChangedBy(reported, inState.state?.[reported.name] ?? null, changed),
      );
      // An object can be the default already.
      expect(plan.isEmpty && what !== schema.defaultField, what).toBe(false);
      if (plan.isEmpty) continue;
      seen += 1;
      expect([what, unknownPathsIn(plan)]).toEqual([what, movable.sort()]);
      expect([what, plan.replaced, plan.state?.["id"]]).toEqual([what, [], inState.state?.["id"]]);
      const applied = await bench.terraform.apply(schema.name, inState, config);
      expect([what, applied.errors]).toEqual([what, []]);
      bench.terraform.restart();
      const read = await bench.terraform.read(schema.name, applied);
      const known = (state: CtyObject | null) => withoutPaths(state, unknownPathsIn(plan));
      expect([what, known(read.state)]).toEqual([what, known(plan.state)]);
      inState = { ...applied, ...read };
    }
    expect(seen).toBeGreaterThan(0);
  });
});

test("a write changes only the time of the last change", () => {
  const following = registry.flatMap((type) =>
    terraformSchema(typeIndex, type)
      .computed.filter(({ follows }) => [follows, ...Object.values(follows)].includes("any write"))
      .map(({ name }) => name),
  );
  expect(new Set(following)).toEqual(new Set(["updated_at"]));
});

const lacking = cases.flatMap(({ schema, apiVersion }) => {
  return schema.values
    .filter((field) => isLacking(field.rule, apiVersion))
    .map((field) => ({ name: `${schema.name}.${field.name}, ${apiVersion}`, schema, apiVersion, field }));
});

test.each(lacking)("$name: what this API version lacks is refused at its place", async (lacks) => {
  const { schema, apiVersion, field } = lacks;
  const bench = openBench(schema, apiVersion);
  const config = await configOf(bench);
  const inState = await createResource(bench, config);
  bench.terraform.restart();
  for (const before of [bench.terraform.nothing, inState]) {
    const asking = { ...config, [field.name]: await sampleOf(bench, field, 0) };
    const { diagnostics } = await bench.terraform.plan(schema.name, before, asking);
    expect(diagnostics).toMatchObject([
      {
        severity: "error",
        summary: `This service has no \`${field.name}\``,
        attribute: { steps: [{ attributeName: field.name }] },
      },
    ]);
    expect((await bench.terraform.plan(schema.name, before, config)).diagnostics).toEqual([]);
  }
});

/** Copies of a value, each with another value in the place of one part. The first copy is the other value itself. */
function withEachPart(value: CtyValue, other: CtyValue): readonly CtyValue[] {
  if (Array.isArray(value)) {
    const items = value as readonly CtyValue[];
    const inside = items.flatMap((item, at) =>
      withEachPart(item, other).map((part) => items.map((each, index) => (index === at ? part : each))),
    );
    return [other, ...inside];
  }
  if (!isCtyObject(value)) return [other];
  const inside = Object.keys(value).flatMap((name) =>
    withEachPart(value[name] as CtyValue, other).map((part) => ({ ...value, [name]: part })),
  );
  return [other, ...inside];
}

const composed = cases.flatMap(({ schema, apiVersion }) =>
  fieldsOf({ schema, apiVersion })
    .filter(({ shape }) => !["string", "number", "bool", "json"].includes(shape.kind))
    .map((field) => ({ name: `${schema.name}.${field.name}, ${apiVersion}`, schema, apiVersion, field })),
);

describe.each(composed)("the parts of $name", ({ schema, apiVersion, field }) => {
  const resource = resourcesOf(typeIndex).find((each) => each.name === schema.name) as Resource;
  const samples = field.rule.samples.map((sample) => toCty(field.shape, sample));
  const others = [unknown, unknownNotNull, null];
  const variants = samples.flatMap((sample) => others.flatMap((other) => withEachPart(sample, other)));

  test("may be unknown or null, when they are checked and when they are planned", async () => {
    const bench = openBench(schema, apiVersion);
    const config = await configOf(bench);
    const inState = await createResource(bench, config);
    expect(variants.length).toBeGreaterThan(others.length);
    for (const value of variants) {
      const given = { ...config, [field.name]: value };
      const failures = resource.validate(filled(resource.type, given), { writeOnlyAllowed: true });
      const paths = failures.map(({ attribute }) => attribute?.steps?.[0]?.attributeName);
      expect(paths.filter((path) => path !== field.name)).toEqual([]);
      expect([value, failures]).toEqual([value, isWhollyKnown(value) ? failures : []]);
      for (const before of [bench.terraform.nothing, inState]) {
        const plan = await bench.terraform.plan(schema.name, before, given);
        const planned = plan.state?.[field.name] ?? null;
        const isOpen = value === null || isPlaceholder(field, value);
        const isLeftOpen = isOpen || sameValue(planned, value, ctyTypeOf(field.shape));
        expect([value, isLeftOpen]).toEqual([value, true]);
      }
    }
  });
});

/** Types with a container, and whether another container means a move or a replacement. */
const placed = cases.flatMap(({ name, schema, apiVersion }) => {
  const rule = schema.type.container;
  const container = rule?.types[0];
  const isCreatedWithParent = typeIndex.find(container ?? "")?.firstChild?.type === schema.type.name;
  return schema.containerField === undefined || rule === undefined || isCreatedWithParent
    ? []
    : [{ name, schema, apiVersion, container: container as string, change: rule.change[apiVersion] }];
});

describe.each(placed)("another place for $name", ({ schema, apiVersion, change }) => {
  test(`is a ${change as string}, in and out and from one to another`, async () => {
    const bench = openBench(schema, apiVersion);
    const config = await configOf(bench);
    const ids = [await containerIn(bench, config, "First"), await containerIn(bench, config, "Second"), null];
    const field = schema.containerField as string;
    let inState = await createResource(bench, config);
    const { id } = inState.state as { readonly id: string };
    for (const parent of ids) {
      const moved = { ...config, [field]: parent };
      const plan = await bench.terraform.plan(schema.name, inState, moved);
      expect([plan.isEmpty, plan.replaced]).toEqual([false, change === "move" ? [] : [field]]);
      const applied = await apply(bench, schema, change, moved, inState);
      expect(applied.state?.[field]).toBe(parent);
      expect(applied.state?.["id"] === id).toBe(change === "move");
      bench.terraform.restart();
      inState = { ...applied, ...(await bench.terraform.read(schema.name, applied)) };
      expect((await bench.terraform.plan(schema.name, inState, moved)).isEmpty).toBe(true);
    }
  });
});

/** Changes the object in place, or deletes the old one before it creates the new one, as Terraform does for a replacement. */
async function apply(
  bench: Bench,
  schema: TerraformSchema,
  change: "move" | "replace",
  config: Config,
  inState: Awaited<ReturnType<typeof createResource>>,
): Promise<Awaited<ReturnType<typeof createResource>>> {
  if (change === "replace") {
    const gone = await bench.terraform.apply(schema.name, inState, null);
    if (gone.errors.length > 0) throw new Error(gone.errors.join());
    return await createResource(bench, config);
  }
  const applied = await bench.terraform.apply(schema.name, inState, config);
  expect(applied.errors).toEqual([]);
  return applied;
}

test("without a known API version, a place that only one version replaces is no replacement", async () => {
  const schema = placed.find(({ change }) => change === "replace")?.schema as TerraformSchema;
  const plan = async (apiVersion: ApiVersion) => {
    const bench = openBench(schema, apiVersion, { base_url: unknown });
    const state = { id: "g", site_id: "s", title: "Group", icon: null, parent_id: null, timeouts: null };
    const inState = { state, private: new Uint8Array() };
    return await bench.terraform.plan(schema.name, inState, { site_id: "s", title: "Group", parent_id: "p" });
  };
  for (const apiVersion of apiVersions) expect((await plan(apiVersion)).replaced).toEqual([]);
});
