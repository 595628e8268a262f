import { isKnownTo } from "../../src/model/api-version-marks.ts";
import { newestApiVersion } from "../../src/model/endpoint.ts";
import { attributesIn } from "../../src/model/key-field.ts";
import { isOrganization } from "../../src/model/resource-type/layout-syntax.ts";
import type { ResourceType } from "../../src/model/resource-type.ts";
import { idField, snakeCase } from "../../src/model/terraform-names.ts";
import {
  containerField,
  finalName,
  finalWriters,
  objectResourceName,
  orderSchema,
  siblingsField,
  type TerraformSchema,
  terraformSchema,
  type ValueField,
} from "../../src/model/terraform-schema.ts";
import type { TypeIndex } from "../../src/model/type-index.ts";
import type { NamedSource } from "../../src/terraform/data/sources.ts";
import { namingFields } from "../../src/terraform/resources/object-import.ts";
import { isJsonObject, type Json } from "../../src/util/json.ts";

// Examples in Terraform's language from the samples of the types' declarations. Terraform can apply each one as it is.

/** The example of the provider's block. */
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

type Line = readonly [string, string];

/** The name of an example's main resource. */
const main = "example";

/** A resource with all its attributes, after the resources that it refers to. */
export function resourceExample(index: TypeIndex, name: string): string {
  const example = new Example(index);
  const type = index.all.find((each) => objectResourceName(each) === name);
  if (type !== undefined) example.whole(type);
  else example.special(name);
  return example.text();
}

/** Blocks in their order: each comes after those that it refers to. */
class Example {
  readonly #index: TypeIndex;
  readonly #blocks = new Map<string, string>();

  constructor(index: TypeIndex) {
    this.#index = index;
  }

  text(): string {
    return [...this.#blocks.values()].join("\n\n");
  }

  whole(type: ResourceType): void {
    const schema = terraformSchema(this.#index, type);
    const container = type.container?.types[0];
    const lines = [
      ...this.#scopeLines(schema),
      ...(container === undefined
        ? []
        : [[containerField, this.#idOf(this.#index.get(container), "parent")] as const]),
      ...this.#valueLines(schema),
      ...(schema.defaultField === undefined ? [] : [[schema.defaultField, "true"] as const]),
    ];
    this.#add(objectResourceName(type), main, lines);
  }

  /** The resource of an order or of a final write, which belong to an object with contents. */
  special(name: string): void {
    const owner = ownerOf(this.#index, name);
    const order = orderSchema(this.#index.all, owner);
    const lines: Line[] = [[`${owner.name}_id`, this.#idOf(owner, main)]];
    // The content of a site, rather than what stands beside it.
    const first = order?.ordered.find(({ defaultRole }) => defaultRole !== undefined) ?? order?.ordered[0];
    if (first !== undefined) {
      const items = ["first", "second"].map((label) => this.#addressOf(first, label));
      const ids = items.map((address) => `${address}.id`).join(", ");
      lines.push(
        order?.name === name ? [siblingsField, `[${ids}]`] : ["depends_on", `[${items.join(", ")}]`],
      );
    }
    this.#add(name, main, lines);
  }

  #scopeLines({ type, scopeField }: TerraformSchema): readonly Line[] {
    if (scopeField === undefined) return [];
    return [[scopeField, this.#idOf(this.#index.get(type.scope ?? ""), main)]];
  }

  /** Values that the newest API version of the service accepts together. Of values that exclude each other, the first one. */
  #valueLines({ type, values, firstChild }: TerraformSchema): readonly Line[] {
    const declared: Record<string, Json> = {};
    const lines: Line[] = [];
    for (const field of [...values, ...(firstChild?.values ?? [])]) {
      if (!isKnownTo(field.rule.schema, newestApiVersion) || field.rule.onlyAtCreate === true) continue;
      const together = { ...declared, [field.attribute]: field.rule.samples[0] ?? "id" };
      if ((type.check?.(together) ?? []).length > 0) continue;
      Object.assign(declared, together);
      lines.push([field.name, this.#valueText(field, main)]);
    }
    return lines;
  }

  #valueText(field: ValueField, label: string): string {
    const { reference, samples } = field.rule;
    if (reference !== undefined) return this.#idOf(this.#index.get(reference.type), label);
    return valueText(field, samples[sampleAt(label)] ?? null);
  }

  #idOf(type: ResourceType, label: string): string {
    return `${this.#addressOf(type, label)}.id`;
  }

  /** The address of an object with only its required attributes. Adds its block if there is none. */
  #addressOf(type: ResourceType, label: string): string {
    const name = objectResourceName(type);
    if (!this.#blocks.has(`${name}.${label}`)) {
      const schema = terraformSchema(this.#index, type);
      const required = [...schema.values, ...(schema.firstChild?.values ?? [])].filter(
        (field) => field.mode === "required",
      );
      this.#add(name, label, [
        ...this.#scopeLines(schema),
        ...required.map((field) => [field.name, this.#valueText(field, label)] as const),
      ]);
    }
    return `${name}.${label}`;
  }

  #add(name: string, label: string, lines: readonly Line[]): void {
    this.#blocks.set(`${name}.${label}`, blockText(`resource "${name}" "${label}"`, lines));
  }
}

/** The index of the sample that attributes have in the block with this label. */
function sampleAt(label: string): 0 | 1 {
  return label === "second" || label === "parent" ? 1 : 0;
}

/** An `import` block. */
export function importBlock(index: TypeIndex, name: string): string {
  return `import {\n  to = ${name}.${main}\n  id = ${JSON.stringify(importId(index, name))}\n}`;
}

/** `terraform import` commands, one for each form of an id: of names, and of ids such as `<site_id>`. */
export function importCommands(index: TypeIndex, name: string): string {
  return importIds(index, name)
    .map((id) => `terraform import ${name}.${main} ${JSON.stringify(id)}`)
    .join("\n");
}

function importId(index: TypeIndex, name: string): string {
  return importIds(index, name)[0] as string;
}

/** The forms of the id of the example: names of its scope, its parent, its references and itself; and ids. */
function importIds(index: TypeIndex, name: string): readonly string[] {
  const type = index.all.find((each) => objectResourceName(each) === name);
  if (type === undefined) {
    const owner = ownerOf(index, name);
    return [nameOf(index, owner), `<${idField(owner.name)}>`];
  }
  const scope = type.scope === undefined ? [] : [nameOf(index, index.get(type.scope))];
  const outer = type.container?.types[0];
  const places = [
    ...(outer === undefined ? [] : [nameOf(index, index.get(outer), "parent")]),
    ...attributesIn(type.identity.key).flatMap((attribute) => {
      const referred = type.attributes[attribute]?.reference;
      return referred === undefined ? [] : [nameOf(index, index.get(referred.type))];
    }),
  ];
  const own = nameOf(index, type);
  const ids = [...(type.scope === undefined ? [] : [`<${idField(type.scope)}>`]), "<id>"];
  return [
    ...namesOf(index, type).map((each) => [...scope, each].join("/")),
    ...places.map((place) => [...scope, place, own].join("/")),
    ids.join("/"),
  ];
}

/** The name of the object of an example: the first text of its keys. */
function namesOf(index: TypeIndex, type: ResourceType, label = main): readonly string[] {
  const { key, fallbackKeys = [] } = type.identity;
  const { values } = terraformSchema(index, type);
  const names = [key, ...fallbackKeys].flatMap((fields) => {
    const named = attributesIn(fields).map((attribute) =>
      values.find((each) => each.attribute === attribute),
    );
    const sample = named.find((field) => field?.rule.reference === undefined)?.rule.samples[sampleAt(label)];
    return typeof sample === "string" ? [sample] : [];
  });
  return [...new Set(names)];
}

function nameOf(index: TypeIndex, type: ResourceType, label = main): string {
  return namesOf(index, type, label)[0] ?? "<id>";
}

/** The example of a data source. */
export function dataExample(
  index: TypeIndex,
  { name, type, shows }: Pick<NamedSource, "name" | "type" | "shows">,
): string {
  if (typeof shows === "object") {
    const owner = dataExample(index, { name: objectResourceName(type), type, shows: "one" });
    const line: Line = [idField(type.name), `data.${objectResourceName(type)}.${main}.id`];
    return [owner, blockText(`data "${name}" "${main}"`, [line])].join("\n\n");
  }
  const schema = terraformSchema(index, type);
  const scope = type.scope === undefined ? undefined : index.get(type.scope);
  const lines: Line[] = [];
  if (scope !== undefined)
    lines.push([schema.scopeField ?? "", `data.${objectResourceName(scope)}.${main}.id`]);
  if (shows === "one" && !isOrganization(type)) lines.push(...namingLine(type, schema));
  return [
    ...(scope === undefined
      ? []
      : [dataExample(index, { name: objectResourceName(scope), type: scope, shows: "one" })]),
    blockText(`data "${name}" "${main}"`, lines),
  ].join("\n\n");
}

function namingLine(type: ResourceType, schema: TerraformSchema): readonly Line[] {
  const named = namingFields(type).flatMap((attribute) =>
    schema.values.filter((each) => each.attribute === attribute),
  );
  const field = named.find(({ rule }) => rule.reference === undefined);
  return field === undefined ? [] : [[field.name, hcl(field.rule.samples[0] ?? null)]];
}

/** The type to which the resource of an order or of a final write belongs. */
function ownerOf(index: TypeIndex, name: string): ResourceType {
  const owner = index.all.find(
    (type) =>
      orderSchema(index.all, type)?.name === name ||
      finalWriters(type).some((writer) => finalName(type, writer) === name),
  );
  if (owner === undefined) throw new Error(`No type has the resource ${name}.`);
  return owner;
}

function blockText(head: string, lines: readonly Line[]): string {
  if (lines.length === 0) return `${head} {}`;
  const width = Math.max(...lines.map(([name]) => name.length));
  return `${head} {\n${lines.map(([name, value]) => `  ${name.padEnd(width)} = ${value}`).join("\n")}\n}`;
}

function hcl(value: Json, nameOf = snakeCase): string {
  if (Array.isArray(value)) return `[${value.map((item: Json) => hcl(item, nameOf)).join(", ")}]`;
  if (isJsonObject(value)) {
    const fields = Object.entries(value).map(([key, part]) => `${nameOf(key)} = ${hcl(part, nameOf)}`);
    return `{ ${fields.join(", ")} }`;
  }
  return JSON.stringify(value);
}

/** The value of a field, as a person would write it. */
function valueText({ shape }: ValueField, value: Json): string {
  if (shape.kind === "map") return hcl(value, (name) => JSON.stringify(name));
  return shape.kind === "json" ? `jsonencode(${hcl(value, (name) => JSON.stringify(name))})` : hcl(value);
}
