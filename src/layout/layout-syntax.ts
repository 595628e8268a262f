import { includesContainer } from "../model/key-field.ts";

import { contentsFields } from "../model/layout-contents.ts";

import type { Attribute, ContentsField, LayoutSyntax, ResourceType } from "../model/resource-type.ts";

/** What a field of an object in a layout is. */
export type FieldMeaning =
  | { readonly kind: "attribute"; readonly name: string; readonly attribute: Attribute }
  | { readonly kind: "contents"; readonly contents: ContentsField }
  | { readonly kind: "id" | "was" | "protect" | "ignore" | "container" | "default" };

/** How a layout writes the objects of a type. */
export interface TypeSyntax {
  readonly type: ResourceType;
  readonly layout: LayoutSyntax;
  /** The fields of what is inside. */
  readonly contents: readonly ContentsField[];
  readonly fields: ReadonlyMap<string, FieldMeaning>;
  /** Attributes by the names that a person may call them, in `was` and `ignore`. */
  readonly attributeNames: ReadonlyMap<string, string>;
  /** The field of an attribute. */
  readonly fieldOf: (attribute: string) => string;
}

/** How a layout writes all types. */
export interface LayoutTypes {
  readonly byType: ReadonlyMap<string, TypeSyntax>;
  /** The type whose one object the head of a layout names. */
  readonly head: TypeSyntax | undefined;
  /** The maps at the top of a layout, by field. */
  readonly maps: ReadonlyMap<string, TypeSyntax>;
}

/** Prepares the types once for reading and writing. */
export function layoutTypesOf(types: readonly ResourceType[]): LayoutTypes {
  const all = types.map((type) => syntaxOf(type, contentsFields(types, type)));
  const maps = all.filter(({ layout }) => layout.kind === "map");
  return {
    head: all.find(({ layout }) => layout.kind === "head"),
    byType: new Map(all.map((syntax) => [syntax.type.name, syntax])),
    maps: new Map(maps.map((syntax) => [syntax.layout.field, syntax])),
  };
}

/** The type's syntax; for a name that some declaration mentions and no type has, an error of the registry. */
export function syntaxOfType(types: LayoutTypes, type: string): TypeSyntax {
  const syntax = types.byType.get(type);
  if (syntax === undefined)
    throw new TypeError(`A resource type refers to ${type}, which is not among the types.`);
  return syntax;
}

/** `title` as a layout calls it. */
export function layoutNameOf({ layout }: ResourceType, attribute: string): string {
  if (layout.kind === "item" && layout.attribute === attribute) return layout.field;
  return attribute;
}

/** Whether an item is told from others by what it is inside of, and not only by what addresses it. */
export function isNamedInContainer({ identity: { key, createKey } }: ResourceType): boolean {
  return includesContainer([...key, ...createKey]);
}

/** Whether what is written in the field has an order on the service. */
export function isOrdered(types: LayoutTypes, { types: names }: ContentsField): boolean {
  return names.some((name) => syntaxOfType(types, name).type.order !== undefined);
}

function syntaxOf(type: ResourceType, all: readonly ContentsField[]): TypeSyntax {
  const { layout } = type;
  const fields = new Map<string, FieldMeaning>();
  const attributeNames = new Map<string, string>();
  for (const [name, attribute] of Object.entries(type.attributes)) {
    const field = layoutNameOf(type, name);
    // The key of the map says it already.
    if (layout.kind !== "map" || layout.keyAttribute !== name)
      fields.set(field, { kind: "attribute", name, attribute });
    attributeNames.set(name, name).set(field, name);
  }
  for (const kind of ["id", "was", "protect", "ignore"] as const) fields.set(kind, { kind });
  if (type.container?.layoutField !== undefined)
    fields.set(type.container.layoutField, { kind: "container" });
  for (const contents of all) fields.set(contents.field, { kind: "contents", contents });
  if (layout.kind === "item" && layout.defaultField !== undefined)
    fields.set(layout.defaultField, { kind: "default" });
  const fieldOf = (attribute: string) => layoutNameOf(type, attribute);
  return { type, layout, contents: all, fields, attributeNames, fieldOf };
}
