import { describe, expect, test } from "vitest";
import { configurationSchema } from "../../src/terraform/configuration.ts";
import { sourcesOf } from "../../src/terraform/data/sources.ts";
import type { SchemaAttribute, SchemaBlock } from "../../src/terraform/plugin/protobuf/schema-messages.ts";
import { limitsText } from "../../src/terraform/resources/limits.ts";
import { resourcesOf } from "../../src/terraform/resources/resources.ts";
import { attributeDescription } from "../../src/terraform/resources/schema-message.ts";
import { createdSchemas, typeIndex } from "./support/every-type.ts";

const resources = resourcesOf(typeIndex);
const blocks: readonly { readonly name: string; readonly block: SchemaBlock }[] = [
  { name: "the provider", block: configurationSchema.block },
  ...resources.map(({ name, schema }) => ({ name, block: schema.block })),
  ...sourcesOf(typeIndex)
    .map(({ source }) => source())
    .map(({ name, schema }) => ({ name: `data.${name}`, block: schema.block })),
];

function everyAttribute(attributes: readonly SchemaAttribute[]): readonly SchemaAttribute[] {
  return attributes.flatMap((each) => [each, ...everyAttribute(each.nestedType?.attributes ?? [])]);
}

describe.each(blocks)("$name", ({ block }) => {
  const attributes = block.attributes ?? [];

  test("has names in snake case, each once, and no reserved ones", () => {
    const names = [...attributes, ...(block.blockTypes ?? []).map(({ typeName: name }) => ({ name }))].map(
      ({ name }) => name,
    );
    for (const { name } of everyAttribute(attributes))
      expect(name).toMatch(/^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/);
    expect(new Set(names).size).toBe(names.length);
    const reserved = [
      "count",
      "for_each",
      "depends_on",
      "lifecycle",
      "provider",
      "connection",
      "provisioner",
    ];
    expect(names.filter((name) => reserved.includes(name))).toEqual([]);
  });

  test("describes each block and attribute in sentences", () => {
    for (const text of [block.description, ...attributes.map(({ description }) => description)])
      expect(text).toMatch(/^\S.*[.)]$/s);
  });

  test("has only attributes that a user can set or read, each with one type", () => {
    for (const each of everyAttribute(attributes)) {
      const isUsable = each.required === true || each.optional === true || each.computed === true;
      const isOnlyRequired = each.required !== true || (each.optional !== true && each.computed !== true);
      const hasOneType = (each.type === undefined) !== (each.nestedType === undefined);
      expect([each.name, isUsable, isOnlyRequired, hasOneType]).toEqual([each.name, true, true, true]);
    }
  });
});

describe.each(createdSchemas.map((schema) => ({ name: schema.name, schema })))(
  "$name",
  ({ name, schema }) => {
    const attributes =
      resources.find((resource) => resource.name === name)?.schema.block.attributes ??
      ([] as SchemaAttribute[]);

    test("describes the limits of each value", () => {
      for (const field of schema.values) {
        const description = attributes.find((each) => each.name === field.name)?.description ?? "";
        expect(description).toContain(attributeDescription(field.rule));
        expect(description).toContain(limitsText(field.schema, field.rule.terraform?.nullAs));
      }
    });

    test("describes what omitting a value means, and what a change does", () => {
      for (const field of schema.values.filter(({ rule }) => rule.onlyAtCreate !== true)) {
        const { description, required, computed } = attributes.find(
          (each) => each.name === field.name,
        ) as SchemaAttribute;
        const absent = {
          required: "",
          optional: "If omitted, the provider clears the value.",
          derived: "If omitted, the provider leaves the value as it is.",
        }[field.mode];
        expect(description).toContain(absent);
        expect([required === true, computed === true]).toEqual([
          field.mode === "required",
          field.mode === "derived",
        ]);
        expect(description?.includes("A change replaces")).toBe(field.writer === undefined);
      }
    });
  },
);

test("parts of values have limits too", () => {
  const space = resources.find(({ name }) => name === "docs_space");
  const rules = everyAttribute(space?.schema.block.attributes ?? []).find(
    ({ name }) => name === "merge_rules",
  );
  const type = rules?.nestedType?.attributes.find(({ name }) => name === "type");
  expect(type?.description).toContain("One of `inherit`, `none`, `rules`.");
});
