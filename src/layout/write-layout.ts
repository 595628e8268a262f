import { Document, type Node, Scalar, visit } from "yaml";
import type { Json, JsonObject } from "../model/json.ts";
import type { LiveObject, LiveWorld } from "../model/live-world.ts";
import type { Attribute, ContentsField, ResourceType } from "../model/resource-type.ts";
import { type ItemName, namesOfItems } from "./item-names.ts";
import { keysOfObjects, type ObjectId, objectKey } from "./layout-keys.ts";
import {
  isOrdered,
  type LayoutTypes,
  layoutTypesOf,
  syntaxOfType,
  type TypeSyntax,
} from "./layout-syntax.ts";

/** What is written as a layout. */
export interface LayoutOutput {
  readonly types: readonly ResourceType[];
  readonly live: LiveWorld;
  /** Only this object, and what is inside it. */
  readonly only?: { readonly type: string; readonly id: string };
  /** Keys to use in the maps, by id of the object: those that a layout has already. */
  readonly names?: Readonly<Record<string, string>>;
}

/** A layout, and what could not be written into it. */
export interface LayoutWritten {
  readonly text: string;
  readonly notes: readonly string[];
  /** The variables that stand for sensitive values: each must be set before the layout can be read. */
  readonly placeholders: readonly Placeholder[];
}

export interface Placeholder {
  readonly variable: string;
  readonly type: string;
  readonly id: string;
  readonly attribute: string;
}

/** The live world as YAML, in a stable order. Reading it again gives the same world; no secret is in it. */
export function writeLayout(output: LayoutOutput): LayoutWritten {
  const { live, only } = output;
  const types = layoutTypesOf(output.types);
  const roots = live.objects.filter(
    ({ type, id }) =>
      types.byType.get(type)?.layout.kind === "map" &&
      (only === undefined || (only.type === type && only.id === id)),
  );
  const keys = keysOfObjects(types, roots, output.names ?? {});
  const writing: Writing = {
    types,
    document: new Document({}, { version: "1.2", schema: "core" }),
    keys,
    items: namesOfItems(types, live.objects, keys),
    inside: objectsInside(live.objects),
    notes: [],
    placeholders: [],
  };
  const layout: Record<string, unknown> = { docsform: 1, organization: escaped(live.organization.id) };
  for (const [field, syntax] of types.maps) {
    const keyed = roots
      .filter(({ type }) => type === syntax.type.name)
      .map((object) => ({ key: writing.keys.get(objectKey(object)) ?? object.id, object }))
      .sort((a, b) => (a.key < b.key ? -1 : 1));
    if (keyed.length === 0) continue;
    layout[field] = new Map(keyed.map(({ key, object }) => [key, writeObject(writing, syntax, object, key)]));
  }
  writing.document.contents = writing.document.createNode(layout, { aliasDuplicateObjects: false }) as never;
  const text = textOf(writing.document);
  return { text, notes: writing.notes, placeholders: writing.placeholders };
}

const turning = /[\u007f-\u009f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g;

/** YAML in which nothing steers a terminal: such characters are escaped, which only double quotes allow. */
function textOf(document: Document): string {
  visit(document, {
    Scalar(_key, node) {
      if (typeof node.value === "string" && node.value.search(turning) >= 0) node.type = Scalar.QUOTE_DOUBLE;
    },
  });
  return document
    .toString({ lineWidth: 0 })
    .replace(turning, (found) => `\\u${found.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

interface Writing {
  readonly types: LayoutTypes;
  readonly document: Document;
  /** Keys in the maps, of the objects that are written. */
  readonly keys: ReadonlyMap<string, string>;
  /** Names of items, each within what addresses it. */
  readonly items: ReadonlyMap<string, ItemName>;
  /** Objects by what they are directly inside of, siblings in their order. */
  readonly inside: ReadonlyMap<string, readonly LiveObject[]>;
  readonly notes: string[];
  readonly placeholders: Placeholder[];
}

function writeObject(
  writing: Writing,
  syntax: TypeSyntax,
  object: LiveObject,
  name: string,
  siblings: readonly LiveObject[] = [],
): Map<string, unknown> {
  const attributes = writeAttributes(writing, syntax, object, name);
  const container = writeContainer(writing, syntax, object);
  const contents = syntax.contents.map((field) => childrenOf(writing, field, object));
  const fields = new Map<string, unknown>();
  // The field that tells the type of an item comes first.
  if (syntax.layout.kind === "item") move(attributes, fields, syntax.layout.field);
  if (isPinned(syntax, attributes, contents.flat())) fields.set("id", escaped(object.id));
  for (const [field, value] of attributes) fields.set(field, value);
  const defaultField = defaultFieldOf(syntax, object, siblings);
  if (defaultField !== undefined) fields.set(defaultField, true);
  if (container !== undefined) fields.set(syntax.type.container?.layoutField ?? "", container);
  for (const [index, { field }] of syntax.contents.entries()) {
    const children = contents[index] ?? [];
    if (children.length > 0) fields.set(field, writeItems(writing, children, name));
  }
  return fields;
}

function writeAttributes(
  writing: Writing,
  syntax: TypeSyntax,
  object: LiveObject,
  name: string,
): Map<string, unknown> {
  const attributes = new Map<string, unknown>();
  const clashing = new Set(syntax.type.check?.(object.attributes).map((failure) => failure.attribute));
  for (const [attribute, rule] of Object.entries(syntax.type.attributes)) {
    if (syntax.layout.kind === "map" && syntax.layout.keyAttribute === attribute) continue;
    if (clashing.has(attribute)) {
      const what = `${syntax.fieldOf(attribute)} of the ${syntax.type.label.one} ${name}`;
      noted(writing, `${what} cannot be declared beside what else is set, so it is left out.`);
      continue;
    }
    const value = writeAttribute(writing, syntax, object, { attribute, rule, name });
    if (value !== undefined) attributes.set(syntax.fieldOf(attribute), value);
  }
  return attributes;
}

function writeItems(writing: Writing, children: readonly LiveObject[], outer: string): readonly unknown[] {
  return children.map((child, index) => {
    const syntax = syntaxOfType(writing.types, child.type);
    const fields = writeObject(writing, syntax, child, `${outer}/${child.type}-${index + 1}`, children);
    if (syntax.layout.kind !== "item") return fields;
    const { field, shorthand } = syntax.layout;
    const only = fields.size === 1 ? fields.get(field) : undefined;
    return shorthand === true && typeof only === "string" ? only : fields;
  });
}

/** The field that marks the default; of the only one among siblings it would say nothing. */
function defaultFieldOf(
  { type, layout }: TypeSyntax,
  object: LiveObject,
  siblings: readonly LiveObject[],
): string | undefined {
  if (layout.kind !== "item" || !object.isDefault) return undefined;
  const several = siblings.filter((each) => each.type === object.type).length > 1;
  return several || type.defaultRole?.within === "scope" ? layout.defaultField : undefined;
}

/** Whether the object must be named by its id, because nothing else that is written would do. */
function isPinned(
  { type, layout, fieldOf }: TypeSyntax,
  attributes: ReadonlyMap<string, unknown>,
  children: readonly LiveObject[],
): boolean {
  if (!type.identity.keyIsUnique || type.creation === undefined) return true;
  if (type.firstChild !== undefined && !children.some((child) => child.type === type.firstChild?.type))
    return true;
  const isItem = layout.kind === "item";
  const needed = isItem ? [...(layout.required ?? []), ...(layout.requiredAfterFirst ?? [])] : [];
  const required = Object.keys(type.attributes).filter(
    (name) =>
      type.attributes[name]?.atCreate === "required" &&
      !(isItem && layout.attribute === name) &&
      !(layout.kind === "map" && layout.keyAttribute === name),
  );
  return [...needed, ...required].some((name) => !attributes.has(fieldOf(name)));
}

interface AttributePlace {
  readonly attribute: string;
  readonly rule: Attribute;
  /** Of the object, for variables and notes. */
  readonly name: string;
}

function writeAttribute(
  writing: Writing,
  syntax: TypeSyntax,
  object: LiveObject,
  place: AttributePlace,
): unknown {
  const { attribute, rule, name } = place;
  const live = object.attributes[attribute];
  const what = `${syntax.fieldOf(attribute)} of the ${syntax.type.label.one} ${name}`;
  if (object.unread?.includes(attribute)) return noted(writing, `${what} was not read, so it is left out.`);
  if (live === undefined || live === null) {
    return rule.unreadable === undefined
      ? undefined
      : noted(writing, `${what} cannot be read from the service, so it is left out.`);
  }
  if (rule.sensitive === true) return writePlaceholder(writing, object, place, what);
  const value = rule.toLayout === undefined ? live : rule.toLayout(live);
  if (value === null) return undefined;
  if (!rule.schema.safeParse(value).success) {
    return noted(writing, `${what} has a value that a layout cannot declare, so it is left out.`);
  }
  if (rule.reference !== undefined && typeof value === "string") {
    return referenceTo(writing, object, { type: rule.reference.type, id: value });
  }
  return escapedDeeply(value);
}

function writePlaceholder(writing: Writing, object: LiveObject, place: AttributePlace, what: string): Node {
  const parts = [object.type, place.name, place.attribute].join("_");
  const plain = parts.replace(/[^A-Za-z0-9]+/g, "_").toUpperCase();
  const taken = writing.placeholders.filter(
    ({ variable }) => variable === plain || variable.startsWith(`${plain}_`),
  );
  const variable = taken.length === 0 ? plain : `${plain}_${taken.length + 1}`;
  const { type, id } = object;
  writing.placeholders.push({ variable, type, id, attribute: place.attribute });
  noted(writing, `${what} is secret: set the environment variable ${variable} to it.`);
  const node = new Scalar(variable);
  node.tag = "!env";
  return node;
}

function noted(writing: Writing, note: string): undefined {
  writing.notes.push(note);
  return undefined;
}

function writeContainer(writing: Writing, { type }: TypeSyntax, object: LiveObject): unknown {
  const { container } = object;
  if (type.container?.layoutField === undefined || container === null) return undefined;
  return referenceTo(writing, object, container);
}

function referenceTo(writing: Writing, from: LiveObject, to: ObjectId): unknown {
  const name = writing.keys.get(objectKey(to)) ?? itemNameOf(writing, from, to);
  return name === undefined ? new Map([["id", escaped(to.id)]]) : escaped(name);
}

/** The name of an item, if it is where the name is looked up first. */
function itemNameOf({ items }: Writing, from: LiveObject, to: ObjectId): string | undefined {
  const item = items.get(objectKey(to));
  return item?.scopeId === (from.scopeId ?? from.id) ? item?.name : undefined;
}

/** What is written in a field of an object: in its order, or by name where the service has none. */
function childrenOf(writing: Writing, field: ContentsField, object: LiveObject): readonly LiveObject[] {
  const children = (writing.inside.get(object.id) ?? []).filter(({ type }) => field.types.includes(type));
  if (isOrdered(writing.types, field)) return children;
  const nameOf = (child: LiveObject) => writing.items.get(objectKey(child))?.name ?? child.id;
  return children
    .map((child) => [nameOf(child), child] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, child]) => child);
}

/** Objects that have a scope, by what they are directly inside of. */
function objectsInside(objects: readonly LiveObject[]): ReadonlyMap<string, readonly LiveObject[]> {
  const inside = new Map<string, LiveObject[]>();
  for (const object of objects) {
    const { container, scopeId } = object;
    if (scopeId === undefined) continue;
    // Ids are unique over all types, so that the scope's type need not be known here.
    const key = container === null ? scopeId : container.id;
    const siblings = inside.get(key) ?? [];
    inside.set(key, siblings);
    siblings.push(object);
  }
  for (const siblings of inside.values()) siblings.sort((a, b) => a.rank - b.rank);
  return inside;
}

function move(from: Map<string, unknown>, to: Map<string, unknown>, field: string): void {
  if (from.has(field)) to.set(field, from.get(field));
  from.delete(field);
}

function escapedDeeply(value: Json): unknown {
  if (typeof value === "string") return escaped(value);
  if (Array.isArray(value)) return value.map((item: Json) => escapedDeeply(item));
  if (typeof value !== "object" || value === null) return value;
  return new Map(Object.entries(value as JsonObject).map(([key, item]) => [key, escapedDeeply(item)]));
}

/** Text that reads as itself: `${` would be taken for a variable. */
function escaped(text: string): string {
  return text.replace(/\$?\$\{/g, (found) => `$${found}`);
}
