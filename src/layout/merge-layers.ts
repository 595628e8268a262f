import { type Alias, isAlias, isMap, isNode, isScalar, isSeq, type Node, Pair, YAMLMap, YAMLSeq } from "yaml";
import { once } from "../util/once.ts";
import type { LayoutTypes, TypeSyntax } from "./layout-types.ts";
import { mapFields, type Report, textOfScalar, type YamlField, type YamlSource } from "./yaml-source.ts";

/** Merges later layers of a layout over earlier ones. */
export interface Layering {
  /** Merges maps field by field, and lists of contents item by item. Every other value of `over` replaces the value of `base`. */
  overlay(base: YamlField, over: YamlField): YamlField;
}

/** Merges these sources. Each node of the result still has the position of the file that it comes from. */
export function layeringOf(types: LayoutTypes, sources: readonly YamlSource[], report: Report): Layering {
  const layers: Layers = { types, report, combined: combinedSource(sources), lists: contentsNames(types) };
  return {
    overlay: (base, over) => ({
      name: base.name,
      source: layers.combined,
      key: base.key,
      value: merge(layers, base.name, base.value, over.value),
    }),
  };
}

/** All sources as one source, which finds the file of each node. */
interface CombinedSource extends YamlSource {
  /** Gives a merged node the position of the first node that it was merged from. */
  readonly place: (made: Node, like: Node) => void;
}

interface Layers {
  readonly types: LayoutTypes;
  readonly report: Report;
  readonly combined: CombinedSource;
  /** Fields whose lists are merged item by item. */
  readonly lists: ReadonlySet<string>;
}

function combinedSource(sources: readonly YamlSource[]): CombinedSource {
  const origins = once(() => originsOf(sources));
  const [first] = sources;
  const originOf = (node: Node) => origins().get(node) ?? (first as YamlSource);
  return {
    file: first?.file ?? "",
    contents: null,
    at: (node) => originOf(node).at(node),
    follow: (node) => (isAlias(node) ? originOf(node).follow(node) : isNode(node) ? node : undefined),
    place: (made, like) => {
      made.range = like.range ?? null;
      origins().set(made, originOf(like));
    },
  };
}

function originsOf(sources: readonly YamlSource[]): Map<Node | Alias, YamlSource> {
  const origins = new Map<Node | Alias, YamlSource>();
  for (const source of sources) {
    const stack: unknown[] = [source.contents];
    for (let node = stack.pop(); node !== undefined || stack.length > 0; node = stack.pop()) {
      if (!isNode(node)) continue;
      origins.set(node, source);
      if (isMap(node)) for (const { key, value } of node.items) stack.push(key, value);
      else if (isSeq(node)) stack.push(...node.items);
    }
  }
  return origins;
}

function contentsNames({ byType }: LayoutTypes): ReadonlySet<string> {
  return new Set([...byType.values()].flatMap(({ contents }) => contents.map(({ field }) => field)));
}

function merge(
  layers: Layers,
  name: string,
  base: Node | undefined,
  over: Node | undefined,
): Node | undefined {
  if (isMap(base) && isMap(over)) return mergeMaps(layers, base, over);
  if (isSeq(base) && isSeq(over) && layers.lists.has(name)) return mergeLists(layers, base, over);
  return over;
}

function mergeMaps(layers: Layers, base: YAMLMap, over: YAMLMap): YAMLMap {
  const { combined, report } = layers;
  const merged = new Map(mapFields(combined, base, report).map((field) => [field.name, field]));
  for (const field of mapFields(combined, over, report)) {
    const before = merged.get(field.name);
    const value = before === undefined ? field.value : merge(layers, field.name, before.value, field.value);
    // Errors point at the layer whose value counts; for merged values, at the first of them.
    merged.set(field.name, { ...(value === field.value || before === undefined ? field : before), value });
  }
  const map = new YAMLMap();
  map.items = [...merged.values()].map(({ key, value }) => new Pair(key, value ?? null));
  combined.place(map, base);
  return map;
}

function mergeLists(layers: Layers, base: YAMLSeq, over: YAMLSeq): YAMLSeq {
  const below = itemsOf(layers, base);
  const items = [...below];
  for (const item of itemsOf(layers, over)) {
    const at = below.findIndex((each) => isSame(layers, each, item));
    const before = items[at];
    if (before === undefined) items.push(item);
    else items[at] = { ...before, node: mergeItems(layers, before, item) };
  }
  const list = new YAMLSeq();
  list.items = items.map(({ node }) => node);
  layers.combined.place(list, base);
  return list;
}

/** An item of merged lists: each layer that declares a part of it, from first to last. */
export type ItemInLayers = readonly {
  readonly layer: number;
  readonly index: number;
  readonly node: Node;
}[];

/** The items of the merged lists, in their order, as {@link Layering} merges them. */
export function itemsInLayers(
  types: LayoutTypes,
  lists: readonly { readonly source: YamlSource; readonly list: YAMLSeq }[],
): readonly ItemInLayers[] {
  let merged: readonly { readonly item: MergeItem; readonly parts: ItemInLayers }[] = [];
  for (const [layer, { source, list }] of lists.entries()) {
    const base = merged;
    const next = [...base];
    for (const [index, item] of itemsOf({ combined: source, report: () => undefined }, list).entries()) {
      const part = { layer, index, node: item.node };
      const at = base.findIndex((each) => isSame({ types }, each.item, item));
      const before = next[at];
      if (before === undefined) next.push({ item, parts: [part] });
      else next[at] = { item: itemOver(before.item, item), parts: [...before.parts, part] };
    }
    merged = next;
  }
  return merged.map(({ parts }) => parts);
}

/** An item of a list, and the file that declares it. */
interface DeclaredItem {
  readonly source: YamlSource;
  readonly node: Node;
}

/** Whether items of two lists become one item when one list is merged over the other. */
export function isOneItem(types: LayoutTypes, base: DeclaredItem, over: DeclaredItem): boolean {
  return isSame({ types }, itemIn(base), itemIn(over));
}

function itemIn({ source, node }: DeclaredItem, report: Report = () => undefined): MergeItem {
  const fields = isMap(node) ? mapFields(source, node, report) : [];
  return { node, fields: new Map(fields.map((field) => [field.name, field])) };
}

/** The merged fields of two items. */
function itemOver(base: MergeItem, over: MergeItem): MergeItem {
  if (!isMap(over.node)) return base;
  return isMap(base.node) ? { node: base.node, fields: new Map([...base.fields, ...over.fields]) } : over;
}

/** An item of a list, with its fields. */
interface MergeItem {
  readonly node: Node;
  readonly fields: ReadonlyMap<string, YamlField>;
}

function itemsOf(
  { combined, report }: { readonly combined: YamlSource; readonly report: Report },
  list: YAMLSeq,
): readonly MergeItem[] {
  return list.items.flatMap((each) => {
    const node = combined.follow(each);
    return node === undefined ? [] : [itemIn({ source: combined, node }, report)];
  });
}

function mergeItems(layers: Layers, base: MergeItem, over: MergeItem): Node {
  if (isMap(base.node) && isMap(over.node)) return mergeMaps(layers, base.node, over.node);
  // An item in its short form only identifies itself.
  return isMap(over.node) ? over.node : base.node;
}

/** Whether two items have one type, and the same value in the first address field that both have. */
function isSame({ types }: Pick<Layers, "types">, base: MergeItem, over: MergeItem): boolean {
  const kinds = [...types.byType.values()].filter(({ layout }) => layout.kind === "item");
  const [kind, otherKind] = [kindOf(kinds, base), kindOf(kinds, over)];
  if (kind === undefined || (otherKind !== undefined && otherKind !== kind)) return false;
  const names = kind.layout.addressBy.map(kind.fieldOf);
  const shared = names.find((name) => hasField(kind, base, name) && hasField(kind, over, name));
  return shared !== undefined && itemText(kind, base, shared) === itemText(kind, over, shared);
}

function kindOf(kinds: readonly TypeSyntax[], { node, fields }: MergeItem): TypeSyntax | undefined {
  if (isScalar(node)) return kinds.find(({ layout }) => layout.kind === "item" && layout.shorthand === true);
  return kinds.find(({ layout }) => layout.kind === "item" && fields.has(layout.field));
}

function hasField(kind: TypeSyntax, item: MergeItem, name: string): boolean {
  return isScalar(item.node) ? name === kind.layout.field : item.fields.has(name);
}

function itemText(kind: TypeSyntax, item: MergeItem, name: string): string {
  if (isScalar(item.node)) return name === kind.layout.field ? textOfScalar(item.node) : "";
  return textOfScalar(item.fields.get(name)?.value);
}
