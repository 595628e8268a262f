import { describe, expect, test } from "vitest";
import type { TerraformSchema } from "../../src/model/terraform-schema.ts";
import { unknown } from "../../src/terraform/plugin/values/cty-value.ts";
import { createdSchemas } from "./support/every-type.ts";
import type { Config } from "./support/rpc-terraform.ts";
import { type Bench, configOf, createResource, openBench, sampleOf } from "./support/type-bench.ts";

const spaceSchema = createdSchemas.find(({ type }) => type.name === "space") as TerraformSchema;

function open(settings: Config): Bench {
  return openBench(spaceSchema, "current", settings);
}

/** Lists of different collections, so that no two requests can share a response. */
const lists = ["docs_spaces", "docs_collections", "docs_sites", "docs_teams"];

/** How many milliseconds all of these requests take together on the service's clock. */
async function timeOfLists({ terraform, service }: Bench): Promise<number> {
  const began = service.clock.now();
  const answers = await Promise.all(lists.map((name) => terraform.data(name, {})));
  expect(answers.flatMap(({ errors }) => errors)).toEqual([]);
  return service.clock.now() - began;
}

function slowDown({ service }: Bench, ms: number): void {
  service.emulator.faults.add({ on: { times: "always" }, fault: { kind: "latency", ms } });
}

describe("a provider block", () => {
  test("limits the requests in flight", async () => {
    const [one, two] = [open({ max_concurrency: 1 }), open({ max_concurrency: 2 })];
    slowDown(one, 1_000);
    slowDown(two, 1_000);
    expect(await timeOfLists(one)).toBeGreaterThanOrEqual(4_000);
    const together = await timeOfLists(two);
    expect(together).toBeGreaterThanOrEqual(2_000);
    expect(together).toBeLessThan(4_000);
  });

  test("limits the requests per second", async () => {
    expect(await timeOfLists(open({}))).toBeLessThan(100);
    expect(await timeOfLists(open({ requests_per_second: 1 }))).toBeGreaterThanOrEqual(2_000);
  });

  test("limits the wait for a response", async () => {
    const bench = open({ timeout: "2s" });
    await bench.terraform.configure();
    bench.service.emulator.faults.add({
      on: { times: "always" },
      fault: { kind: "latency", ms: 600_000 },
    });
    const began = bench.service.clock.now();
    const slow = await bench.terraform.data("docs_spaces", {});
    expect(slow.errors.join()).toContain("listSpacesInOrganizationById");
    expect(slow.errors.join()).toContain("got no response");
    expect(bench.service.clock.now() - began).toBeLessThan(60_000);
  });

  test("with a token that the service rejects is refused once, without further requests", async () => {
    const bench = open({ token: "wrong" });
    const refused = await bench.terraform.configure();
    expect(refused).toEqual([expect.stringMatching(/Cannot configure the provider.*401.*API token/s)]);
    expect(bench.service.emulator.log).toHaveLength(1);
  });

  test("is refused once if the service is unreachable", async () => {
    const bench = open({});
    bench.service.emulator.faults.add({
      on: { times: "always" },
      fault: { kind: "error-before", status: 503 },
    });
    expect(await bench.terraform.configure()).toEqual([
      expect.stringMatching(/Cannot configure the provider.*getOrganizationById .*returned 503/s),
    ]);
  });

  test("is refused once if the token has no access to the organization, without further requests", async () => {
    const bench = open({ organization: "nowhere" });
    expect(await bench.terraform.configure()).toEqual([
      expect.stringMatching(/The token has no access to the organization "nowhere".*Correct `organization`/s),
    ]);
    expect(bench.service.emulator.log).toHaveLength(1);
  });

  test("needs no organization if the token has only one", async () => {
    const one = open({ organization: null });
    await createResource(one, { title: "Guides" });
    expect(one.service.emulator.service.list("space")).toHaveLength(1);
  });

  test("with unknown values keeps states and plans, and applies nothing", async () => {
    const known = open({});
    const inState = await createResource(known, { title: "Guides" });
    const { terraform, service } = open({ base_url: unknown });
    expect((await terraform.read(spaceSchema.name, inState)).state).toEqual(inState.state);
    expect((await terraform.plan(spaceSchema.name, inState, { title: "Guides" })).isEmpty).toBe(true);
    const renamed = await terraform.plan(spaceSchema.name, inState, { title: "User guides" });
    expect([renamed.isEmpty, renamed.diagnostics]).toEqual([false, []]);
    const reasons = [
      await terraform.apply(spaceSchema.name, inState, { title: "User guides" }),
      await terraform.import(spaceSchema.name, "Guides"),
      await terraform.data(spaceSchema.name, { title: "Guides" }),
    ].map(({ errors }) => errors.join());
    for (const reason of reasons) {
      expect(reason).toContain("The values of base_url in the provider block are known only after an apply.");
      expect(reason).toContain("apply in two steps");
    }
    expect(service.emulator.log).toEqual([]);
  });

  test("with unknown values reads data later, if Terraform can wait", async () => {
    const { terraform } = open({ organization: unknown });
    const waiting = await terraform.data("docs_spaces", { title: "Guides" }, { deferralAllowed: true });
    expect([waiting.deferred, waiting.errors]).toEqual(["provider_config_unknown", []]);
  });
});

describe("max_deletes", () => {
  test.each(createdSchemas.map((schema) => ({ name: schema.name, schema })))(
    "limits deletes of $name, and counts each one once",
    async ({ schema }) => {
      const bench = openBench(schema, "current", { max_deletes: 1 });
      const first = await createResource(bench, await configOf(bench));
      expect((await bench.terraform.apply(schema.name, first, null)).errors).toEqual([]);
      expect((await bench.terraform.apply(schema.name, first, null)).errors).toEqual([]);
      const other = { ...first, state: { ...first.state, id: "another" } };
      const refused = await bench.terraform.apply(schema.name, other, null);
      expect(refused.errors.join()).toContain("but `max_deletes` allows 1");
      expect(refused.state).toEqual(other.state);
    },
  );

  const immutable = createdSchemas.flatMap((schema) =>
    schema.values
      .filter((field) => field.writer === undefined && field.rule.onlyAtCreate !== true)
      .map((field) => ({ name: `${schema.name}.${field.name}`, schema, field })),
  );

  test.each(immutable)("counts a replacement by $name when it is planned", async ({ schema, field }) => {
    const bench = openBench(schema, "current", { max_deletes: 0 });
    const config = await configOf(bench);
    const inState = await createResource(bench, config);
    const other = { ...config, [field.name]: await sampleOf(bench, field, 1) };
    const plan = await bench.terraform.plan(schema.name, inState, other);
    expect(plan.replaced).toEqual([field.name]);
    expect(plan.diagnostics.map(({ detail }) => detail).join()).toContain("but `max_deletes` allows 0");
    expect((await bench.terraform.plan(schema.name, inState, config)).diagnostics).toEqual([]);
  });
});
