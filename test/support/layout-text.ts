import { isMap, LineCounter, type Node, parse, parseDocument, stringify, visit, type YAMLMap } from "yaml";
import { layoutNameOf } from "../../src/layout/layout-types.ts";
import { decodeName, nameOfAddress } from "../../src/model/address.ts";
import {
  type DesiredObject,
  type DesiredValue,
  type DesiredWorld,
  isReference,
} from "../../src/model/desired-world.ts";
import { contentsFields } from "../../src/model/layout-contents.ts";
import type { ResourceType } from "../../src/model/resource-type.ts";
import { registry } from "../../src/resources/registry.ts";
import { typeNamed } from "./declare-type.ts";
import { worldIn } from "./read-text.ts";

/** A declared world as the text of a layout. */
export function layoutText({ organizationId, objects }: DesiredWorld): string {
  const maps = registry.flatMap((type) => {
    const own = objects.filter((object) => object.type === type.name);
    if (type.layout.kind !== "map" || own.length === 0) return [];
    const entries = own.map((object) => [keyOf(object.address), entryOf(objects, object)] as const);
    return [[type.layout.field, Object.fromEntries(entries)] as const];
  });
  return stringify({ docsform: 1, organization: organizationId, ...Object.fromEntries(maps) });
}

function keyOf(address: string): string {
  return decodeName(nameOfAddress(address));
}

function entryOf(objects: readonly DesiredObject[], object: DesiredObject): unknown {
  const type = typeNamed(object.type);
  const own = ownFields(objects, type, object);
  const [only, ...others] = own;
  const isBare = type.layout.kind === "item" && type.layout.shorthand === true && others.length === 0;
  if (isBare) return only?.[1];
  const contents = contentsFields(registry, type).flatMap(({ field, types }): [string, unknown][] => {
    const inside = objects.filter((each) => types.includes(each.type) && isDirectlyIn(each, object));
    return inside.length === 0 ? [] : [[field, inside.map((each) => entryOf(objects, each))]];
  });
  return Object.fromEntries([...own, ...contents]);
}

function ownFields(
  objects: readonly DesiredObject[],
  type: ResourceType,
  object: DesiredObject,
): readonly (readonly [string, unknown])[] {
  const { layout, container } = type;
  const fields = Object.entries(object.attributes)
    .filter(([name]) => layout.kind !== "map" || layout.keyAttribute !== name)
    .map(([name, value]) => [layoutNameOf(type, name), written(objects, value)] as const);
  const defaultField = layout.kind === "item" && object.isDefault === true ? layout.defaultField : undefined;
  const place = object.container === undefined ? undefined : container?.layoutField;
  return [
    ...fields,
    ...(defaultField === undefined ? [] : [[defaultField, true] as const]),
    ...(object.pin === undefined ? [] : [["id", object.pin] as const]),
    ...(place === undefined ? [] : [[place, written(objects, object.container ?? null)] as const]),
  ];
}

function written(objects: readonly DesiredObject[], value: DesiredValue): unknown {
  return isReference(value) ? nameOf(objects, value.$ref) : value;
}

/** How a layout refers to an object: by its key, or by the name of an item. */
function nameOf(objects: readonly DesiredObject[], address: string): string {
  const { type = "", attributes = {} } = objects.find((each) => each.address === address) ?? {};
  const layout = type === "" ? undefined : typeNamed(type).layout;
  const namesById = layout?.kind === "item" ? layout.addressBy.map((name) => attributes[name]) : [];
  return namesById.find((value) => typeof value === "string") ?? keyOf(address);
}

function isDirectlyIn({ container, scope }: DesiredObject, { address }: DesiredObject): boolean {
  return isReference(container)
    ? container.$ref === address
    : (container ?? null) === null && scope === address;
}

/** Adds a line to the entry of an object, as a reader of the plan would do. */
export function withLine(text: string, address: string, line: string): string {
  const { at } = worldIn(text).objects.find((object) => object.address === address) ?? {};
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines });
  let found = false;
  const isWhole = line.startsWith("{");
  visit(document, {
    Node: (_, node) => {
      const { line: row, col } = lines.linePos(node.range?.[0] ?? 0);
      if (found || row !== at?.line || col !== at.column) return undefined;
      if (!isWhole && !isMap(node)) return undefined;
      found = true;
      if (isWhole) return document.createNode(parse(line) as unknown) as Node;
      for (const [name, value] of Object.entries(parse(line) as object))
        (node as YAMLMap).set(name, document.createNode(value));
      return visit.BREAK;
    },
  });
  if (!found)
    throw new Error(`Nothing is at ${at?.line}:${at?.column}, where ${address} should be:\n${text}`);
  return document.toString();
}
