import type { ResourceType } from "../../model/resource-type.ts";
import {
  type LateFace,
  lateFace,
  lateWriters,
  type ObjectFace,
  type OrderFace,
  objectFace,
  orderFace,
  type ValueField,
} from "../../model/terraform-face.ts";
import type { Faces, TypeFace } from "../layout-faces.ts";

/** What a resource of Terraform is in the world of objects. */
export type ResourceFace =
  | { readonly kind: "object"; readonly face: ObjectFace }
  | { readonly kind: "late"; readonly face: LateFace }
  | { readonly kind: "order"; readonly face: OrderFace };

/** Every resource that the types give, by its name in Terraform. */
export function resourceFaces(types: readonly ResourceType[]): ReadonlyMap<string, ResourceFace> {
  const byName = new Map(types.map((type) => [type.name, type]));
  const faces: ResourceFace[] = types.flatMap((type) => {
    const order = orderFace(types, type);
    return [
      ...(type.creation === undefined
        ? []
        : [{ kind: "object" as const, face: objectFace({ byName }, type) }]),
      ...lateWriters(type).map((writer) => ({ kind: "late" as const, face: lateFace(type, writer) })),
      ...(order === undefined ? [] : [{ kind: "order" as const, face: order }]),
    ];
  });
  return new Map(faces.map((each) => [each.face.name, each]));
}

/** The fields of a face whose values go to the object, and to the child that is born with it. */
export function valueFields(face: ObjectFace): readonly ValueField[] {
  return [...face.values, ...(face.born?.values ?? [])];
}

/** The types for the checks that all layouts share, with the names that Terraform knows. */
export function checkingFaces(
  types: readonly ResourceType[],
  faces: ReadonlyMap<string, ResourceFace>,
): Faces {
  const names = new Map<string, Map<string, string>>();
  for (const each of faces.values())
    if (each.kind === "object")
      names.set(each.face.type.name, new Map(each.face.values.map((field) => [field.attribute, field.name])));
  const byType = types.map((type): [string, TypeFace] => [
    type.name,
    {
      type,
      face: type.layout,
      fields: new Map(),
      attributeNames: new Map(),
      fieldOf: (attribute) => names.get(type.name)?.get(attribute) ?? attribute,
    },
  ]);
  return { byType: new Map(byType), maps: new Map() };
}
