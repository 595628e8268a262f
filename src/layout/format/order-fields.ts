import { isAlias, isMap, isNode, isScalar, isSeq, type Pair, visit, type YAMLMap } from "yaml";
import type { ContentsField } from "../../model/resource-type/layout-syntax.ts";
import { anchorBehindAlias, pairOf } from "../edit/open-document.ts";
import { fieldOrder, topFieldOrder } from "../field-order.ts";
import { type LayoutTypes, syntaxOfType, type TypeSyntax } from "../layout-types.ts";
import { safetyFields } from "../read-head.ts";
import { variableFields } from "../read-variables.ts";
import { textOfScalar } from "../yaml-source.ts";
import { commentLines } from "./settle-comments.ts";

/** A map: the file itself or an environment, an entry under a key, or an item of a list. */
type Place = "top" | "entry" | "item";

/** Sorts the fields of a layout into the order of the documentation. The order of entries and items has a meaning, so it stays. */
export function orderFields(types: LayoutTypes, layout: YAMLMap, place: Place = "top"): void {
  sortFields(layout, topFieldOrder(types), place);
  const orderObject = (syntax: TypeSyntax, object: YAMLMap, place: Place = "entry"): void => {
    sortFields(object, fieldOrder(syntax), place);
    for (const contents of syntax.contents) orderItems(contents, pairOf(object, contents.field)?.value);
  };
  const orderItems = ({ types: names }: ContentsField, items: unknown): void => {
    for (const item of isSeq(items) ? items.items.filter((each) => isMap(each)) : []) {
      const syntax = names
        .map((name) => syntaxOfType(types, name))
        .find((each) => pairOf(item, each.layout.field) !== undefined);
      if (syntax !== undefined) orderObject(syntax, item, "item");
    }
  };
  const eachEntry = (field: string, order: (entry: YAMLMap) => void): void => {
    const entries: unknown = pairOf(layout, field)?.value;
    for (const { value } of isMap(entries) ? entries.items : []) if (isMap(value)) order(value);
  };
  for (const [field, syntax] of types.maps) eachEntry(field, (entry) => orderObject(syntax, entry));
  eachEntry("variables", (variable) => sortFields(variable, variableFields, "entry"));
  eachEntry("environments", (environment) => orderFields(types, environment, "entry"));
  const [organization, safety] = ["organization", "safety"].map((name) => pairOf(layout, name)?.value);
  if (types.head !== undefined && isMap(organization)) orderObject(types.head, organization);
  if (isMap(safety)) sortFields(safety, safetyFields, "entry");
}

/** `<<` comes first, and a field without a place in the order last; at the top of a file, one with anchors after the organization. */
function sortFields(map: YAMLMap, order: readonly string[], place: Place): void {
  const placeOf = ({ key, value }: Pair): number => {
    const name = textOfScalar(key);
    if (name === "<<") return -1;
    if (order.includes(name)) return order.indexOf(name);
    return place === "top" && hasAnchors(value) ? order.indexOf("organization") + 0.5 : order.length;
  };
  const sorted = map.items
    .map((pair) => ({ pair, place: placeOf(pair) }))
    .sort((a, b) => a.place - b.place)
    .map(({ pair }) => pair);
  // An alias must come after its anchor.
  if (anchorBehindAlias(sorted) !== undefined) return;
  const [before, after] = [map.items[0]?.key, sorted[0]?.key];
  map.items = sorted;
  if (before === after || !isScalar(before) || !isScalar(after)) return;
  [before.spaceBefore, after.spaceBefore] = [after.spaceBefore === true, before.spaceBefore === true];
  if (place === "top") {
    // The comment at the top describes the file.
    after.commentBefore = commentLines(before.commentBefore, after.commentBefore);
    before.commentBefore = null;
  } else if (place === "item") {
    // A comment goes above the dash, not beside it.
    map.commentBefore = commentLines(map.commentBefore, after.commentBefore);
    after.commentBefore = null;
  }
}

function hasAnchors(value: unknown): boolean {
  let found = false;
  if (isNode(value))
    visit(value, (_key, node) => {
      if (isNode(node) && !isAlias(node) && node.anchor !== undefined) found = true;
      return found ? visit.BREAK : undefined;
    });
  return found;
}
