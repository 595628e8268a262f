import { canonicalValue } from "../model/attribute-value.ts";
import { type KeyReader, readKey } from "../model/key-field.ts";
import { keyOf, type ObjectKey } from "../model/object-key.ts";
import type { ResourceType } from "../model/resource-type.ts";
import type { LiveObject } from "../model/snapshot.ts";
import { canonicalJson, type Json } from "../util/json.ts";
import { type LayoutTypes, syntaxOfType, type TypeSyntax } from "./layout-types.ts";
import { SecretGap } from "./secret-gap.ts";

/** Objects that share their key with another of their type, so that only an id identifies them. */
export function objectsOfSharedKey(
  types: LayoutTypes,
  objects: readonly LiveObject[],
): ReadonlySet<ObjectKey> {
  const byKey = new Map<string, LiveObject[]>();
  for (const object of objects) {
    const key = naturalKeyOf(syntaxOfType(types, object.type).type, object);
    byKey.set(key, [...(byKey.get(key) ?? []), object]);
  }
  const shared = [...byKey.values()].filter(({ length }) => length > 1);
  return new Set(shared.flat().map(keyOf));
}

interface Subject {
  readonly type: ResourceType;
  readonly object: LiveObject;
}

const reader: KeyReader<Json, Subject> = {
  attribute: (name, { type, object }) => {
    const rule = type.attributes[name];
    const value = object.attributes[name] ?? null;
    return rule === undefined ? value : canonicalValue(rule, value);
  },
  container: ({ object }) => object.container?.id ?? null,
  // Not compared. At worst, the layout contains an id that it does not need.
  firstChild: () => null,
};

function naturalKeyOf(type: ResourceType, object: LiveObject): string {
  const key = readKey(type.identity.key, reader, { type, object });
  return canonicalJson([type.name, object.scopeId ?? null, ...key]);
}

/** Whether an object's fields in the layout would be enough to create it. If not, the layout names the existing object by its id. */
export function declaresEnough(
  { type, layout, fieldOf }: TypeSyntax,
  attributes: ReadonlyMap<string, unknown>,
  children: readonly LiveObject[],
): boolean {
  if (type.creation === undefined) return false;
  const { firstChild } = type;
  if (firstChild !== undefined && !children.some((child) => child.type === firstChild.type)) return false;
  const isItem = layout.kind === "item";
  const needed = isItem ? [...(layout.required ?? []), ...(layout.requiredAfterFirst ?? [])] : [];
  const required = Object.keys(type.attributes).filter(
    (name) =>
      type.attributes[name]?.atCreate === "required" &&
      !(isItem && layout.attribute === name) &&
      !(layout.kind === "map" && layout.keyAttribute === name),
  );
  const isWritten = (field: string) => attributes.has(field) && !(attributes.get(field) instanceof SecretGap);
  return [...needed, ...required].every((name) => isWritten(fieldOf(name)));
}
