import { isJsonObject, type Json } from "../../src/model/json.ts";
import type { ResourceType } from "../../src/model/resource-type.ts";
import { resourceName, snakeCase } from "../../src/model/terraform-names.ts";
import { type TerraformSchema, terraformSchema, type ValueField } from "../../src/model/terraform-schema.ts";
import type { TypeIndex } from "../../src/model/type-index.ts";

/** Examples in Terraform's language, made of the samples that the types declare. */

export function providerExample(): string {
  return `terraform {
  required_providers {
    docs = {
      source = "docsform/docs"
    }
  }
}

# The token comes from DOCSFORM_TOKEN.
provider "docs" {
  organization = "Qm3vT8xLz1"
  max_deletes  = 10
}`;
}

/** A resource with everything that can be said of it. */
export function resourceExample(index: TypeIndex, name: string): string {
  const type = typeOf(index, name);
  if (type === undefined) return specialExample(index, name);
  const schema = terraformSchema(index, type);
  return blockText(`resource "${name}" "example"`, attributesOf(schema));
}

type Line = readonly [string, string];

function attributesOf(schema: TerraformSchema): readonly Line[] {
  const { type, scopeField, containerField, defaultField } = schema;
  const container = type.container?.types[0];
  const lines: Line[] = [];
  if (scopeField !== undefined) lines.push([scopeField, `docs_${type.scope}.example.id`]);
  if (containerField !== undefined && container !== undefined)
    lines.push([containerField, `docs_${container}.parent.id`]);
  lines.push(...valueLines(schema));
  if (defaultField !== undefined) lines.push([defaultField, "true"]);
  return lines;
}

/** Values that go together, the first ones where some exclude each other. */
function valueLines({ type, values, firstChild }: TerraformSchema): readonly Line[] {
  const declared: Record<string, Json> = {};
  const lines: Line[] = [];
  for (const field of [...values, ...(firstChild?.values ?? [])]) {
    const together = { ...declared, [field.attribute]: field.rule.samples[0] ?? "id" };
    if ((type.check?.(together) ?? []).length > 0) continue;
    Object.assign(declared, together);
    lines.push([field.name, valueText(field)]);
  }
  return lines;
}

function valueText(field: ValueField): string {
  const { reference, samples } = field.rule;
  return reference === undefined ? hcl(samples[0] ?? null) : `docs_${reference.type}.example.id`;
}

function specialExample(index: TypeIndex, name: string): string {
  const type = ownerOf(index, name);
  const object: Line = [`${type.name}_id`, `docs_${resourceName(type)}.example.id`];
  const ordered = index.all.find((each) => each.scope === type.name && each.order !== undefined);
  const contents: Line =
    name.endsWith("_order") && ordered !== undefined
      ? ["ids", `[docs_${resourceName(ordered)}.first.id, docs_${resourceName(ordered)}.second.id]`]
      : [
          "depends_on",
          ordered === undefined
            ? "[]"
            : `[docs_${resourceName(ordered)}.first, docs_${resourceName(ordered)}.second]`,
        ];
  return blockText(`resource "${name}" "example"`, [object, contents]);
}

/** How objects are imported: the command, and the block. */
export function importExample(index: TypeIndex, name: string): string {
  const type = typeOf(index, name) ?? ownerOf(index, name);
  const own = `<${type.name} id or name>`;
  const id = type.scope === undefined ? own : `<${type.scope} id or name>/<id, path or title>`;
  return `terraform import ${name}.example ${JSON.stringify(id)}`;
}

/** A data source of one object, or of many. */
export function dataExample(index: TypeIndex, type: ResourceType, name: string, many: boolean): string {
  const schema = terraformSchema(index, type);
  const lines: Line[] =
    schema.scopeField === undefined ? [] : [[schema.scopeField, `docs_${type.scope}.example.id`]];
  const named = schema.values.find((field) => field.rule.samples.length > 0 && field.shape.kind === "string");
  if (!many && type.creation !== undefined && named !== undefined) lines.push([named.name, valueText(named)]);
  return blockText(`data "${name}" "example"`, lines);
}

function typeOf(index: TypeIndex, name: string): ResourceType | undefined {
  return index.all.find((type) => `docs_${resourceName(type)}` === name);
}

/** The type that a resource of its own belongs to: `docs_site_order` to `site`. */
function ownerOf(index: TypeIndex, name: string): ResourceType {
  const owner = index.all.find(
    (type) => name.slice(0, name.lastIndexOf("_")) === `docs_${resourceName(type)}`,
  );
  if (owner === undefined) throw new Error(`No type has the resource ${name}.`);
  return owner;
}

function blockText(head: string, lines: readonly Line[]): string {
  if (lines.length === 0) return `${head} {}`;
  const width = Math.max(...lines.map(([name]) => name.length));
  return `${head} {\n${lines.map(([name, value]) => `  ${name.padEnd(width)} = ${value}`).join("\n")}\n}`;
}

function hcl(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(hcl).join(", ")}]`;
  if (isJsonObject(value)) {
    const fields = Object.entries(value).map(([key, part]) => `${snakeCase(key)} = ${hcl(part)}`);
    return `{ ${fields.join(", ")} }`;
  }
  return JSON.stringify(value);
}
