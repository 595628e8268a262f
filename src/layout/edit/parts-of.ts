import { isMap, isSeq, type Node, type YAMLMap, type YAMLSeq } from "yaml";
import { type Address, decodeName, nameOfAddress } from "../../model/address.ts";
import { type DesiredObject, ownerOf } from "../../model/desired-world.ts";
import { present } from "../../util/present.ts";
import { type LayoutTypes, syntaxOfType, type TypeSyntax } from "../layout-types.ts";
import { type ItemInLayers, itemsInLayers } from "../merge-layers.ts";
import { mapFields } from "../yaml-source.ts";
import type { Editing } from "./edit-document.ts";
import { obstacles } from "./obstacles.ts";
import { pairOf } from "./open-document.ts";

/** A layout, with its objects and its files. */
export interface WrittenLayout {
  readonly syntaxes: LayoutTypes;
  readonly objects: ReadonlyMap<Address, DesiredObject>;
  readonly files: ReadonlyMap<string, Editing>;
  /** Name of the chosen environment. Absent: none was chosen. */
  readonly environment?: string;
  /** Cache of lookups. */
  readonly cache: Map<string, unknown>;
}

/** A place that declares an object or a part of it: in a file, in a file of a later layer, or in an environment. */
export interface LayoutPart {
  readonly editing: Editing;
  /** The environment that contains the place. Absent: it applies to all environments. */
  readonly environment?: string;
  readonly node: Node;
  /** The list that contains it, and its index there. */
  readonly list?: { readonly seq: YAMLSeq; readonly index: number };
  /** Why it cannot be changed here. Absent: it can. */
  readonly why?: string;
}

/** A list of an object's contents. If there are several, each is merged over the earlier ones. */
export interface ListPart {
  readonly editing: Editing;
  readonly environment?: string;
  readonly seq: YAMLSeq;
  readonly why?: string;
}

/** Several merged lists, and the places of each item. */
interface LayeredList {
  readonly lists: readonly ListPart[];
  readonly items: readonly ItemInLayers[];
}

/** Whether two places are in one file and apply to the same environments. */
export function isBeside(
  a: Pick<LayoutPart, "editing" | "environment">,
  b: Pick<LayoutPart, "editing" | "environment">,
): boolean {
  return a.editing === b.editing && a.environment === b.environment;
}

/** Every place that declares an object or a part of it, in the order in which they are merged. */
export function layoutParts(
  layout: WrittenLayout,
  address: Address,
  environment = layout.environment,
): readonly LayoutPart[] {
  return memoized(layout, `parts ${environment ?? ""} ${address}`, () => {
    const object = layout.objects.get(address);
    if (object === undefined) return [];
    const syntax = syntaxOfType(layout.syntaxes, object.type);
    if (syntax.layout.kind !== "item") return entryParts(layout, syntax, object, environment);
    const owner = ownerOf(object) ?? "";
    const field = listFieldFor(layout, owner, object.type);
    const { lists, items } = layeredList(layout, owner, field, environment);
    const found =
      environment === layout.environment ? items[object.rank] : itemHaving(layout, address, { lists, items });
    return (found ?? []).flatMap((each) => itemPart(lists, each));
  });
}

/** The lists of an object's contents, in the order in which they are merged. */
export function listsOf(layout: WrittenLayout, owner: Address, field: string): readonly ListPart[] {
  return layeredList(layout, owner, field, layout.environment).lists;
}

/** Whether an environment that is not chosen also declares a part of an object. */
export function isInOtherEnvironment(layout: WrittenLayout, address: Address): boolean {
  const own = new Set(layoutParts(layout, address).map(({ node }) => node));
  return environmentsOf(layout).some(
    (name) =>
      name !== layout.environment && layoutParts(layout, address, name).some(({ node }) => !own.has(node)),
  );
}

/** Every place that declares an object or a part of it, in all environments. */
export function partsAnywhere(layout: WrittenLayout, address: Address): readonly LayoutPart[] {
  const all = environmentsOf(layout).flatMap((name) => layoutParts(layout, address, name));
  const parts = [...layoutParts(layout, address), ...all];
  return [...new Map(parts.map((part) => [part.node, part])).values()];
}

function memoized<T>({ cache }: WrittenLayout, name: string, find: () => T): T {
  if (!cache.has(name)) cache.set(name, find());
  return cache.get(name) as T;
}

/** The field of an object that lists objects of a type. */
export function listFieldFor({ objects, syntaxes }: WrittenLayout, owner: Address, type: string): string {
  const object = objects.get(owner);
  const contents = object === undefined ? [] : syntaxOfType(syntaxes, object.type).contents;
  return contents.find(({ types }) => types.includes(type))?.field ?? "";
}

function layeredList(
  layout: WrittenLayout,
  owner: Address,
  field: string,
  environment: string | undefined,
): LayeredList {
  return memoized(layout, `list ${environment ?? ""} ${owner} ${field}`, () => {
    const lists = layoutParts(layout, owner, environment).flatMap((part) => listIn(part, field));
    const sources = lists.map(({ editing, seq }) => ({ source: editing.document.tree, list: seq }));
    return { lists, items: itemsInLayers(layout.syntaxes, sources) };
  });
}

function listIn({ editing, environment, node, why }: LayoutPart, name: string): readonly ListPart[] {
  const list = isMap(node) ? valueIn(editing, node, name) : undefined;
  if (!isMap(node) || !isSeq(list)) return [];
  const isOwn = pairOf(node, name)?.value === list;
  const aliased = isOwn ? undefined : obstacles.listAliasOrInAnotherPlace(name);
  return [{ editing, seq: list, ...present({ environment, why: why ?? aliased }) }];
}

function itemPart(
  lists: readonly ListPart[],
  { layer, index, node }: ItemInLayers[number],
): readonly LayoutPart[] {
  const list = lists[layer];
  if (list === undefined) return [];
  const { editing, environment, seq } = list;
  const aliased = seq.items[index] === node ? undefined : obstacles.alias;
  return [{ editing, node, list: { seq, index }, ...present({ environment, why: list.why ?? aliased }) }];
}

/** The merged item that contains one of the object's own places, in the lists of another environment. */
function itemHaving(
  layout: WrittenLayout,
  address: Address,
  { lists, items }: LayeredList,
): ItemInLayers | undefined {
  const own = layoutParts(layout, address);
  const isOwn = ({ layer, index }: ItemInLayers[number]) =>
    own.some(({ list }) => list?.seq === lists[layer]?.seq && list?.index === index);
  return items.find((parts) => parts.some(isOwn));
}

function entryParts(
  layout: WrittenLayout,
  { layout: { kind, field } }: TypeSyntax,
  { address }: DesiredObject,
  environment: string | undefined,
): readonly LayoutPart[] {
  const key = decodeName(nameOfAddress(address));
  const names = kind === "head" ? [field] : [field, key];
  const inAll = [...layout.files.values()].flatMap((editing) => nodeAt(editing, names));
  if (environment === undefined) return inAll;
  const inOne = [...layout.files.values()].flatMap((editing) =>
    nodeAt(editing, ["environments", environment, ...names]).map((part) => ({ ...part, environment })),
  );
  return [...inAll, ...inOne];
}

/** The map in a file below these keys. */
function nodeAt(editing: Editing, names: readonly string[]): readonly LayoutPart[] {
  let node: Node | null | undefined = editing.document.root;
  let isOwn = true;
  for (const name of names) {
    if (!isMap(node)) return [];
    const inner = valueIn(editing, node, name);
    isOwn &&= pairOf(node, name)?.value === inner;
    node = inner;
  }
  if (!isMap(node)) return [];
  return [{ editing, node, ...(isOwn ? {} : { why: obstacles.aliasOrInAnotherPlace }) }];
}

/** The keys of a map in all files, both outside of environments and in each environment. */
export function keysAnywhere(layout: Pick<WrittenLayout, "files">, field: string): readonly string[] {
  const environments = environmentsIn(layout);
  const places = [[field], ...environments.map((name) => ["environments", name, field])];
  return [...layout.files.values()].flatMap((editing) =>
    places.flatMap((names) => nodeAt(editing, names)).flatMap(({ node }) => namesIn(editing, node)),
  );
}

function namesIn({ document }: Editing, node: Node | undefined): readonly string[] {
  return isMap(node) ? mapFields(document.tree, node, () => undefined).map(({ name }) => name) : [];
}

function valueIn({ document }: Editing, map: YAMLMap, name: string): Node | undefined {
  return mapFields(document.tree, map, () => undefined).find((field) => field.name === name)?.value;
}

function environmentsOf(layout: WrittenLayout): readonly string[] {
  return memoized(layout, "environments", () => environmentsIn(layout));
}

function environmentsIn({ files }: Pick<WrittenLayout, "files">): readonly string[] {
  const named = [...files.values()].flatMap((editing) => {
    const { root } = editing.document;
    return namesIn(editing, isMap(root) ? valueIn(editing, root, "environments") : undefined);
  });
  return [...new Set(named)];
}
