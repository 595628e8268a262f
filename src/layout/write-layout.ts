import { type Document, isCollection, isMap, isScalar, type YAMLMap } from "yaml";
import { escaped } from "../model/escaped.ts";
import { keyOf } from "../model/object-key.ts";
import { withoutScope } from "../model/resource-type/call-at.ts";
import type { ContentsField } from "../model/resource-type/layout-syntax.ts";
import type { ResourceType } from "../model/resource-type.ts";
import { containsText, liveSecretTexts } from "../model/secret-value.ts";
import type { LiveObject, Snapshot } from "../model/snapshot.ts";
import { derivedValues, withoutDerived } from "./derived-values.ts";
import { documentText, newDocument } from "./document-text.ts";
import { inFieldOrder } from "./field-order.ts";
import { forbiddenComment, forbiddenListNotes } from "./forbidden-notes.ts";
import { namesOfItems } from "./item-names.ts";
import { type KnownKeys, keysOfObjects } from "./layout-keys.ts";
import { isOrdered, type LayoutTypes, layoutTypesOf, syntaxOfType, type TypeSyntax } from "./layout-types.ts";
import { declaresEnough, objectsOfSharedKey } from "./needed-ids.ts";
import { fitMembersIntoLines } from "./one-line.ts";
import { commentGaps } from "./secret-gap.ts";
import { inShownOrder, mapsInOrder, shownOrder } from "./shown-order.ts";
import { unknownContentNotes } from "./unknown-content-notes.ts";
import { writeAttributes } from "./write-attributes.ts";
import {
  explainFurtherValues,
  type FurtherValues,
  furtherValuesField,
  writeFurtherValues,
} from "./write-further-values.ts";
import { type LayoutWriting, type OmittedSecret, referenceTo } from "./writing.ts";

/** The input of {@link writeLayout}. */
export interface LayoutToWrite {
  readonly types: readonly ResourceType[];
  readonly live: Snapshot;
  /** Only this object, and what is inside it. */
  readonly only?: { readonly type: string; readonly id: string };
  /** Keys for the maps, by the id of the object. A layout already has them. */
  readonly names?: Readonly<Record<string, string>>;
  /** Keys that a layout has for objects that are not on the service. */
  readonly reserved?: NonNullable<KnownKeys["reserved"]>;
  /**
   * Which objects the layout declares with their ids. `each` (the default): all, because no state records them, except associations, whose
   * ids say no more than their keys. `ambiguous`: those that share their key with another object; the state identifies the others.
   */
  readonly ids?: WhichIds;
  /** Further values to write under `x-live:`. Absent: none. */
  readonly furtherValues?: FurtherValues;
}

export type WhichIds = "all" | "each" | "ambiguous";

/** The result of {@link writeLayout}. */
export interface LayoutWritten {
  readonly text: string;
  readonly notes: readonly string[];
  /** The sensitive values that the layout omits. */
  readonly secrets: readonly OmittedSecret[];
}

/** Writes a snapshot of the service as YAML, in the order of display. The YAML reads as the same objects, and contains no secret. */
export function writeLayout(input: LayoutToWrite): LayoutWritten {
  const { live, only } = input;
  const writing = startWriting(
    input,
    ({ type, id }) => only === undefined || (only.type === type && only.id === id),
  );
  const layout: Record<string, unknown> = { docsform: 1, organization: escaped(live.organization.id) };
  for (const syntax of mapsInOrder(writing.types)) {
    const keyed = entriesInOrder(writing, live, syntax);
    if (keyed.length === 0) continue;
    layout[syntax.layout.field] = new Map(
      keyed.map(({ object, key }) => [key, writeObjectEntry(writing, syntax, object, key)]),
    );
  }
  if (input.furtherValues !== undefined)
    layout[furtherValuesField] = writeFurtherValues(writing, live.objects, input.furtherValues);
  const document = newDocument(layout);
  commentGaps(document);
  for (const map of mapsIn(document)) fitMembersIntoLines(map, 2);
  separateEntries(document);
  explainFurtherValues(document);
  document.commentBefore = forbiddenComment(writing.forbidden) ?? null;
  const text = documentText(document);
  return { text, notes: [...writing.forbidden, ...writing.notes], secrets: writing.secrets };
}

/** Prepares writing the objects of a snapshot. `isWritten` decides which of them have an entry of their own. */
export function startWriting(
  { live, only, ids = "each", ...input }: LayoutToWrite,
  isWritten: (object: LiveObject) => boolean,
): LayoutWriting {
  const types = layoutTypesOf(input.types);
  const secretTexts = liveSecretTexts(input.types, live.objects);
  const nameable = live.objects.map((object) => withoutSecretNames(object, secretTexts));
  const mapped = nameable.filter(
    (object) => types.byType.get(object.type)?.layout.kind === "map" && isWritten(object),
  );
  const roots = mapped.filter((object) => hasKey(types, object));
  const order = shownOrder(types, live.objects);
  const inside = objectsInside(live.objects);
  const derived = derivedValues(types, inside);
  const keys = keysOfObjects(types, roots, input, order);
  return {
    types,
    apiVersion: live.apiVersion,
    order,
    objects: new Map(nameable.map((object) => [keyOf(object), object])),
    keys,
    items: namesOfItems(
      types,
      nameable.map((object) => withoutDerived(derived, object)),
      keys,
    ),
    inside,
    derived,
    secretTexts,
    writesId: idChoiceOf(types, live, ids),
    notes: [
      ...mapped.filter((object) => !roots.includes(object)).map((object) => keylessNote(types, object)),
      ...unknownContentNotes(types, live, only, secretTexts),
    ],
    forbidden: [...forbiddenListNotes(types, live, only, secretTexts)],
    secrets: [],
  };
}

/** An object without the attributes that repeat a secret, so that no key or name is made from one. */
function withoutSecretNames(object: LiveObject, secretTexts: readonly string[]): LiveObject {
  if (!containsText(object.attributes, secretTexts)) return object;
  const kept = Object.entries(object.attributes).filter(([, value]) => !containsText(value, secretTexts));
  return { ...object, attributes: Object.fromEntries(kept) };
}

/** The objects of one map with their keys, in the order of the layout. */
export function entriesInOrder(
  { keys, order }: LayoutWriting,
  { objects }: Snapshot,
  { type }: TypeSyntax,
): readonly { readonly key: string; readonly object: LiveObject }[] {
  const keyed = objects.flatMap((object) => {
    const key = object.type === type.name ? keys.get(keyOf(object)) : undefined;
    return key === undefined ? [] : [{ key, object }];
  });
  return inShownOrder(order, keyed);
}

/** The contents of an object in the layout, by its fields. */
export function writtenContents(
  writing: LayoutWriting,
  object: LiveObject,
): readonly (readonly LiveObject[])[] {
  return syntaxOfType(writing.types, object.type).contents.map((field) => childrenOf(writing, field, object));
}

/** An item of a list in the layout: with its contents, or only its own fields. */
export function writtenItem(writing: LayoutWriting, object: LiveObject, withContents: boolean): unknown {
  const siblings = writing.inside.get(object.container?.id ?? object.scopeId ?? "") ?? [];
  const syntax = syntaxOfType(writing.types, object.type);
  if (withContents) return writeItem(writing, syntax, object, object.id, siblings);
  const fields = writeObjectEntry(writing, syntax, object, object.id, siblings);
  for (const { field } of syntax.contents) fields.delete(field);
  return fields;
}

/** The maps of a document's objects. */
function mapsIn({ contents }: Document): readonly YAMLMap[] {
  if (!isMap(contents)) return [];
  return contents.items.flatMap(({ key, value }) =>
    isMap(value) && isScalar(key) && key.value !== furtherValuesField ? [value] : [],
  );
}

/** Adds blank lines before the maps, and beside their entries over several lines. */
function separateEntries({ contents }: Document): void {
  if (!isMap(contents)) return;
  for (const { key, value } of contents.items) {
    if (!isMap(value)) continue;
    if (isScalar(key)) key.spaceBefore = true;
    for (const [index, { key: next }] of value.items.entries())
      if (isScalar(next))
        next.spaceBefore = index > 0 && [index - 1, index].some((at) => isOverLines(value, at));
  }
}

function isOverLines({ items }: YAMLMap, at: number): boolean {
  const entry = items[at]?.value;
  return isCollection(entry) && entry.flow !== true;
}

/** Whether the object's key in its map is valid in a layout. */
function hasKey(types: LayoutTypes, { type, attributes }: LiveObject): boolean {
  const syntax = syntaxOfType(types, type);
  const name = syntax.layout.kind === "map" ? syntax.layout.keyAttribute : undefined;
  return (
    name === undefined || syntax.type.attributes[name]?.schema.safeParse(attributes[name]).success === true
  );
}

function keylessNote(types: LayoutTypes, { type, id }: LiveObject): string {
  return `The ${syntaxOfType(types, type).type.label.one} ${id} is omitted: a layout cannot declare its name.`;
}

function idChoiceOf(types: LayoutTypes, live: Snapshot, ids: WhichIds): LayoutWriting["writesId"] {
  const shared = objectsOfSharedKey(types, live.objects);
  const isAssociation = ({ id, scopeId }: LiveObject) => withoutScope(id, scopeId) !== id;
  return (object) => ids === "all" || (ids === "each" && !isAssociation(object)) || shared.has(keyOf(object));
}

/** The fields of an object, with its contents. */
export function writeObjectEntry(
  writing: LayoutWriting,
  syntax: TypeSyntax,
  object: LiveObject,
  name: string,
  siblings: readonly LiveObject[] = [],
): Map<string, unknown> {
  const attributes = writeAttributes(writing, syntax, object, name);
  const container = writeContainer(writing, syntax, object);
  const contents = syntax.contents.map((field) => childrenOf(writing, field, object));
  const fields = new Map(attributes);
  const derived = (writing.derived.get(keyOf(object)) ?? []).map(
    (attribute) => [syntax.fieldOf(attribute), object.attributes[attribute]] as const,
  );
  const needsId = !declaresEnough(syntax, new Map([...derived, ...attributes]), contents.flat());
  if (needsId || writing.writesId(object)) fields.set("id", escaped(object.id));
  const defaultField = defaultFieldOf(syntax, object, siblings);
  if (defaultField !== undefined) fields.set(defaultField, true);
  if (container !== undefined) fields.set(syntax.type.container?.layoutField ?? "", container);
  for (const [field, items] of writeContents(writing, syntax, contents, name)) fields.set(field, items);
  return inFieldOrder(syntax, fields);
}

function writeContents(
  writing: LayoutWriting,
  syntax: TypeSyntax,
  contents: readonly (readonly LiveObject[])[],
  name: string,
): readonly (readonly [string, readonly unknown[]])[] {
  return syntax.contents.flatMap(({ field }, index) => {
    const children = contents[index] ?? [];
    return children.length === 0 ? [] : [[field, writeItems(writing, children, name)] as const];
  });
}

function writeItems(
  writing: LayoutWriting,
  children: readonly LiveObject[],
  outer: string,
): readonly unknown[] {
  return children.map((child, index) => {
    const syntax = syntaxOfType(writing.types, child.type);
    return writeItem(writing, syntax, child, `${outer}/${child.type}-${index + 1}`, children);
  });
}

function writeItem(
  writing: LayoutWriting,
  syntax: TypeSyntax,
  object: LiveObject,
  name: string,
  siblings: readonly LiveObject[],
): unknown {
  const fields = writeObjectEntry(writing, syntax, object, name, siblings);
  if (syntax.layout.kind !== "item") return fields;
  const { field, shorthand } = syntax.layout;
  const only = fields.size === 1 ? fields.get(field) : undefined;
  return shorthand === true && typeof only === "string" ? only : fields;
}

/** The field that marks the default. Undefined: the object is not the default, or it is an only child, which is always the default. */
function defaultFieldOf(
  { type, layout }: TypeSyntax,
  object: LiveObject,
  siblings: readonly LiveObject[],
): string | undefined {
  if (layout.kind !== "item" || !object.isDefault) return undefined;
  const several = siblings.filter((each) => each.type === object.type).length > 1;
  return several || type.defaultRole?.within === "scope" ? layout.defaultField : undefined;
}

function writeContainer(writing: LayoutWriting, { type }: TypeSyntax, object: LiveObject): unknown {
  const { container } = object;
  if (type.container?.layoutField === undefined || container === null) return undefined;
  return referenceTo(writing, object, container);
}

/** The contents in a field of an object: in their order, or by name if the service has no order for them. */
function childrenOf(writing: LayoutWriting, field: ContentsField, object: LiveObject): readonly LiveObject[] {
  const children = (writing.inside.get(object.id) ?? []).filter(({ type }) => field.types.includes(type));
  if (isOrdered(writing.types, field)) return children;
  const nameOf = (child: LiveObject) => writing.items.get(keyOf(child))?.name ?? child.id;
  return children
    .map((child) => [nameOf(child), child] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, child]) => child);
}

/** Objects that have a scope, by the id of their parent. */
function objectsInside(objects: readonly LiveObject[]): ReadonlyMap<string, readonly LiveObject[]> {
  const inside = new Map<string, LiveObject[]>();
  for (const object of objects) {
    const { container, scopeId } = object;
    if (scopeId === undefined) continue;
    // Ids are unique over all types, so the type of the scope does not matter here.
    const key = container === null ? scopeId : container.id;
    const siblings = inside.get(key) ?? [];
    inside.set(key, siblings);
    siblings.push(object);
  }
  for (const siblings of inside.values()) siblings.sort((a, b) => a.rank - b.rank);
  return inside;
}
