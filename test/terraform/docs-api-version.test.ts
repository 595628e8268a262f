import { expect, test } from "vitest";
import { type ApiVersion, publishedApiVersions as apiVersions } from "../../src/model/endpoint.ts";
import type { TerraformSchema } from "../../src/model/terraform-schema.ts";
import { type CtyValue, unknown } from "../../src/terraform/plugin/values/cty-value.ts";
import { toCty } from "../../src/terraform/resources/shape.ts";
import type { Json } from "../../src/util/json.ts";
import { createdSchemas } from "./support/every-type.ts";
import type { Config } from "./support/rpc-terraform.ts";
import { openBench } from "./support/type-bench.ts";

/** Types that need other calls to place an object in another API version. */
const placed = createdSchemas.filter(({ containerField, type }) => {
  const { atCreate, change } = type.container ?? {};
  const isDifferent = atCreate?.classic !== atCreate?.current || change?.classic !== change?.current;
  return containerField !== undefined && isDifferent;
});
const cases = placed.flatMap((schema) =>
  apiVersions.map((apiVersion) => ({ name: `${schema.name}, ${apiVersion}`, schema, apiVersion })),
);

/** The configuration of an object in a plan of an empty organization: the ids of the objects that it needs are unknown. */
function configOfEmptyOrganization(schema: TerraformSchema): Config {
  const { scopeField, containerField, values, firstChild } = schema;
  const config: Record<string, CtyValue> = {};
  for (const field of [...values, ...(firstChild?.values ?? [])])
    if (field.mode === "required")
      config[field.name] =
        field.rule.reference === undefined ? toCty(field.shape, field.rule.samples[0] as Json) : unknown;
  if (scopeField !== undefined) config[scopeField] = unknown;
  if (containerField !== undefined) config[containerField] = unknown;
  return config;
}

/** The output of the plan on a service without objects. */
async function printed(
  schema: TerraformSchema,
  apiVersion: ApiVersion,
  settings: Config,
): Promise<readonly string[]> {
  const { terraform } = openBench(schema, apiVersion, settings);
  expect(await terraform.configure()).toEqual([]);
  const { diagnostics } = await terraform.plan(
    schema.name,
    terraform.nothing,
    configOfEmptyOrganization(schema),
  );
  return diagnostics.map(({ summary, detail }) => `${summary} ${detail}`);
}

test("some types depend on the API version", () => expect(cases.length).toBeGreaterThan(0));

test.each(cases)("$name: needs no setting", async ({ schema, apiVersion }) => {
  expect(await printed(schema, apiVersion, { api_version: null })).toEqual([]);
});

test.each(cases)("$name: accepts the right setting", async ({ schema, apiVersion }) => {
  expect(await printed(schema, apiVersion, { api_version: apiVersion })).toEqual([]);
});

test.each(cases)("$name: the public service counts as current", async (given) => {
  const settings = { api_version: null, base_url: "https://api.gitbook.com" };
  expect(await printed(given.schema, given.apiVersion, settings)).toEqual([]);
});

const team = { title: "Writers" };

const teams = createdSchemas.find(({ name }) => name === "docs_team") as TerraformSchema;

test.each([
  { apiVersion: "classic", other: "current" },
  { apiVersion: "current", other: "classic" },
  { apiVersion: "classic-minimal", other: "current" },
] as const)("on $apiVersion: refuses the setting $other once", async ({ apiVersion, other }) => {
  for (const settings of [{ api_version: other }, { api_version: other, organization: null }]) {
    const refusals = await openBench(teams, apiVersion, settings).terraform.configure();
    expect(refusals).toEqual([expect.stringContaining(`responses show ${apiVersion}`)]);
  }
});

test("a service that changes its API version during a run ends the run", async () => {
  const { terraform, service } = openBench(teams, "classic", { api_version: null });
  expect((await terraform.apply("docs_team", terraform.nothing, team)).errors).toEqual([]);
  service.emulator.setApiVersion("current");
  const made = () => terraform.apply("docs_team", terraform.nothing, { title: "Readers" });
  // Another call may already be in flight when the first response shows the API version.
  await made();
  expect((await made()).errors.join()).toContain("This run starts no more steps.");
});
