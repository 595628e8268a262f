import { expect, test } from "vitest";
import { type Generation, publishedGenerations as generations } from "../../src/model/endpoint.ts";
import type { Json } from "../../src/model/json.ts";
import type { TerraformSchema } from "../../src/model/terraform-schema.ts";
import { toCty } from "../../src/terraform/resources/shape.ts";
import { type CtyValue, unknown } from "../../src/tfplugin/values/cty-value.ts";
import { createdSchemas } from "./support/every-type.ts";
import type { Config } from "./support/rpc-terraform.ts";
import { openBench } from "./support/type-bench.ts";

/** Types whose place takes other calls in another generation. */
const placed = createdSchemas.filter(({ containerField, type }) => {
  const { atCreate, change } = type.container ?? {};
  const isDifferent = atCreate?.classic !== atCreate?.current || change?.classic !== change?.current;
  return containerField !== undefined && isDifferent;
});
const cases = placed.flatMap((schema) =>
  generations.map((generation) => ({ name: `${schema.name}, ${generation}`, schema, generation })),
);

/** An object of the type as it is planned together with all that it needs: what those are is not known yet. */
function beforeAnythingIsThere(schema: TerraformSchema, isInside: boolean): Config {
  const { scopeField, containerField, values, firstChild } = schema;
  const config: Record<string, CtyValue> = {};
  for (const field of [...values, ...(firstChild?.values ?? [])])
    if (field.mode === "required")
      config[field.name] =
        field.rule.reference === undefined ? toCty(field.shape, field.rule.samples[0] as Json) : unknown;
  if (scopeField !== undefined) config[scopeField] = unknown;
  if (containerField !== undefined && isInside) config[containerField] = unknown;
  return config;
}

/** What planning says on a service that holds nothing. */
async function said(
  schema: TerraformSchema,
  generation: Generation,
  { isInside, settings }: { readonly isInside: boolean; readonly settings: Config },
): Promise<readonly (readonly string[])[]> {
  const { terraform } = openBench(schema, generation, settings);
  const plan = async () => {
    const config = beforeAnythingIsThere(schema, isInside);
    const { diagnostics } = await terraform.plan(schema.name, terraform.nothing, config);
    return diagnostics.map(({ summary, detail }) => `${summary} ${detail}`);
  };
  return [await plan(), await plan()];
}

const noGeneration = { generation: null };

test("some types depend on the generation", () => expect(cases.length).toBeGreaterThan(0));

test.each(cases)("$name: the first that depends on it asks for the provider's argument", async (given) => {
  const { schema, generation } = given;
  const [first, second] = await said(schema, generation, { isInside: true, settings: noGeneration });
  expect(first).toEqual([expect.stringMatching(/which generation.*`generation` in the provider block/s)]);
  expect(second).toEqual([]);
});

test.each(cases)(
  "$name: where it does not depend on it, nothing is asked",
  async ({ schema, generation }) => {
    expect(await said(schema, generation, { isInside: false, settings: noGeneration })).toEqual([[], []]);
  },
);

test.each(cases)("$name: who says which it is, is not asked", async ({ schema, generation }) => {
  expect(await said(schema, generation, { isInside: true, settings: { generation } })).toEqual([[], []]);
});

test.each(cases)("$name: the public service is known", async ({ schema, generation }) => {
  const settings = { ...noGeneration, base_url: "https://api.gitbook.com" };
  expect(await said(schema, generation, { isInside: true, settings })).toEqual([[], []]);
});
