import { encodeName } from "../model/address.ts";
import { keyOf, type ObjectKey, objectKey } from "../model/object-key.ts";
import type { LiveObject } from "../model/snapshot.ts";
import { isNamedInContainer, type LayoutTypes, syntaxOfType } from "./layout-types.ts";

/** The input for the names of items. */
interface Naming {
  readonly types: LayoutTypes;
  /** Keys in the maps, of the objects in the layout. */
  readonly keys: ReadonlyMap<ObjectKey, string>;
  readonly objects: ReadonlyMap<ObjectKey, LiveObject>;
}

/** The name of an item in its scope. */
export interface ItemName {
  readonly scopeId: string | undefined;
  readonly name: string;
}

/** The names by which a layout refers to items, each in its scope, as readLayout resolves them. Items that share a name have none. */
export function namesOfItems(
  types: LayoutTypes,
  objects: readonly LiveObject[],
  keys: ReadonlyMap<ObjectKey, string>,
): ReadonlyMap<ObjectKey, ItemName> {
  const naming = { types, keys, objects: new Map(objects.map((object) => [keyOf(object), object])) };
  const items = objects.filter(({ type }) => syntaxOfType(types, type).layout.kind === "item");
  const named = items.map((object) => ({ object, name: itemName(naming, object) }));
  const placeOf = ({ object, name }: (typeof named)[number]) =>
    `${object.type} ${object.scopeId ?? ""} ${name}`;
  const count = new Map<string, number>();
  for (const item of named) count.set(placeOf(item), (count.get(placeOf(item)) ?? 0) + 1);
  const duplicates = named.filter((item) => (count.get(placeOf(item)) ?? 0) > 1);
  const unclear = new Set(duplicates.map(({ object }) => keyOf(object)));
  return new Map(
    named
      .filter(({ object }) => !isUnclear(naming, unclear, object))
      .map(({ object, name }) => [keyOf(object), { scopeId: object.scopeId, name }]),
  );
}

/** Whether an item, or one of its containers, shares its name with another item. */
function isUnclear(naming: Naming, unclear: ReadonlySet<ObjectKey>, object: LiveObject): boolean {
  const container = object.container === null ? undefined : naming.objects.get(keyOf(object.container));
  return unclear.has(keyOf(object)) || (container !== undefined && isUnclear(naming, unclear, container));
}

function itemName(naming: Naming, object: LiveObject): string {
  const { type } = syntaxOfType(naming.types, object.type);
  const own = ownName(naming, object);
  const container = object.container === null ? undefined : naming.objects.get(keyOf(object.container));
  return container !== undefined && isNamedInContainer(type) ? `${itemName(naming, container)}/${own}` : own;
}

function ownName({ types, keys }: Naming, object: LiveObject): string {
  const { type, layout } = syntaxOfType(types, object.type);
  for (const name of layout.addressBy) {
    const value = object.attributes[name];
    const target = type.attributes[name]?.reference?.type;
    if (typeof value === "number") return String(value);
    if (typeof value !== "string") continue;
    const key = target === undefined ? undefined : keys.get(objectKey(target, value));
    return encodeName(key === undefined ? value : encodeName(key));
  }
  return `@${object.id}`;
}
