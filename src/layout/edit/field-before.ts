import type { YAMLMap } from "yaml";
import type { TypeSyntax } from "../layout-syntax.ts";
import { pairOf } from "./open-document.ts";

/** The field after which a new field belongs. Empty: the new field comes first. */
export function fieldBefore(
  { type, layout, contents, fieldOf }: TypeSyntax,
  map: YAMLMap,
  field: string,
): string {
  const order = [
    ...(layout.kind === "item" ? [layout.field] : []),
    "id",
    ...Object.keys(type.attributes).map(fieldOf),
    ...(layout.kind === "item" && layout.defaultField !== undefined ? [layout.defaultField] : []),
    ...(type.container?.layoutField === undefined ? [] : [type.container.layoutField]),
    ...contents.map((each) => each.field),
  ];
  const before = order.slice(0, order.indexOf(field));
  return before.findLast((name) => pairOf(map, name) !== undefined) ?? "";
}
