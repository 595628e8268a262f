import type { Attribute, LayoutFace, ResourceType } from "../model/resource-type.ts";

/** What a field of an object in a layout is. */
export type FieldMeaning =
  | { readonly kind: "attribute"; readonly name: string; readonly attribute: Attribute }
  | { readonly kind: "id" | "was" | "protect" | "ignore" | "container" | "contents" | "default" };

/** A type as a layout shows it. */
export interface TypeFace {
  readonly type: ResourceType;
  readonly face: LayoutFace;
  readonly fields: ReadonlyMap<string, FieldMeaning>;
  /** Attributes by the names that a person may call them, in `was` and `ignore`. */
  readonly attributeNames: ReadonlyMap<string, string>;
  /** The field of an attribute. */
  readonly fieldOf: (attribute: string) => string;
}

/** All types as a layout shows them. */
export interface Faces {
  readonly byType: ReadonlyMap<string, TypeFace>;
  /** The maps at the top of a layout, by field. */
  readonly maps: ReadonlyMap<string, TypeFace>;
}

/** Prepares the types once for reading and writing. */
export function facesOf(types: readonly ResourceType[]): Faces {
  const all = types.map(faceOf);
  const maps = all.filter((face) => face.face.kind === "map");
  return {
    byType: new Map(all.map((face) => [face.type.name, face])),
    maps: new Map(maps.map((face) => [face.face.field, face])),
  };
}

/** The type's face; for a name that some declaration mentions and no type has, an error of the registry. */
export function faceOfType(faces: Faces, type: string): TypeFace {
  const face = faces.byType.get(type);
  if (face === undefined)
    throw new TypeError(`A resource type refers to ${type}, which is not among the types.`);
  return face;
}

/** `title` as a layout calls it. */
export function layoutNameOf(type: ResourceType, attribute: string): string {
  const face = type.layout;
  if (face.kind === "item" && face.attribute === attribute) return face.field;
  return type.attributes[attribute]?.layoutName ?? attribute;
}

function faceOf(type: ResourceType): TypeFace {
  const face = type.layout;
  const fields = new Map<string, FieldMeaning>();
  const attributeNames = new Map<string, string>();
  for (const [name, attribute] of Object.entries(type.attributes)) {
    const field = layoutNameOf(type, name);
    // The key of the map says it already.
    if (face.kind !== "map" || face.keyAttribute !== name)
      fields.set(field, { kind: "attribute", name, attribute });
    attributeNames.set(name, name).set(field, name);
  }
  for (const kind of ["id", "was", "protect", "ignore"] as const) fields.set(kind, { kind });
  if (type.container?.layoutField !== undefined)
    fields.set(type.container.layoutField, { kind: "container" });
  if (face.contents !== undefined) fields.set(face.contents.field, { kind: "contents" });
  if (face.kind === "item" && face.defaultField !== undefined)
    fields.set(face.defaultField, { kind: "default" });
  return { type, face, fields, attributeNames, fieldOf: (attribute) => layoutNameOf(type, attribute) };
}
