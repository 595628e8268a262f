import { isAlias, isMap, isNode, isSeq, type Node, type Pair, type YAMLMap, type YAMLSeq } from "yaml";
import type { Address } from "../../model/address.ts";
import { type DesiredObject, isReference } from "../../model/desired-world.ts";
import type { SourcePosition } from "../../model/diagnostic.ts";
import { type LayoutTypes, syntaxOfType, type TypeSyntax } from "../layout-syntax.ts";
import type { Editing } from "./edit-document.ts";
import { NotInPlaceError } from "./edits.ts";
import { pairOf } from "./open-document.ts";

/** A layout by its objects and its files. */
export interface WrittenLayout {
  readonly syntaxes: LayoutTypes;
  readonly objects: ReadonlyMap<Address, DesiredObject>;
  readonly files: ReadonlyMap<string, Editing>;
}

/** Where an object is written. */
export interface Written {
  readonly editing: Editing;
  readonly syntax: TypeSyntax;
  readonly object: DesiredObject;
  /** Its fields; of an item that is a bare text, that. */
  readonly node: YAMLMap | Node;
  /** The list that it is in, and its place there. */
  readonly list?: { readonly seq: YAMLSeq; readonly index: number };
  /** Its entry, and the map of that. */
  readonly entry?: { readonly map: YAMLMap; readonly pair: Pair };
}

/** Where the layout says what it says of an object. Throws a {@link NotInPlaceError}. */
export function writtenAt(layout: WrittenLayout, address: Address): Written {
  const object = layout.objects.get(address);
  if (object === undefined) throw new TypeError(`The layout declares no ${address}.`);
  const syntax = syntaxOfType(layout.syntaxes, object.type);
  switch (syntax.layout.kind) {
    case "item":
      return itemAt(layout, syntax, object);
    case "map":
    case "head":
      return entryAt(layout, syntax, object);
  }
}

function fileOf(layout: WrittenLayout, at: SourcePosition | undefined): Editing {
  const editing = at === undefined ? undefined : layout.files.get(at.file);
  if (editing === undefined) throw new NotInPlaceError("it is not known where it is written");
  return editing;
}

function entryAt(layout: WrittenLayout, syntax: TypeSyntax, object: DesiredObject): Written {
  const editing = fileOf(layout, object.at);
  const { root } = editing.document;
  const field = isMap(root) ? pairOf(root, syntax.layout.field) : undefined;
  const isHead = syntax.layout.kind === "head";
  const map = isHead ? root : field?.value;
  if (!isMap(map)) throw new NotInPlaceError("it is written by an alias");
  const pair = isHead ? field : map.items.find(({ key }) => isAt(editing, key, object.at));
  if (!isMap(pair?.value)) throw new NotInPlaceError("it is written by an alias, or merged from elsewhere");
  return { editing, syntax, object, node: pair.value, entry: { map, pair } };
}

function itemAt(layout: WrittenLayout, syntax: TypeSyntax, object: DesiredObject): Written {
  const outer = writtenAt(layout, ownerOf(object));
  const seq = listIn(outer, object.type);
  const node = seq.items[object.rank];
  if (!isNode(node) || isAlias(node)) throw new NotInPlaceError("it is written by an alias");
  const first = isMap(node) ? pairOf(node, syntax.layout.field)?.key : node;
  if (!isAt(outer.editing, first, object.at)) throw new NotInPlaceError("it is merged from several files");
  return { editing: outer.editing, syntax, object, node, list: { seq, index: object.rank } };
}

function ownerOf({ container, scope }: DesiredObject): Address {
  return (isReference(container) ? container.$ref : scope) ?? "";
}

function listIn({ node, syntax }: Written, type: string): YAMLSeq {
  const field = syntax.contents.find(({ types }) => types.includes(type))?.field ?? "";
  const list = isMap(node) ? pairOf(node, field)?.value : undefined;
  if (!isSeq(list))
    throw new NotInPlaceError(`its ${field} is written by an alias, or merged from elsewhere`);
  return list;
}

function isAt({ document }: Editing, node: unknown, at: SourcePosition | undefined): boolean {
  if (!isNode(node) || node.range == null || at === undefined) return false;
  const before = document.text.slice(0, node.range[0]).split("\n");
  return before.length === at.line && (before.at(-1)?.length ?? 0) + 1 === at.column;
}
