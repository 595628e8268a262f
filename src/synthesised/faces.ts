import type { LayoutTypes, TypeSyntax } from "../layout/layout-syntax.ts";
import type { ResourceType } from "../model/resource-type.ts";
import {
  type FinalWriteSchema,
  finalWriters,
  finalWriteSchema,
  type OrderSchema,
  orderSchema,
  type TerraformSchema,
  terraformSchema,
  type ValueField,
} from "../model/terraform-schema.ts";
import { indexTypes } from "../model/type-index.ts";

/** What a resource of Terraform is in the world of objects. */
export type ResourceFace =
  | { readonly kind: "object"; readonly face: TerraformSchema }
  | { readonly kind: "late"; readonly face: FinalWriteSchema }
  | { readonly kind: "order"; readonly face: OrderSchema };

/** Every resource that the types give, by its name in Terraform. */
export function resourceFaces(types: readonly ResourceType[]): ReadonlyMap<string, ResourceFace> {
  const index = indexTypes(types);
  const faces: ResourceFace[] = types.flatMap((type) => {
    const order = orderSchema(types, type);
    return [
      ...(type.creation === undefined
        ? []
        : [{ kind: "object" as const, face: terraformSchema(index, type) }]),
      ...finalWriters(type).map((writer) => ({
        kind: "late" as const,
        face: finalWriteSchema(type, writer),
      })),
      ...(order === undefined ? [] : [{ kind: "order" as const, face: order }]),
    ];
  });
  return new Map(faces.map((each) => [each.face.name, each]));
}

/** The fields of a face whose values go to the object, and to the child that is born with it. */
export function valueFields(face: TerraformSchema): readonly ValueField[] {
  return [...face.values, ...(face.firstChild?.values ?? [])];
}

/** The types for the checks that all layouts share, with the names that Terraform knows. */
export function checkingTypes(
  types: readonly ResourceType[],
  faces: ReadonlyMap<string, ResourceFace>,
): LayoutTypes {
  const names = new Map<string, Map<string, string>>();
  for (const each of faces.values())
    if (each.kind === "object")
      names.set(each.face.type.name, new Map(each.face.values.map((field) => [field.attribute, field.name])));
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
  return { byType: new Map(byType), maps: new Map() };
}
