import { isJsonObject, type Json, type JsonObject } from "../../src/util/json.ts";
import type { PublishedDocument } from "./contract-document.ts";

/** The fields or items that a value can have if it satisfies some of these schemas. */
export interface KnownKeys {
  /** Whether the document permits further fields. */
  readonly open: boolean;
  readonly fields: ReadonlyMap<string, readonly JsonObject[]>;
  /** Schemas of the items, if the value is a list. */
  readonly items: readonly JsonObject[];
}

// The caches use the identity of the lists, so each list must be created once. Then a document is walked once, and not for each value.
const known = new WeakMap<readonly JsonObject[], KnownKeys>();
const lists = new WeakMap<JsonObject, readonly JsonObject[]>();

/** The fields that at least one variant of the schemas has. */
export function knownKeys(document: PublishedDocument, schemas: readonly JsonObject[]): KnownKeys {
  let keys = known.get(schemas);
  if (keys === undefined) {
    keys = collectKeys(schemas.flatMap((schema) => variantsOf(document, schema)));
    known.set(schemas, keys);
  }
  return keys;
}

function collectKeys(variants: readonly JsonObject[]): KnownKeys {
  const fields = new Map<string, JsonObject[]>();
  for (const variant of variants) {
    for (const [name, schema] of Object.entries((variant["properties"] ?? {}) as JsonObject)) {
      fields.set(name, [...(fields.get(name) ?? []), schema as JsonObject]);
    }
  }
  // An object schema without properties permits any fields.
  const open = variants.some((variant) => isOpen(variant["additionalProperties"])) || fields.size === 0;
  const items = variants.flatMap((variant) => (isJsonObject(variant["items"]) ? [variant["items"]] : []));
  return { open, fields, items };
}

function isOpen(further: Json | undefined): boolean {
  return further === true || isJsonObject(further);
}

/** A schema, and all schemas that it is composed of. */
function variantsOf(document: PublishedDocument, schema: JsonObject): readonly JsonObject[] {
  const resolved = document.resolve(schema);
  const parts = ["allOf", "oneOf", "anyOf"].flatMap((name) =>
    Array.isArray(resolved[name]) ? (resolved[name] as readonly JsonObject[]) : [],
  );
  return [resolved, ...parts.flatMap((part) => variantsOf(document, part))];
}

/** Paths of the fields in a value that no variant of its schema has. */
export function unknownKeys(document: PublishedDocument, schema: JsonObject, value: Json): readonly string[] {
  let list = lists.get(schema);
  if (list === undefined) {
    list = [schema];
    lists.set(schema, list);
  }
  const found = new Set<string>();
  collectUnknown({ document, found }, list, value, "");
  return [...found];
}

interface Collecting {
  readonly document: PublishedDocument;
  readonly found: Set<string>;
}

function collectUnknown(
  collecting: Collecting,
  schemas: readonly JsonObject[],
  value: Json,
  path: string,
): void {
  if (typeof value !== "object" || value === null) return;
  const keys = knownKeys(collecting.document, schemas);
  if (Array.isArray(value)) {
    if (keys.items.length > 0)
      for (const item of value as readonly Json[]) collectUnknown(collecting, keys.items, item, `${path}[]`);
    return;
  }
  for (const [name, field] of Object.entries(value as JsonObject)) {
    const place = path === "" ? name : `${path}.${name}`;
    const inner = keys.fields.get(name);
    if (inner !== undefined) collectUnknown(collecting, inner, field, place);
    else if (!keys.open) collecting.found.add(place);
  }
}
