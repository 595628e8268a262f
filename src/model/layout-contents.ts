import { present } from "../util/present.ts";
import type { ContentsField } from "./resource-type/layout-syntax.ts";
import type { ResourceType } from "./resource-type.ts";

/** The fields in which a layout lists the contents of a type's objects: the type's own fields, then those that other types add. */
export function contentsFields(types: readonly ResourceType[], type: ResourceType): readonly ContentsField[] {
  const fields = new Map((type.layout.contents ?? []).map((contents) => [contents.field, contents]));
  for (const { name, scope, layout } of types) {
    if (layout.kind !== "item" || layout.writtenIn === undefined || scope !== type.name) continue;
    const { field, owned } = layout.writtenIn;
    const known = fields.get(field);
    const isOwned = owned === true || known?.owned === true;
    fields.set(field, {
      field,
      types: [...(known?.types ?? []), name],
      ...(isOwned ? { owned: true } : present({ owned })),
    });
  }
  return [...fields.values()];
}
