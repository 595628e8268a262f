import { isMap, isNode, type Node, type Pair, type YAMLMap, type YAMLSeq } from "yaml";
import { type Address, decodeName, nameOfAddress } from "../../model/address.ts";
import { type DesiredObject, ownerOf } from "../../model/desired-world.ts";
import type { SourcePosition } from "../../model/diagnostic.ts";
import { syntaxOfType, type TypeSyntax } from "../layout-types.ts";
import type { Editing } from "./edit-document.ts";
import { NotInPlaceError } from "./edits.ts";
import { obstacles } from "./obstacles.ts";
import { pairOf } from "./open-document.ts";
import {
  type LayoutPart,
  layoutParts,
  listFieldFor,
  listsOf,
  partsAnywhere,
  type WrittenLayout,
} from "./parts-of.ts";

/** The place of an object in the files. */
export interface WrittenObject {
  readonly editing: Editing;
  readonly syntax: TypeSyntax;
  readonly object: DesiredObject;
  /** The map of its fields, or the bare text of an item. */
  readonly node: YAMLMap | Node;
  /** The list that contains it, and its index there. Absent: it is no item. */
  readonly list?: { readonly seq: YAMLSeq; readonly index: number };
  /** Its entry, and the map that contains the entry. Absent: it is an item. */
  readonly entry?: { readonly map: YAMLMap; readonly pair: Pair };
}

/** The place that declares an object, or one of its attributes. Throws a {@link NotInPlaceError}. */
export function writtenAt(layout: WrittenLayout, address: Address, attribute?: string): WrittenObject {
  const object = layout.objects.get(address);
  if (object === undefined) throw new TypeError(`The layout declares no ${address}.`);
  const syntax = syntaxOfType(layout.syntaxes, object.type);
  switch (syntax.layout.kind) {
    case "item":
      return itemAt(layout, syntax, object, attribute);
    case "map":
    case "head":
      return entryAt(layout, syntax, object, attribute);
  }
}

/** Throws if several places declare parts of an object, or its field `field`. */
export function refuseSeveral(layout: WrittenLayout, address: Address, field?: string): void {
  const object = layout.objects.get(address);
  if (object === undefined) return;
  const entries = entriesOf(layout, syntaxOfType(layout.syntaxes, object.type), object);
  const declaring = entries.filter(({ node }) => field === undefined || pairOf(node, field) !== undefined);
  if (declaring.length > 1) throw severalDeclareIt();
}

export function severalDeclareIt(): NotInPlaceError {
  return new NotInPlaceError(obstacles.inSeveral);
}

/** Throws if several places declare the attribute that names an item, because docsform merges them by that name. */
export function refuseSeveralNames(
  layout: WrittenLayout,
  { object, syntax }: WrittenObject,
  attribute: string,
): void {
  if (syntax.layout.kind !== "item" || !syntax.layout.addressBy.includes(attribute)) return;
  const field = syntax.fieldOf(attribute);
  const naming = partsAnywhere(layout, object.address).filter(({ node }) => hasField(syntax, node, field));
  if (naming.length > 1) throw severalDeclareIt();
}

function hasField({ layout }: TypeSyntax, node: Node, field: string): boolean {
  return isMap(node) ? pairOf(node, field) !== undefined : field === layout.field;
}

function entryAt(
  layout: WrittenLayout,
  syntax: TypeSyntax,
  object: DesiredObject,
  attribute: string | undefined,
): WrittenObject {
  const entries = entriesOf(layout, syntax, object);
  const declaresIt = ({ editing, node }: EntryPlace) =>
    attribute !== undefined &&
    isDeclaredAt(editing, pairOf(node, syntax.fieldOf(attribute)), object.positions?.[attribute]);
  const isFirst = ({ editing, pair }: EntryPlace) => isAt(editing, pair.key, object.at);
  const entry = entries.find(declaresIt) ?? entries.find(isFirst);
  if (entry === undefined) throw new NotInPlaceError(obstacles.aliasOrInAnotherPlace);
  const { editing, node, map, pair } = entry;
  return { editing, syntax, object, node, entry: { map, pair } };
}

/** A place that declares a part of an object. Several files and an environment may do so. */
interface EntryPlace {
  readonly editing: Editing;
  readonly map: YAMLMap;
  readonly pair: Pair;
  readonly node: YAMLMap;
}

function entriesOf(layout: WrittenLayout, syntax: TypeSyntax, object: DesiredObject): readonly EntryPlace[] {
  return [...layout.files.values()].flatMap((editing) =>
    topMapsOf(editing).flatMap((topMap) => {
      const field = pairOf(topMap, syntax.layout.field);
      const [map, pair] =
        syntax.layout.kind === "head"
          ? [topMap, field]
          : [field?.value, isMap(field?.value) ? pairOf(field.value, keyOf(object)) : undefined];
      return isMap(map) && pair !== undefined && isMap(pair.value)
        ? [{ editing, map, pair, node: pair.value }]
        : [];
    }),
  );
}

/** The top level of a file, and each of its environments. */
function topMapsOf({ document: { root } }: Editing): readonly YAMLMap[] {
  if (!isMap(root)) return [];
  const environments = pairOf(root, "environments")?.value;
  return [root, ...(isMap(environments) ? environments.items.map(({ value }) => value) : [])].filter(isMap);
}

function keyOf({ address }: DesiredObject): string {
  return decodeName(nameOfAddress(address));
}

function isDeclaredAt(editing: Editing, pair: Pair | undefined, at: SourcePosition | undefined): boolean {
  return pair !== undefined && (isAt(editing, pair.value, at) || isAt(editing, pair.key, at));
}

/** The place whose value of an attribute counts; else the place that names the item. */
function itemAt(
  layout: WrittenLayout,
  syntax: TypeSyntax,
  object: DesiredObject,
  attribute: string | undefined,
): WrittenObject {
  const parts = layoutParts(layout, object.address);
  const naming = parts.find(({ editing, node }) =>
    isAt(editing, nodeOf(node, syntax.layout.field), object.at),
  );
  const declaring = attribute === undefined ? undefined : partDeclaring(parts, syntax, object, attribute);
  const part = declaring ?? naming;
  if (part === undefined) throw new NotInPlaceError(whyNot(layout, object, parts));
  if (part.why !== undefined) throw new NotInPlaceError(part.why);
  const { editing, node, list } = part;
  return { editing, syntax, object, node, ...(list && { list }) };
}

function partDeclaring(
  parts: readonly LayoutPart[],
  { fieldOf }: TypeSyntax,
  { positions }: DesiredObject,
  attribute: string,
): LayoutPart | undefined {
  const at = positions?.[attribute];
  return parts.find(({ editing, node }) =>
    isMap(node) ? isDeclaredAt(editing, pairOf(node, fieldOf(attribute)), at) : isAt(editing, node, at),
  );
}

/** The key of a field, or the bare text of an item. */
function nodeOf(node: Node, field: string): unknown {
  return isMap(node) ? pairOf(node, field)?.key : node;
}

function whyNot(layout: WrittenLayout, object: DesiredObject, parts: readonly LayoutPart[]): string {
  const owner = ownerOf(object) ?? "";
  const field = listFieldFor(layout, owner, object.type);
  if (listsOf(layout, owner, field).length > 0) return parts[0]?.why ?? obstacles.inAnotherPlace;
  return obstacles.listAliasOrInAnotherPlace(field);
}

function isAt({ document }: Editing, node: unknown, at: SourcePosition | undefined): boolean {
  if (!isNode(node) || node.range == null || at === undefined || at.file !== document.file) return false;
  const before = document.text.slice(0, node.range[0]).split("\n");
  return before.length === at.line && (before.at(-1)?.length ?? 0) + 1 === at.column;
}
