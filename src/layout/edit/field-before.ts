import type { YAMLMap } from "yaml";
import { fieldOrder } from "../field-order.ts";
import type { TypeSyntax } from "../layout-types.ts";
import { pairOf } from "./open-document.ts";

/** The field after which a new field belongs. Empty: the new field comes first. */
export function fieldBefore(syntax: TypeSyntax, map: YAMLMap, field: string): string {
  const order = fieldOrder(syntax);
  const before = order.slice(0, order.indexOf(field));
  return before.findLast((name) => pairOf(map, name) !== undefined) ?? "";
}
