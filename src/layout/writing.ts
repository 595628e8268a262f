import type { ApiVersion } from "../model/endpoint.ts";
import { escaped } from "../model/escaped.ts";
import type { Json, JsonObject } from "../model/json.ts";
import { keyOf, type ObjectKey } from "../model/object-key.ts";
import type { LiveObject, ObjectName } from "../model/snapshot.ts";
import type { ItemName } from "./item-names.ts";
import type { LayoutTypes } from "./layout-syntax.ts";
import type { ShownOrder } from "./shown-order.ts";

/** A layout that is being written. */
export interface LayoutWriting {
  readonly types: LayoutTypes;
  readonly apiVersion: ApiVersion;
  readonly order: ShownOrder;
  /** Keys in the maps, of the objects that are written. */
  readonly keys: ReadonlyMap<ObjectKey, string>;
  /** Names of items, each within what addresses it. */
  readonly items: ReadonlyMap<ObjectKey, ItemName>;
  /** Objects by what they are directly inside of, siblings in their order. */
  readonly inside: ReadonlyMap<string, readonly LiveObject[]>;
  /** Objects that are named by their ids, whatever else is known of them. */
  readonly byId: (object: LiveObject) => boolean;
  readonly notes: string[];
  /** What the token may not read, in a sentence each: the layout itself says so too. */
  readonly forbidden: string[];
  readonly secrets: OmittedSecret[];
}

/** A sensitive value that is not written, and the variable that the comment in its place names. */
export interface OmittedSecret {
  readonly variable: string;
  readonly type: string;
  readonly id: string;
  readonly attribute: string;
}

export function noted(writing: LayoutWriting, note: string): undefined {
  writing.notes.push(note);
  return undefined;
}

/** How an object names another: by its key or name, or else by its id. */
export function referenceTo(writing: LayoutWriting, from: LiveObject, to: ObjectName): unknown {
  const name = writing.keys.get(keyOf(to)) ?? itemNameOf(writing, from, to);
  return name === undefined ? new Map([["id", escaped(to.id)]]) : escaped(name);
}

/** The name of an item, if it is where the name is looked up first. */
function itemNameOf({ items }: LayoutWriting, from: LiveObject, to: ObjectName): string | undefined {
  const item = items.get(keyOf(to));
  return item?.scopeId === (from.scopeId ?? from.id) ? item?.name : undefined;
}

/** A value in which all text reads as itself. */
export function escapedDeeply(value: Json): unknown {
  if (typeof value === "string") return escaped(value);
  if (Array.isArray(value)) return value.map((item: Json) => escapedDeeply(item));
  if (typeof value !== "object" || value === null) return value;
  return new Map(Object.entries(value as JsonObject).map(([key, item]) => [key, escapedDeeply(item)]));
}
