import type { ApiVersion } from "../../model/endpoint.ts";
import type { ResourceType } from "../../model/resource-type.ts";
import type { FoundObject } from "../../model/snapshot.ts";
import {
  type ComputedField,
  type TerraformSchema,
  terraformSchema,
  type ValueField,
  valueFieldsOf,
} from "../../model/terraform-schema.ts";
import type { TypeIndex } from "../../model/type-index.ts";
import type { SchemaAttribute } from "../plugin/protobuf/schema-messages.ts";
import { cty } from "../plugin/values/cty-type.ts";
import type { CtyObject, CtyValue } from "../plugin/values/cty-value.ts";
import { isLacking } from "../resources/api-version.ts";
import { namingFields } from "../resources/object-import.ts";
import { parentsOf } from "../resources/resource-names.ts";
import {
  attribute,
  describedAttribute,
  limitedDescription,
  readDescription,
} from "../resources/schema-message.ts";
import { toCty } from "../resources/shape.ts";

/** The fields of an object that data sources of its type show. */
export interface DataSourceSchema {
  readonly schema: TerraformSchema;
  /** All attributes of the type, also those of final writes. */
  readonly values: readonly ValueField[];
  readonly computed: readonly ComputedField[];
  /** Names of the fields that find an object. */
  readonly naming: ReadonlySet<string>;
}

export function dataSourceSchema(index: TypeIndex, type: ResourceType): DataSourceSchema {
  const schema = terraformSchema(index, type);
  const values = valueFieldsOf(type).filter((field) => field.rule.onlyAtCreate !== true);
  const names = new Set(namingFields(type));
  return {
    schema,
    values,
    computed: schema.computed,
    naming: new Set(values.filter((field) => names.has(field.attribute)).map((field) => field.name)),
  };
}

/** The fields of an object in a data source, with its place. */
export function shownFields(
  { schema, values, computed }: DataSourceSchema,
  object: FoundObject,
  apiVersion: ApiVersion | undefined,
): readonly (readonly [string, CtyValue])[] {
  return [
    ["id", object.id],
    ...(schema.containerField === undefined
      ? []
      : [[schema.containerField, object.container?.id ?? null] as const]),
    ...(schema.defaultField === undefined ? [] : [[schema.defaultField, object.isDefault === true] as const]),
    ...values.map((field) => {
      if (field.rule.inheritedFrom === undefined && isLacking(field.rule, apiVersion))
        return [field.name, null] as const;
      const live = object.attributes[field.attribute] ?? null;
      const shown = live === null || field.rule.toLayout === undefined ? live : field.rule.toLayout(live);
      return [field.name, toCty(field.shape, shown)] as const;
    }),
    ...computed.map((field) => [field.name, toCty(field.shape, object.computed?.[field.key])] as const),
  ];
}

/** The required argument of a data source for the owner of its objects. Objects of the organization need none. */
export function scopeArgument({ schema }: DataSourceSchema, belonging: string): readonly SchemaAttribute[] {
  const { scopeField, type } = schema;
  if (scopeField === undefined) return [];
  return [
    attribute(scopeField, cty.string, `Id of the ${type.scope} that the ${belonging}.`, { required: true }),
  ];
}

/** The attributes of an object in a data source. A configuration may set the ones that `isInput` accepts, to find the object. */
export function shownAttributes(
  { schema, values, computed }: DataSourceSchema,
  isInput: (name: string) => boolean,
): readonly SchemaAttribute[] {
  const flags = (name: string) => (isInput(name) ? { optional: true, computed: true } : { computed: true });
  return [
    attribute("id", cty.string, `Id of the ${schema.type.label.one}.`, flags("id")),
    ...(schema.containerField === undefined
      ? []
      : [
          attribute(
            schema.containerField,
            cty.string,
            `Id of the parent ${parentsOf(schema.type)}. Null at the top level.`,
            flags(schema.containerField),
          ),
        ]),
    ...(schema.defaultField === undefined
      ? []
      : [
          attribute(
            schema.defaultField,
            cty.bool,
            `Whether the ${schema.type.label.one} is the default among its siblings.`,
            flags(schema.defaultField),
          ),
        ]),
    ...values.map((field) =>
      describedAttribute(
        field.name,
        field.shape,
        {
          ...field.rule,
          description: isInput(field.name) ? limitedDescription(field) : readDescription(field),
        },
        flags(field.name),
      ),
    ),
    ...computed.map((field) => describedAttribute(field.name, field.shape, field.rule, flags(field.name))),
  ];
}

/** Whether an object with these shown fields has every value that the configuration sets. */
export function matches(
  shown: ReturnType<typeof shownFields>,
  config: CtyObject,
  names: Iterable<string>,
): boolean {
  const values = new Map(shown);
  for (const name of names) {
    const wanted = config[name] ?? null;
    if (wanted !== null && values.get(name) !== wanted) return false;
  }
  return true;
}
