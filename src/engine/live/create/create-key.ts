import { canonicalValue } from "../../../model/attribute-value.ts";
import { type KeyField, ofFirstChild, readKey, theContainer } from "../../../model/key-field.ts";
import type { Attribute } from "../../../model/resource-type/attribute.ts";
import { copyRuleOf } from "../../../model/resource-type/creation.ts";
import type { ResourceType } from "../../../model/resource-type.ts";
import type { FoundObject } from "../../../model/snapshot.ts";
import type { TypeIndex } from "../../../model/type-index.ts";
import { canonicalJson, type Json, type JsonObject } from "../../../util/json.ts";

/** The values of a creating call. */
export interface CreateInput {
  readonly attributes: JsonObject;
  /** The container in the call; null: the root. Absent: the call names none. */
  readonly containerId?: string | null;
  /** The attributes in the call of the child that is created together with the object. */
  readonly firstChild?: JsonObject;
}

/** The id of the source of a copy. Undefined: the object is no copy. */
export function copySourceId(type: ResourceType, { attributes }: CreateInput): string | undefined {
  const rule = copyRuleOf(type, attributes);
  const source = rule === undefined ? undefined : attributes[rule.attribute];
  return typeof source === "string" ? source : undefined;
}

/**
 * Returns whether an object could be a copy of the source: it has the same create key. A copy starts with the values of its source, and no
 * call can give it a mark of its own.
 */
export function isLikeSource(
  index: TypeIndex,
  type: ResourceType,
  sourceId: string,
  objects: readonly Pick<FoundObject, "type" | "id" | "attributes" | "container">[],
): (object: Pick<FoundObject, "attributes" | "container">) => boolean {
  const source = objects.find((object) => object.type === type.name && object.id === sourceId);
  if (source === undefined) return () => false;
  const keyOf = (object: Pick<FoundObject, "attributes" | "container">) =>
    createKeyOfFound(index, type, type.identity.createKey, object, undefined);
  const key = keyOf(source);
  return (object) => keyOf(object) === key;
}

/** The values that identify a creating call, over the fields of each. */
export interface CallKeys {
  /** The create key, as far as the call contains it. */
  readonly fields: readonly KeyField[];
  readonly key: string;
  /** Everything that the call contains and that a read shows. */
  readonly sent: { readonly fields: readonly KeyField[]; readonly key: string };
}

export function callKeys(index: TypeIndex, type: ResourceType, input: CreateInput): CallKeys {
  const keyed = (fields: readonly KeyField[]) => ({
    fields,
    key: keyText(index, type, fields, input.attributes, input.containerId ?? null, input.firstChild),
  });
  return { ...keyed(createKeyFields(type, input)), sent: keyed(sentFields(index, type, input)) };
}

/** The fields of the create key that a creating call contains. Only they can distinguish its object from others. */
function createKeyFields(type: ResourceType, input: CreateInput): readonly KeyField[] {
  const { createKey } = type.identity;
  const carried = readKey(createKey, {
    attribute: (name) => input.attributes[name] !== undefined,
    container: () => input.containerId !== undefined,
    firstChild: (attribute) => input.firstChild?.[attribute] !== undefined,
  });
  return createKey.filter((_, at) => carried[at]);
}

/** Everything that a creating call contains and that a read shows in the same form. */
function sentFields(index: TypeIndex, type: ResourceType, input: CreateInput): readonly KeyField[] {
  const { attributes, containerId, firstChild = {} } = input;
  const childType = type.firstChild && index.get(type.firstChild.type);
  return [
    ...Object.keys(attributes).filter((name) => isShownAsSent(type, name)),
    ...(containerId === undefined ? [] : [theContainer]),
    ...Object.keys(firstChild)
      .filter((name) => childType !== undefined && isShownAsSent(childType, name))
      .map(ofFirstChild),
  ];
}

/** Whether the list of a type's objects shows the attribute, in a form that can be compared with the declared one. */
export function isShownAsSent({ attributes, details = [] }: ResourceType, name: string): boolean {
  const { onlyAtCreate, sensitive, satisfies, unreadable } = attributes[name] as Attribute;
  const isOther = [onlyAtCreate, sensitive, satisfies, unreadable].some((rule) => rule !== undefined);
  return !isOther && !details.some(({ attribute }) => attribute === name);
}

/** The create key over these fields of a live object. `firstChild`: the child that was created together with it. */
function createKeyOfFound(
  index: TypeIndex,
  type: ResourceType,
  fields: readonly KeyField[],
  object: Pick<FoundObject, "attributes" | "container">,
  firstChild: Pick<FoundObject, "attributes"> | undefined,
): string {
  return keyText(
    index,
    type,
    fields,
    object.attributes,
    object.container?.id ?? null,
    firstChild?.attributes,
  );
}

/** Returns the create keys of found objects over these fields, each with the first child among the others. */
export function keysOfFound<T extends Pick<FoundObject, "type" | "id" | "attributes" | "container">>(
  index: TypeIndex,
  type: ResourceType,
  fields: readonly KeyField[],
  found: readonly T[],
): (object: T) => string {
  return (object) =>
    createKeyOfFound(index, type, fields, object, childrenMadeWith(type, object.id, found)[0]);
}

/** The children of an object that are of the type created together with it, in their order. */
export function childrenMadeWith<T extends Pick<FoundObject, "type" | "container">>(
  type: ResourceType,
  id: string,
  found: readonly T[],
): readonly T[] {
  const { firstChild } = type;
  if (firstChild === undefined) return [];
  return found.filter((child) => child.type === firstChild.type && child.container?.id === id);
}

declare const isLikeness: unique symbol;

/** Identifies objects of one type and scope that could be mistaken for each other. */
export type Likeness = string & { readonly [isLikeness]: true };

/** The likeness of objects with the same create key. */
export function likenessOf(type: ResourceType, scopeId: string | undefined, key: string): Likeness {
  return canonicalJson([type.name, scopeId ?? null, key]) as Likeness;
}

function keyText(
  index: TypeIndex,
  type: ResourceType,
  fields: readonly KeyField[],
  attributes: JsonObject,
  containerId: string | null,
  firstChild: JsonObject | undefined,
): string {
  const firstChildType = type.firstChild === undefined ? undefined : index.get(type.firstChild.type);
  const values = readKey<Json>(fields, {
    attribute: (name) => comparable(type.attributes[name], attributes[name]),
    container: () => containerId,
    firstChild: (name) => comparable(firstChildType?.attributes[name], firstChild?.[name]),
  });
  return canonicalJson(values);
}

function comparable(attribute: Attribute | undefined, value: Json | undefined): Json {
  if (value === undefined || value === null) return null;
  return attribute === undefined ? value : canonicalValue(attribute, value);
}
