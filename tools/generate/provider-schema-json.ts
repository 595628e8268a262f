import type { ResourceType } from "../../src/model/resource-type.ts";
import { indexTypes } from "../../src/model/type-index.ts";
import { configurationSchema } from "../../src/terraform/configuration.ts";
import { sourcesOf } from "../../src/terraform/data/sources.ts";
import type {
  ProviderSchema,
  SchemaAttribute,
  SchemaBlock,
  SchemaNestedBlock,
} from "../../src/terraform/plugin/protobuf/schema-messages.ts";
import { resourcesOf } from "../../src/terraform/resources/resources.ts";

/** The part of `terraform providers schema -json` that generators of bindings read. */
export interface ProviderSchemaJson {
  readonly provider: SchemaJson;
  readonly resource_schemas: Readonly<Record<string, SchemaJson>>;
  readonly data_source_schemas: Readonly<Record<string, SchemaJson>>;
}

export interface SchemaJson {
  readonly version: number;
  readonly block: BlockJson;
}

interface BlockJson {
  readonly attributes: Readonly<Record<string, object>>;
  readonly block_types: Readonly<Record<string, object>>;
  readonly description?: string;
  readonly description_kind: string;
}

/** The schema of the provider, from the types' declarations, without a run of Terraform or the provider. */
export function providerSchemaJson(types: readonly ResourceType[]): ProviderSchemaJson {
  const index = indexTypes(types);
  const sources = sourcesOf(index).map(({ source }) => source());
  return {
    provider: schemaJson(configurationSchema),
    resource_schemas: byName(resourcesOf(index), ({ name, schema }) => [name, schemaJson(schema)]),
    data_source_schemas: byName(sources, ({ name, schema }) => [name, schemaJson(schema)]),
  };
}

function schemaJson({ version = 0, block }: ProviderSchema): SchemaJson {
  return { version, block: blockJson(block) };
}

function blockJson(block: SchemaBlock): BlockJson {
  return {
    attributes: byName(block.attributes ?? [], attributeEntry),
    block_types: byName(block.blockTypes ?? [], blockEntry),
    ...described(block),
  };
}

function attributeEntry(attribute: SchemaAttribute): readonly [string, object] {
  const { name, type, nestedType, required, optional, computed, sensitive, deprecated } = attribute;
  const flags = { required, optional, computed, sensitive, deprecated, write_only: attribute.writeOnly };
  const shape =
    nestedType === undefined
      ? { type: JSON.parse(Buffer.from(type ?? []).toString("utf8")) as unknown }
      : {
          nested_type: {
            attributes: byName(nestedType.attributes, attributeEntry),
            nesting_mode: nestedType.nesting,
          },
        };
  const set = Object.fromEntries(Object.entries(flags).filter(([, value]) => value === true));
  return [name, { ...shape, ...described(attribute), ...set }];
}

function blockEntry({
  typeName,
  nesting,
  block,
  minItems,
  maxItems,
}: SchemaNestedBlock): readonly [string, object] {
  return [
    typeName,
    {
      nesting_mode: nesting,
      block: blockJson(block),
      ...(minItems !== undefined && { min_items: minItems }),
      ...(maxItems !== undefined && { max_items: maxItems }),
    },
  ];
}

function described({ description = "", descriptionKind = "plain" }: SchemaBlock | SchemaAttribute) {
  return { ...(description !== "" && { description }), description_kind: descriptionKind };
}

/** Sorts by name, so that generated files do not depend on the order of declarations. */
function byName<Item, Value>(
  items: readonly Item[],
  entry: (item: Item) => readonly [string, Value],
): Record<string, Value> {
  return Object.fromEntries(items.map(entry).sort(([a], [b]) => (a < b ? -1 : 1)));
}
