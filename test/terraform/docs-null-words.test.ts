import { describe, expect, test } from "vitest";
import { type ApiVersion, publishedApiVersions as apiVersions } from "../../src/model/endpoint.ts";
import { type Writer, writingCall } from "../../src/model/resource-type/writes.ts";
import type { TerraformSchema, ValueField } from "../../src/model/terraform-schema.ts";
import { registry } from "../../src/resources/registry.ts";
import { isLacking } from "../../src/terraform/resources/api-version.ts";
import type { Resource } from "../../src/terraform/resources/resource.ts";
import { resourcesOf } from "../../src/terraform/resources/resources.ts";
import { createdSchemas, typeIndex } from "./support/every-type.ts";
import type { Config, InState } from "./support/rpc-terraform.ts";
import { type Bench, createResource, openBench } from "./support/type-bench.ts";
import { filled } from "./support/wire-values.ts";

interface Case {
  readonly name: string;
  readonly schema: TerraformSchema;
  readonly field: ValueField;
  readonly word: string;
  readonly apiVersion: ApiVersion;
}

const cases: readonly Case[] = createdSchemas.flatMap((schema) =>
  schema.values.flatMap((field) =>
    apiVersions
      .filter((each) => !isLacking(field.rule, each))
      .flatMap((apiVersion) => {
        const word = field.rule.terraform?.nullAs;
        return word === undefined
          ? []
          : [{ name: `${schema.name}.${field.name}, ${apiVersion}`, schema, field, word, apiVersion }];
      }),
  ),
);

test("each null with a meaning has a word, which is no other value", () => {
  for (const type of registry)
    for (const [name, rule] of Object.entries(type.attributes)) {
      const { nullable = false, derived = false, schema: values, terraform } = rule;
      const address = `${type.name}.${name}`;
      const word = terraform?.nullAs;
      const isUsed = word !== undefined && values.safeParse(word).success;
      expect([address, word !== undefined, isUsed]).toEqual([address, nullable && derived, false]);
    }
  expect(cases.length).toBeGreaterThan(4);
});

describe.each(cases)("the word for null of $name", ({ schema, field, word, apiVersion }) => {
  const [sample] = field.rule.samples as readonly string[];

  const configured = (value: string | null): Config => ({
    ...Object.fromEntries(
      schema.values
        .filter((each) => each.mode === "required")
        .map((each) => [each.name, each.rule.samples[0] as string]),
    ),
    ...(value === null ? {} : { [field.name]: value }),
  });

  const open = (): Bench => openBench(schema, apiVersion);

  const live = ({ service }: Bench): unknown =>
    service.emulator.service.list(schema.type.name)[0]?.[field.attribute];

  async function checkSettled(bench: Bench, inState: InState, config: Config): Promise<InState> {
    bench.terraform.restart();
    const read = await bench.terraform.read(schema.name, inState);
    expect(read.state).toEqual(inState.state);
    expect((await bench.terraform.plan(schema.name, read, config)).isEmpty).toBe(true);
    return read;
  }

  test("sets it at creation and later, and a state and an import contain it", async () => {
    const bench = open();
    const { terraform } = bench;
    const created = await createResource(bench, configured(word));
    expect([live(bench), created.state?.[field.name]]).toEqual([null, word]);
    await checkSettled(bench, created, configured(word));
    const other = await terraform.apply(schema.name, created, configured(sample as string));
    expect([other.errors, live(bench)]).toEqual([[], sample]);
    await checkSettled(bench, other, configured(sample as string));
    const back = await terraform.apply(schema.name, other, configured(word));
    expect([back.errors, live(bench)]).toEqual([[], null]);
    await checkSettled(bench, back, configured(word));
    const imported = await terraform.import(schema.name, back.state?.["id"] as string);
    expect(imported.state?.[field.name]).toBe(word);
  });

  test("shows another user's removal, which is repaired; omitted, the value stays", async () => {
    const bench = open();
    const { terraform, service } = bench;
    const inState = await createResource(bench, configured(sample as string));
    const { id } = service.emulator.service.list(schema.type.name)[0] as { readonly id: string };
    const context = { organizationId: service.emulator.organizationId, apiVersion };
    const used = writingCall(field.writer as Writer, context, id, {
      values: { [field.attribute]: null },
      before: {},
    });
    await service.client.call(used);
    terraform.restart();
    const drifted = await terraform.read(schema.name, inState);
    expect(drifted.state?.[field.name]).toBe(word);
    expect((await terraform.plan(schema.name, drifted, configured(null))).isEmpty).toBe(true);
    expect((await terraform.plan(schema.name, drifted, configured(sample as string))).isEmpty).toBe(false);
    const repaired = await terraform.apply(schema.name, drifted, configured(sample as string));
    expect([repaired.errors, live(bench)]).toEqual([[], sample]);
  });

  test("is a word in data sources too, also as a filter", async () => {
    const bench = open();
    const inState = await createResource(bench, configured(word));
    const one = await bench.terraform.data(schema.name, { id: inState.state?.["id"] as string });
    expect(one.state?.[field.name]).toBe(word);
    const found = await bench.terraform.data(`${schema.name}s`, { [field.name]: word });
    expect(found.state?.["ids"]).toEqual([inState.state?.["id"]]);
    const others = await bench.terraform.data(`${schema.name}s`, { [field.name]: sample as string });
    expect(others.state?.["ids"]).toEqual([]);
  });

  test("is valid and in the schema's text, and similar words are not", () => {
    const resource = resourcesOf(typeIndex).find((each) => each.name === schema.name) as Resource;
    const { type, schema: shown } = resource;
    const problems = (value: string) =>
      resource
        .validate(filled(type, configured(value)), { writeOnlyAllowed: true })
        .map(({ summary }) => summary);
    expect(problems(word)).toEqual([]);
    expect(problems(word.toUpperCase())).toEqual([`\`${field.name}\` is not valid`]);
    const attribute = shown.block.attributes?.find((each) => each.name === field.name);
    expect(attribute?.description).toMatch(new RegExp(`One of .*\`${word}\``));
  });
});

test("a state has no value for an attribute that the service lacks", async () => {
  const [schema, field] = createdSchemas.flatMap((each) =>
    each.values
      .filter(({ rule }) => rule.terraform !== undefined && isLacking(rule, "classic"))
      .map((value) => [each, value] as const),
  )[0] as readonly [TerraformSchema, ValueField];
  const bench = openBench(schema, "classic");
  const inState = await createResource(bench, { title: "Docs" });
  expect(inState.state?.[field.name]).toBeNull();
  bench.terraform.restart();
  expect((await bench.terraform.read(schema.name, inState)).state?.[field.name]).toBeNull();
  const one = await bench.terraform.data(schema.name, { title: "Docs" });
  expect(one.state?.[field.name]).toBeNull();
});
