import type { ResourceType } from "../../model/resource-type.ts";
import {
  type FinalWriteSchema,
  finalWriters,
  finalWriteSchema,
  type OrderSchema,
  orderSchema,
  type TerraformSchema,
  terraformSchema,
  type ValueField,
} from "../../model/terraform-schema.ts";
import { indexTypes } from "../../model/type-index.ts";
import type { LayoutTypes, TypeSyntax } from "../layout-types.ts";

/** The schema of a Terraform resource: of an object, of a final write to an object, or of an order of siblings. */
export type ResourceSchema =
  | ({ readonly kind: "object" } & TerraformSchema)
  | ({ readonly kind: "final" } & FinalWriteSchema)
  | ({ readonly kind: "order" } & OrderSchema);

/** Every Terraform resource of the types, by its name. */
export function resourceSchemas(types: readonly ResourceType[]): ReadonlyMap<string, ResourceSchema> {
  const index = indexTypes(types);
  const schemas: ResourceSchema[] = types.flatMap((type) => {
    const order = orderSchema(types, type);
    return [
      { kind: "object" as const, ...terraformSchema(index, type) },
      ...finalWriters(type).map((writer) => ({
        kind: "final" as const,
        ...finalWriteSchema(type, writer),
      })),
      ...(order === undefined ? [] : [{ kind: "order" as const, ...order }]),
    ];
  });
  return new Map(schemas.map((each) => [each.name, each]));
}

/** The fields of an object and of its first child. */
export function valueFields(schema: TerraformSchema): readonly ValueField[] {
  return [...schema.values, ...(schema.firstChild?.values ?? [])];
}

/** The names of the arguments with the values of an object and of its first child. */
export function valueNames(schema: TerraformSchema): readonly string[] {
  const part = schema.firstChild?.part.name;
  return [
    ...valueFields(schema).flatMap(({ name, writeOnly }) =>
      writeOnly === undefined ? [name] : [name, writeOnly.name, writeOnly.version],
    ),
    ...(part === undefined ? [] : [part]),
  ];
}

/** The types for the checks that all layouts share, with Terraform's names. */
export function checkingTypes(
  types: readonly ResourceType[],
  schemas: ReadonlyMap<string, ResourceSchema>,
): LayoutTypes {
  const names = new Map<string, Map<string, string>>();
  for (const each of schemas.values())
    if (each.kind === "object")
      names.set(each.type.name, new Map(each.values.map((field) => [field.attribute, field.name])));
  const byType = types.map((type): [string, TypeSyntax] => [
    type.name,
    {
      type,
      layout: type.layout,
      contents: [],
      fields: new Map(),
      attributeNames: new Map(),
      fieldOf: (attribute) => names.get(type.name)?.get(attribute) ?? attribute,
    },
  ]);
  return { byType: new Map(byType), head: undefined, maps: new Map(), prunable: new Map() };
}
