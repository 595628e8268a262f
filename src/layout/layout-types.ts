import { includesContainer } from "../model/key-field.ts";

import { contentsFields } from "../model/layout-contents.ts";

import type { Attribute } from "../model/resource-type/attribute.ts";
import type { ContentsField, LayoutSyntax } from "../model/resource-type/layout-syntax.ts";
import type { ResourceType } from "../model/resource-type.ts";

/** The meaning of a field of an object in a layout. */
export type FieldMeaning =
  | { readonly kind: "attribute"; readonly name: string; readonly attribute: Attribute }
  | { readonly kind: "contents"; readonly contents: ContentsField }
  | { readonly kind: "id" | "was" | "protect" | "ignore" | "container" | "default" };

/** How a layout writes the objects of a type. */
export interface TypeSyntax {
  readonly type: ResourceType;
  readonly layout: LayoutSyntax;
  /** The fields that list contents. */
  readonly contents: readonly ContentsField[];
  readonly fields: ReadonlyMap<string, FieldMeaning>;
  /** Attributes by the names that `was` and `ignore` accept for them. */
  readonly attributeNames: ReadonlyMap<string, string>;
  /** The field of an attribute. */
  readonly fieldOf: (attribute: string) => string;
}

/** How a layout writes all types. */
export interface LayoutTypes {
  readonly byType: ReadonlyMap<string, TypeSyntax>;
  /** The type whose only object the head of a layout names. */
  readonly head: TypeSyntax | undefined;
  /** The maps at the top of a layout, by field. */
  readonly maps: ReadonlyMap<string, TypeSyntax>;
  /** The types of each field that `prune` can name: maps, and lists of which a layout declares some entries. */
  readonly prunable: ReadonlyMap<string, readonly string[]>;
}

/** The types themselves. */
export function typesIn({ byType }: LayoutTypes): readonly ResourceType[] {
  return [...byType.values()].map(({ type }) => type);
}

/** Prepares the types once for reading and writing. */
export function layoutTypesOf(types: readonly ResourceType[]): LayoutTypes {
  const all = types.map((type) => syntaxOf(type, contentsFields(types, type)));
  const maps = all.filter(({ layout }) => layout.kind === "map");
  return {
    head: all.find(({ layout }) => layout.kind === "head"),
    byType: new Map(all.map((syntax) => [syntax.type.name, syntax])),
    maps: new Map(maps.map((syntax) => [syntax.layout.field, syntax])),
    prunable: new Map([
      ...maps.map(({ layout, type }) => [layout.field, [type.name]] as const),
      ...all.flatMap(managedFields),
    ]),
  };
}

function managedFields({ contents }: TypeSyntax): readonly (readonly [string, readonly string[]])[] {
  return contents.flatMap(({ field, types, owned }) => (owned === false ? [[field, types] as const] : []));
}

/** The type's syntax. Throws for a name that no type has: a resource type's declaration is then wrong. */
export function syntaxOfType(types: LayoutTypes, type: string): TypeSyntax {
  const syntax = types.byType.get(type);
  if (syntax === undefined)
    throw new TypeError(`A resource type refers to ${type}, which is not among the types.`);
  return syntax;
}

/** The name of an attribute's field in a layout. */
export function layoutNameOf({ layout }: ResourceType, attribute: string): string {
  if (layout.kind === "item" && layout.attribute === attribute) return layout.field;
  return attribute;
}

/** Whether an item's parent is a part of its identity, and not only its scope. */
export function isNamedInContainer({ identity: { key, createKey } }: ResourceType): boolean {
  return includesContainer([...key, ...createKey]);
}

/** Whether the contents in the field have an order on the service. */
export function isOrdered(types: LayoutTypes, { types: names }: ContentsField): boolean {
  return names.some((name) => syntaxOfType(types, name).type.order !== undefined);
}

/** The fields that list contents, by words for what they list. People take `sections` for the field that lists sections. */
export function wordsForContents(
  types: LayoutTypes,
  contents: readonly ContentsField[],
): ReadonlyMap<string, string> {
  return new Map(
    contents.flatMap(({ field, types: names }) =>
      names.flatMap((name) => {
        const { layout, type } = syntaxOfType(types, name);
        return [layout.field, `${layout.field}s`, type.label.one, type.label.many].map(
          (word) => [word, field] as const,
        );
      }),
    ),
  );
}

function syntaxOf(type: ResourceType, all: readonly ContentsField[]): TypeSyntax {
  const { layout } = type;
  const fields = new Map<string, FieldMeaning>();
  const attributeNames = new Map<string, string>();
  for (const [name, attribute] of Object.entries(type.attributes)) {
    const field = layoutNameOf(type, name);
    // The key of the map is the attribute's value, so it needs no field.
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
