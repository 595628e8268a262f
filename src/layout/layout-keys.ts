import { attributesIn } from "../model/key-field.ts";
import type { LiveObject } from "../model/live-world.ts";
import { slugOf } from "../model/slug.ts";
import { type LayoutTypes, syntaxOfType, type TypeSyntax } from "./layout-syntax.ts";

/** Which object of the service. */
export interface ObjectId {
  readonly type: string;
  readonly id: string;
}

/** An object's place in a table. */
export function objectKey(object: ObjectId): string {
  return `${object.type} ${object.id}`;
}

/**
 * A key for each object in its map: the one that it has already, the attribute that the key is, or a slug of its name.
 * The same objects get the same keys in any order.
 */
export function keysOfObjects(
  types: LayoutTypes,
  objects: readonly LiveObject[],
  names: Readonly<Record<string, string>>,
): ReadonlyMap<string, string> {
  const keys = new Map<string, string>();
  const taken = new Set<string>();
  const take = (object: LiveObject, key: string) => {
    keys.set(objectKey(object), key);
    taken.add(`${object.type} ${key}`);
  };
  const fixed = (object: LiveObject) =>
    fixedKey(syntaxOfType(types, object.type), object) ?? names[object.id];
  const ordered = [...objects].sort((a, b) => (a.id < b.id ? -1 : 1));
  const free: LiveObject[] = [];
  for (const object of ordered) {
    const key = fixed(object);
    if (key === undefined || taken.has(`${object.type} ${key}`)) free.push(object);
    else take(object, key);
  }
  for (const object of free) {
    const base = slugOf(nameOf(syntaxOfType(types, object.type), object)) || slugOf(object.type);
    let key = base;
    for (let number = 2; taken.has(`${object.type} ${key}`); number++) key = `${base}-${number}`;
    take(object, key);
  }
  return keys;
}

function fixedKey({ layout }: TypeSyntax, object: LiveObject): string | undefined {
  if (layout.kind !== "map" || layout.keyAttribute === undefined) return undefined;
  const value = object.attributes[layout.keyAttribute];
  return typeof value === "string" ? value : undefined;
}

/** What a person would call it: the first text among the attributes that name it. */
function nameOf({ type }: TypeSyntax, object: LiveObject): string {
  const names = [
    ...attributesIn([...type.identity.key, ...type.identity.createKey]),
    ...Object.keys(type.attributes),
  ];
  const value = names.map((name) => object.attributes[name]).find((each) => typeof each === "string");
  return typeof value === "string" ? value : "";
}
