import { describe, expect, test } from "vitest";
import type { TerraformSchema } from "../../src/model/terraform-schema.ts";
import { resourcesOf } from "../../src/terraform/resources/resources.ts";
import { createdSchemas, typeIndex } from "./support/every-type.ts";
import { builtProvider, describeTerraformAgain, serviceOfGroup } from "./support/real-terraform.ts";
import type { Config, InState } from "./support/rpc-terraform.ts";
import { applyAll, checkNoChanges, terraformWorkspace } from "./support/terraform-workspace.ts";
import { type Bench, configOf, createResource, openBench } from "./support/type-bench.ts";

/** From now on, every request of this kind takes this long. */
function slowDown({ service }: Bench, method: "read" | "write", ms: number): void {
  // The first read of a process only checks the token.
  const nth = method === "read" ? 2 : 1;
  service.emulator.faults.add({ on: { method, nth, times: "always" }, fault: { kind: "latency", ms } });
}

function within(operation: string, text: string): { readonly timeouts: Config } {
  const names = ["create", "read", "update", "delete"];
  return { timeouts: Object.fromEntries(names.map((name) => [name, name === operation ? text : null])) };
}

async function failureOf(reading: Promise<InState>): Promise<string> {
  return await reading.then(
    ({ state }) => (state === null ? "It is gone." : "It was read."),
    (error: unknown) => (error as Error).message,
  );
}

const spaceSchema = createdSchemas.find(({ type }) => type.name === "space") as TerraformSchema;

describe.each(createdSchemas.map((schema) => ({ name: schema.name, schema })))("$name", ({ schema }) => {
  test("a slow read ends in time, and the state stays", async () => {
    const bench = openBench(schema, "current");
    const inState = await createResource(bench, { ...(await configOf(bench)), ...within("read", "3s") });
    const { clock } = bench.service;
    bench.terraform.restart();
    slowDown(bench, "read", 20_000);
    const began = clock.now();
    const failure = await failureOf(bench.terraform.read(schema.name, inState));
    expect(failure).toContain(`Cannot read ${schema.name} ${inState.state?.["id"] as string}`);
    expect(failure).toContain("The operation did not finish within the 3s that `timeouts.read` allows.");
    expect(failure).toContain("Raise `timeouts.read`, or remove it.");
    expect(clock.now() - began).toBe(3_000);
    bench.service.emulator.faults.clear();
    bench.terraform.restart();
    expect((await bench.terraform.read(schema.name, inState)).state).toEqual(inState.state);
  });

  test("a slow operation is an error with its name, its limit and a remedy", async () => {
    const bench = openBench(schema, "current");
    const config = await configOf(bench);
    slowDown(bench, "read", 5_000);
    // The provider waits for a write that it has sent. So the rate limit must keep it from being sent.
    const neverWrite = () =>
      bench.service.emulator.faults.add({
        on: { method: "write", nth: 1, times: "always" },
        fault: { kind: "rate-limit", headers: "retry-after", retryAfterSeconds: 30 },
      });
    neverWrite();
    bench.terraform.restart();
    const created = await bench.terraform.apply(schema.name, bench.terraform.nothing, {
      ...config,
      ...within("create", "1500ms"),
    });
    expect(created.errors.join()).toContain("the 1500ms that `timeouts.create` allows");
    expect(created.errors.join()).toContain("Raise `timeouts.create`, or remove it.");
    bench.service.emulator.faults.clear();
    bench.terraform.restart();
    const inState = await createResource(bench, { ...config, ...within("delete", "2s") });
    slowDown(bench, "read", 5_000);
    neverWrite();
    bench.terraform.restart();
    const deleted = await bench.terraform.apply(schema.name, inState, null);
    expect(deleted.errors.join()).toContain("the 2s that `timeouts.delete` allows");
    expect(deleted.state).toEqual(inState.state);
  });
});

/** A resource that is not an object of the service: two configurations of it, and the operations that accept a timeout. */
interface OtherResource {
  readonly name: string;
  readonly operations: readonly string[];
  readonly configs: (bench: Bench) => Promise<readonly [Config, Config]>;
}

async function newSite(bench: Bench): Promise<string> {
  return (await createResource(bench, { title: "Docs" })).state?.["id"] as string;
}

const otherResources: readonly OtherResource[] = [
  {
    name: "docs_site_publication",
    operations: ["create", "read", "update", "delete"],
    configs: async (bench) => {
      const site_id = await newSite(bench);
      return [{ site_id }, { site_id, published: false }];
    },
  },
  {
    name: "docs_site_order",
    operations: ["create", "read", "update"],
    configs: async (bench) => {
      const site_id = await newSite(bench);
      const ids: string[] = [];
      for (const title of ["First", "Second"]) {
        const group = { site_id, title };
        const { terraform } = bench;
        const { state } = await terraform.apply("docs_site_section_group", terraform.nothing, group);
        ids.push(state?.["id"] as string);
      }
      return [
        { site_id, ids: ids.toReversed() },
        { site_id, ids },
      ];
    },
  },
];

describe.each(otherResources)("$name", ({ name, operations, configs }) => {
  const siteSchema = createdSchemas.find(({ type }) => type.name === "site") as TerraformSchema;
  const limited = (operation: string, text: string) => ({
    timeouts: Object.fromEntries(operations.map((each) => [each, each === operation ? text : null])),
  });

  test("is kept, and plans nothing", async () => {
    const bench = openBench(siteSchema, "current");
    const [config] = await configs(bench);
    const { terraform } = bench;
    const timed = { ...config, ...limited("read", "1m") };
    const inState = await terraform.apply(name, terraform.nothing, timed);
    expect([inState.errors, inState.state?.["timeouts"]]).toEqual([[], limited("read", "1m").timeouts]);
    terraform.restart();
    const read = await terraform.read(name, inState);
    expect(read.state).toEqual(inState.state);
    expect((await terraform.plan(name, read, timed)).isEmpty).toBe(true);
    expect((await terraform.apply(name, read, config)).state?.["timeouts"]).toBeNull();
  });

  test("an invalid duration is refused at its place", () => {
    const resource = resourcesOf(typeIndex).find((each) => each.name === name);
    const refused = resource?.validate(limited("read", "soon"), { writeOnlyAllowed: true });
    expect(refused).toMatchObject([
      {
        summary: "`timeouts.read` is not a duration",
        attribute: { steps: [{ attributeName: "timeouts" }, { attributeName: "read" }] },
      },
    ]);
  });

  test("a slow read ends in time", async () => {
    const bench = openBench(siteSchema, "current");
    const [config] = await configs(bench);
    const { terraform, service } = bench;
    const inState = await terraform.apply(name, terraform.nothing, { ...config, ...limited("read", "3s") });
    terraform.restart();
    slowDown(bench, "read", 20_000);
    const began = service.clock.now();
    expect(await failureOf(terraform.read(name, inState))).toContain("the 3s that `timeouts.read` allows");
    expect(service.clock.now() - began).toBe(3_000);
    service.emulator.faults.clear();
    terraform.restart();
    expect((await terraform.read(name, inState)).state).toEqual(inState.state);
  });

  test("a slow operation is an error with its name, keeps the state, and the next run completes it", async () => {
    const bench = openBench(siteSchema, "current");
    const { terraform, service } = bench;
    const [first, second] = await configs(bench);
    let inState: InState = terraform.nothing;
    for (const [operation, config] of [
      ["create", first],
      ["update", second],
      ["delete", null],
    ] as const) {
      if (!operations.includes(operation)) continue;
      if (operation === "delete")
        inState = await terraform.apply(name, inState, { ...first, ...limited("delete", "2s") });
      slowDown(bench, "read", 5_000);
      slowDown(bench, "write", 5_000);
      terraform.restart();
      const slow = await terraform.apply(
        name,
        inState,
        config === null ? null : { ...config, ...limited(operation, "2s") },
      );
      expect(slow.errors.join()).toContain(`the 2s that \`timeouts.${operation}\` allows`);
      expect(slow.errors.join()).toContain(`Raise \`timeouts.${operation}\`, or remove it.`);
      expect(slow.state).toEqual(inState.state);
      service.emulator.faults.clear();
      terraform.restart();
      const done = await terraform.apply(name, inState, config);
      expect(done.errors).toEqual([]);
      inState = done;
    }
  });
});

test("the error names what an order still waited for", async () => {
  const bench = openBench(
    createdSchemas.find(({ type }) => type.name === "site") as TerraformSchema,
    "current",
  );
  const site_id = await newSite(bench);
  bench.service.emulator.faults.add({ on: { times: "always" }, fault: { kind: "stale-reads", ms: 30_000 } });
  const { terraform } = bench;
  const group = await terraform.apply("docs_site_section_group", terraform.nothing, {
    site_id,
    title: "New",
  });
  const id = group.state?.["id"] as string;
  const order = { site_id, ids: [id], timeouts: { create: "2s", read: null, update: null } };
  const { errors, state } = await terraform.apply("docs_site_order", terraform.nothing, order);
  expect(errors.join()).toContain(
    "the 2s that `timeouts.create` allows: These ids are not among the siblings: ",
  );
  expect(state).toBeNull();
});

test("giving up a shared list leaves it to the others", async () => {
  const bench = openBench(spaceSchema, "current");
  const inState: InState[] = [];
  for (const [at, timeouts] of [within("read", "1s"), within("read", "30s"), {}].entries())
    inState.push(await createResource(bench, { title: `Space ${at}`, ...timeouts }));
  bench.terraform.restart();
  slowDown(bench, "read", 10_000);
  bench.service.emulator.clearLog();
  const [impatient, patient, unlimited] = inState.map((each) => bench.terraform.read(spaceSchema.name, each));
  expect(await failureOf(impatient as Promise<InState>)).toContain("`timeouts.read` allows");
  expect((await patient)?.state).toEqual(inState[1]?.state);
  expect((await unlimited)?.state).toEqual(inState[2]?.state);
  expect(bench.service.emulator.log.map(({ operation }) => operation)).toEqual([
    "getOrganizationById",
    "listSpacesInOrganizationById",
  ]);
});

test("a separate read for one object ends too", async () => {
  const team = createdSchemas.find(({ values }) => values.some((field) => field.isDetail)) as TerraformSchema;
  const bench = openBench(team, "current");
  const inState = await createResource(bench, { ...(await configOf(bench)), ...within("read", "3s") });
  bench.terraform.restart();
  const detail = team.type.details?.[0]?.endpoint.operation ?? "";
  bench.service.emulator.faults.add({ on: { operation: detail }, fault: { kind: "latency", ms: 20_000 } });
  expect(await failureOf(bench.terraform.read(team.name, inState))).toContain("`timeouts.read` allows");
});

test("an object whose search timed out is not gone", async () => {
  const bench = openBench(spaceSchema, "current");
  bench.service.emulator.faults.add({ on: { times: "always" }, fault: { kind: "stale-reads", ms: 30_000 } });
  const inState = await createResource(bench, { title: "New", ...within("read", "2s") });
  bench.terraform.restart();
  expect(await failureOf(bench.terraform.read(spaceSchema.name, inState))).toContain(
    "`timeouts.read` allows",
  );
});

test("data sources have the same limit", async () => {
  const bench = openBench(spaceSchema, "current");
  const { state } = await createResource(bench, { title: "Guides" });
  bench.terraform.restart();
  slowDown(bench, "read", 10_000);
  for (const [name, config] of [
    ["docs_space", { id: state?.["id"] as string }],
    ["docs_spaces", {}],
  ] as const) {
    const slow = await bench.terraform.data(name, { ...config, timeouts: { read: "2s" } });
    expect(slow.errors.join()).toContain("the 2s that `timeouts.read` allows");
    const patient = await bench.terraform.data(name, { ...config, timeouts: { read: "1m" } });
    expect(patient.errors).toEqual([]);
    expect(patient.state?.["timeouts"]).toEqual({ read: "1m" });
    bench.terraform.restart();
  }
});

describeTerraformAgain("timeouts through terraform", () => {
  const bundle = builtProvider();
  const service = serviceOfGroup();

  test("a slow refresh fails for its own resource only, and the remedy helps", async () => {
    const two = (read: string): string =>
      `resource "docs_space" "hasty" {\n  title = "Hasty"\n  timeouts {\n    read = "${read}"\n  }\n}\nresource "docs_space" "calm" {\n  title = "Calm"\n}\n`;
    const workspace = terraformWorkspace(bundle, two("100ms"), service.head);
    const { run } = workspace;
    await applyAll(workspace);
    service.running.emulator.faults.add({
      on: { operation: "listSpacesInOrganizationById", times: "always" },
      fault: { kind: "latency", ms: 700 },
    });
    service.running.emulator.clearLog();
    const slow = await run("plan");
    expect(slow.code).toBe(1);
    expect(slow.printed).toContain("within the 100ms that `timeouts.read` allows");
    expect(slow.printed).toContain("with docs_space.hasty");
    expect(slow.printed).not.toContain("with docs_space.calm");
    expect(service.running.emulator.log.map(({ operation }) => operation)).toEqual([
      "getOrganizationById",
      "listSpacesInOrganizationById",
    ]);
    workspace.write("main.tf", two("30s"));
    expect((await run("plan")).code).toBe(1);
    expect((await run("apply", "-auto-approve", "-refresh=false")).printed).toContain(
      "0 added, 1 changed, 0 destroyed",
    );
    await checkNoChanges(workspace);
  });
});

test("a rate limit that never ends ends an apply in minutes, not minutes for each resource, and says so", async () => {
  const schema = createdSchemas.find(({ type }) => type.name === "space") as TerraformSchema;
  const bench = openBench(schema, "current");
  const { terraform, service } = bench;
  const spaces = [];
  for (let at = 0; at < 12; at += 1) spaces.push(await createResource(bench, { title: `Space ${at}` }));
  terraform.restart();
  service.emulator.faults.add({
    on: { method: "write", times: "always" },
    fault: { kind: "rate-limit", headers: "retry-after", retryAfterSeconds: 1 },
  });
  const began = service.clock.now();
  const errors: string[] = [];
  const renameAll = async (some: readonly InState[]) => {
    const applied = some.map((space) => terraform.apply(schema.name, space, { title: "New" }));
    for (const each of await Promise.all(applied)) errors.push(each.errors.join());
  };
  // Terraform begins the next resources when the first ones have failed.
  for (let at = 0; at < 12; at += 3) await renameAll(spaces.slice(at, at + 3));
  expect(service.clock.now() - began).toBeLessThan(330_000);
  for (const error of errors) expect(error).toContain("429");
  expect(errors.at(-1)).toContain("no call has succeeded for 5 minutes");
});
