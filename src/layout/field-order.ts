import { attributesIn } from "../model/key-field.ts";
import type { LayoutTypes, TypeSyntax } from "./layout-types.ts";
import { headFields } from "./read-head.ts";
import { mapsInOrder } from "./shown-order.ts";

/** The fields at the top of a layout, in the order in which a person writes them. Fields of a team's own come after them. */
export function topFieldOrder(types: LayoutTypes): readonly string[] {
  return [...headFields, ...mapsInOrder(types).map(({ layout }) => layout.field)];
}

/**
 * The fields of an object, in the order in which a person writes them: what identifies it, its parent, its values, what docsform does with
 * it, and its contents.
 */
export function fieldOrder({ type, layout, contents, fields, fieldOf }: TypeSyntax): readonly string[] {
  const isItem = layout.kind === "item";
  const order = new Set([
    ...(isItem ? [layout.field] : []),
    "id",
    ...attributesIn(type.identity.key).map(fieldOf),
    ...(type.container?.layoutField === undefined ? [] : [type.container.layoutField]),
    ...Object.keys(type.attributes).map(fieldOf),
    ...(isItem && layout.defaultField !== undefined ? [layout.defaultField] : []),
    "was",
    "protect",
    "ignore",
    ...contents.map(({ field }) => field),
  ]);
  // The attribute that is the key of a map has no field.
  return [...order].filter((field) => fields.has(field));
}

/** The fields of an object, sorted into that order. */
export function inFieldOrder(syntax: TypeSyntax, fields: ReadonlyMap<string, unknown>): Map<string, unknown> {
  const order = fieldOrder(syntax);
  return new Map([...fields].sort(([a], [b]) => order.indexOf(a) - order.indexOf(b)));
}
