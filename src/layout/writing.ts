import type { ApiVersion } from "../model/endpoint.ts";
import { escaped } from "../model/escaped.ts";
import { keyOf, type ObjectKey } from "../model/object-key.ts";
import type { LiveObject, ObjectName } from "../model/snapshot.ts";
import type { Json, JsonObject } from "../util/json.ts";
import type { DerivedValues } from "./derived-values.ts";
import type { ItemName } from "./item-names.ts";
import { type LayoutTypes, syntaxOfType } from "./layout-types.ts";
import { OutsideReference } from "./outside-reference.ts";
import type { ShownOrder } from "./shown-order.ts";

/** The input and the results of writing a layout. */
export interface LayoutWriting {
  readonly types: LayoutTypes;
  readonly apiVersion: ApiVersion;
  readonly order: ShownOrder;
  /** All objects of the snapshot, without attributes that repeat a secret. */
  readonly objects: ReadonlyMap<ObjectKey, LiveObject>;
  /** Keys in the maps, of the objects in the layout. */
  readonly keys: ReadonlyMap<ObjectKey, string>;
  /** Names of items, each in its scope. */
  readonly items: ReadonlyMap<ObjectKey, ItemName>;
  /** Objects by the id of their parent, siblings in their order. */
  readonly inside: ReadonlyMap<string, readonly LiveObject[]>;
  /** Attributes that the layout omits, because the service derives their values. */
  readonly derived: DerivedValues;
  /** Secrets that the service shows. The layout contains no value that repeats one. */
  readonly secretTexts: readonly string[];
  /** Whether the layout contains an object's id even if it does not need it. */
  readonly writesId: (object: LiveObject) => boolean;
  readonly notes: string[];
  /** What the token may not read, one sentence each. The layout contains these sentences too. */
  readonly forbidden: string[];
  readonly secrets: OmittedSecret[];
}

/** A sensitive value that the layout omits, and the variable that the comment in its place names. */
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

/** A reference from one object to another: by key or name, or else by id. */
export function referenceTo(writing: LayoutWriting, from: LiveObject, to: ObjectName): unknown {
  const name = writing.keys.get(keyOf(to)) ?? itemNameOf(writing, from, to);
  return name === undefined ? new OutsideReference(escaped(to.id), commentAbout(writing, to)) : escaped(name);
}

const longestTitle = 60;

/** What an id refers to, for people. A quoted title is on one line, and contains no secret. */
function commentAbout({ types, objects }: LayoutWriting, to: ObjectName): string | undefined {
  const title = objects.get(keyOf(to))?.attributes["title"];
  if (typeof title !== "string") return undefined;
  const start = title.slice(0, longestTitle - 1).replace(/[\ud800-\udbff]$/u, "");
  const shown = title.length > longestTitle ? `${start}…` : title;
  return `the ${syntaxOfType(types, to.type).type.label.one} ${JSON.stringify(shown)}`;
}

/** The name of an item, if it is in the scope where readLayout looks it up first. */
function itemNameOf({ items }: LayoutWriting, from: LiveObject, to: ObjectName): string | undefined {
  const item = items.get(keyOf(to));
  return item?.scopeId === (from.scopeId ?? from.id) ? item?.name : undefined;
}

/** A value with all its texts escaped. */
export function escapedDeeply(value: Json): unknown {
  if (typeof value === "string") return escaped(value);
  if (Array.isArray(value)) return value.map((item: Json) => escapedDeeply(item));
  if (typeof value !== "object" || value === null) return value;
  return new Map(Object.entries(value as JsonObject).map(([key, item]) => [key, escapedDeeply(item)]));
}
