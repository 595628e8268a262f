import type { Document } from "yaml";
import { isMap, isScalar } from "yaml";
import { isJsonObject, type Json, type JsonObject } from "../model/json.ts";
import type { LiveObject, ToldView } from "../model/live-world.ts";
import { keyOf } from "../model/object-key.ts";
import type { ResourceType } from "../model/resource-type.ts";
import { mapsInOrder } from "./shown-order.ts";
import type { Writing } from "./writing.ts";

/** What is told of an organization besides what a layout declares. */
export interface Besides {
  /** Objects that the layout does not declare. */
  readonly objects: readonly LiveObject[];
  readonly views: readonly ToldView[];
}

/** The field of a layout that holds it. Fields that begin so are people's own: no command reads them. */
export const besidesField = "x-live";

/**
 * What the service tells of the object in the head and of those in maps, by their keys there, and the objects that are not
 * declared. It is for people: nothing of it is managed.
 */
export function writeBesides(
  writing: Writing,
  declared: readonly LiveObject[],
  { objects, views }: Besides,
): Readonly<Record<string, unknown>> {
  const fields: Record<string, unknown> = { ...headBesides(writing, declared) };
  for (const { type, layout } of mapsInOrder(writing.types)) {
    const ofType = declared.filter((object) => object.type === type.name);
    const told = ofType.flatMap((object): (readonly [string, JsonObject])[] => {
      const key = writing.keys.get(keyOf(object));
      return key === undefined ? [] : [[key, toldOf(object, views)]];
    });
    const others = objects.filter((object) => object.type === type.name).map((object) => wholeOf(object));
    if (told.length > 0) fields[layout.field] = new Map(told);
    else if (others.length > 0) fields[layout.field] = others;
  }
  return fields;
}

/** A layout that is pulled says of the one object in its head only which it is. */
function headBesides(
  { types: { head } }: Writing,
  live: readonly LiveObject[],
): Readonly<Record<string, JsonObject>> {
  const object = live.find(({ type }) => type === head?.type.name);
  return head === undefined || object === undefined
    ? {}
    : { [head.layout.field]: withoutSecrets(head.type, wholeOf(object)) };
}

function withoutSecrets({ attributes }: ResourceType, values: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(values).filter(([name]) => attributes[name]?.sensitive !== true));
}

function toldOf({ type, id, computed = {} }: LiveObject, views: readonly ToldView[]): JsonObject {
  const own = views.filter((each) => each.type === type && each.id === id);
  const shown = Object.fromEntries(own.map(({ view, values }) => [camelCase(view), values]));
  return withoutEmpty({ ...computed, ...shown });
}

function wholeOf({ id, attributes, computed = {} }: LiveObject): JsonObject {
  return withoutEmpty({ id, ...attributes, ...computed });
}

/** What is null says nothing. */
function withoutEmpty(value: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, each]) => (each === null ? [] : [[name, partOf(each)] as const])),
  );
}

function partOf(value: Json): Json {
  if (Array.isArray(value)) return (value as readonly Json[]).map(partOf);
  return isJsonObject(value) ? withoutEmpty(value) : value;
}

/** `published_content` as layouts write it. */
function camelCase(name: string): string {
  return name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** Says in the layout what the block is. */
export function explainBesides({ contents }: Document): void {
  if (!isMap(contents)) return;
  const block = contents.items.find(({ key }) => isScalar(key) && key.value === besidesField);
  if (block !== undefined && isScalar(block.key))
    block.key.commentBefore =
      " What the service tells besides, as it was when this was pulled. It is for people: nothing here is managed, and no\n command reads it.";
}
