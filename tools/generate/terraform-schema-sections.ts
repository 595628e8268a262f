import type {
  SchemaAttribute,
  SchemaBlock,
  SchemaNestedBlock,
} from "../../src/terraform/plugin/protobuf/schema-messages.ts";
import { type CtyType, parseType } from "../../src/terraform/plugin/values/cty-type.ts";

/** The sections of a block in the form of tfplugindocs: required, optional and read-only attributes, then each nested block. */
export function schemaSections(block: SchemaBlock): readonly string[] {
  const attributes = block.attributes ?? [];
  const blocks = block.blockTypes ?? [];
  return [
    "## Schema",
    ...group(
      "### Required",
      attributes.filter(isRequired).map((each) => item(each, [])),
    ),
    ...group("### Optional", [
      ...attributes.filter(isOptional).map((each) => item(each, [])),
      ...blocks.map(blockItem),
    ]),
    ...group(
      "### Read-Only",
      attributes.filter(isReadOnly).map((each) => item(each, [])),
    ),
    ...attributes.flatMap((each) => nestedSections(each, [])),
    ...blocks.flatMap(blockSection),
  ];
}

const isRequired = (attribute: SchemaAttribute): boolean => attribute.required === true;
const isOptional = (attribute: SchemaAttribute): boolean => attribute.optional === true;
const isReadOnly = (attribute: SchemaAttribute): boolean => !isRequired(attribute) && !isOptional(attribute);

function group(title: string, items: readonly string[]): readonly string[] {
  return items.length === 0 ? [] : [title, items.join("\n")];
}

function item(attribute: SchemaAttribute, path: readonly string[]): string {
  const link =
    attribute.nestedType === undefined ? "" : below(anchor("nestedatt", [...path, attribute.name]));
  return `- \`${attribute.name}\` (${factsOf(attribute).join(", ")}) ${attribute.description ?? ""}${link}`.trimEnd();
}

function blockItem({ typeName, block }: SchemaNestedBlock): string {
  return `- \`${typeName}\` (Block, Optional) ${block.description ?? ""}${below(anchor("nestedblock", [typeName]))}`;
}

function below(id: string): string {
  return ` (see [below for nested schema](#${id}))`;
}

function anchor(kind: string, path: readonly string[]): string {
  return [kind, ...path].join("--");
}

function nestedSections(attribute: SchemaAttribute, above: readonly string[]): readonly string[] {
  if (attribute.nestedType === undefined) return [];
  const path = [...above, attribute.name];
  const { attributes } = attribute.nestedType;
  return [
    ...partSection("nestedatt", path, attributes),
    ...attributes.flatMap((each) => nestedSections(each, path)),
  ];
}

function blockSection({ typeName, block }: SchemaNestedBlock): readonly string[] {
  return partSection("nestedblock", [typeName], block.attributes ?? []);
}

function partSection(
  kind: string,
  path: readonly string[],
  attributes: readonly SchemaAttribute[],
): readonly string[] {
  const items = (is: (each: SchemaAttribute) => boolean) =>
    attributes.filter(is).map((each) => item(each, path));
  return [
    `<a id="${anchor(kind, path)}"></a>\n### Nested Schema for \`${path.join(".")}\``,
    ...group("Required:", items(isRequired)),
    ...group("Optional:", items(isOptional)),
    ...group("Read-Only:", items(isReadOnly)),
  ];
}

const writeOnly =
  "[Write-only](https://developer.hashicorp.com/terraform/language/resources/ephemeral#write-only-arguments)";

function factsOf(attribute: SchemaAttribute): readonly string[] {
  return [
    typeText(attribute),
    ...(attribute.sensitive === true ? ["Sensitive"] : []),
    ...(attribute.writeOnly === true ? [writeOnly] : []),
  ];
}

const nestings = {
  single: "Attributes",
  list: "Attributes List",
  set: "Attributes Set",
  invalid: "Attributes",
};

function typeText({ type, nestedType }: SchemaAttribute): string {
  if (nestedType !== undefined) return nestings[nestedType.nesting];
  return plainText(parseType(Buffer.from(type ?? []).toString("utf8")));
}

function plainText(type: CtyType): string {
  switch (type.kind) {
    case "list":
      return `List of ${plainText(type.element)}`;
    case "set":
      return `Set of ${plainText(type.element)}`;
    case "map":
      return `Map of ${plainText(type.element)}`;
    case "string":
      return "String";
    case "number":
      return "Number";
    case "bool":
      return "Boolean";
    case "object":
      return "Object";
  }
}
