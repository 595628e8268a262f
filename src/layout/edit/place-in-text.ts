import { isCollection, isMap, isNode, type Node, type Pair } from "yaml";
import { columnIn, type OpenDocument, startOf, type YamlCollection } from "./open-document.ts";

/** Where a field or an item stands in its file. */
export interface PlaceInText {
  /** Whether it is inside brackets. */
  readonly inFlow: boolean;
  /** The column of the innermost block that contains it. */
  readonly column: number;
}

export function placeInText(document: OpenDocument, member: Pair | Node): PlaceInText {
  const around = collectionsAround(document, member);
  const inFlow = around.some((collection) => collection.flow === true);
  const block = around.findLast((collection) => collection.flow !== true);
  return { inFlow, column: block === undefined ? 0 : columnIn(document.text, startOf(block)) };
}

/** The field whose value is this collection. Undefined: the collection is an item of a list, or the whole file. */
export function fieldWith(document: OpenDocument, collection: Node): Pair | undefined {
  const parent = collectionsAround(document, collection).at(-1);
  return isMap(parent) ? parent.items.find((pair) => pair.value === collection) : undefined;
}

/** The collections that contain a field or an item, outermost first. */
function collectionsAround({ root }: OpenDocument, wanted: Pair | Node): readonly YamlCollection[] {
  const search = (node: unknown): readonly YamlCollection[] | undefined => {
    if (!isCollection(node)) return undefined;
    for (const item of node.items) {
      if (item === wanted) return [node];
      const inner: unknown = isNode(item) ? item : (item as Pair).value;
      const found = inner === wanted ? [] : search(inner);
      if (found !== undefined) return [node, ...found];
    }
    return undefined;
  };
  return search(root) ?? [];
}
