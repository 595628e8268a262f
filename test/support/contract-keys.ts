import { isJsonObject, type Json, type JsonObject } from "../../src/model/json.ts";
import type { PublishedDocument } from "./contract-document.ts";

/** What an object may hold by a schema: `open` where the document allows any further field. */
export interface KnownKeys {
  readonly open: boolean;
  readonly fields: ReadonlyMap<string, readonly JsonObject[]>;
}

/** Fields that some variant of the schema knows. */
export function knownKeys(document: PublishedDocument, schemas: readonly JsonObject[]): KnownKeys {
  const variants = schemas.flatMap((schema) => variantsOf(document, schema));
  const fields = new Map<string, JsonObject[]>();
  for (const variant of variants) {
    for (const [name, schema] of Object.entries((variant["properties"] ?? {}) as JsonObject)) {
      fields.set(name, [...(fields.get(name) ?? []), schema as JsonObject]);
    }
  }
  // An object schema without properties says nothing about what is inside.
  const open = variants.some((variant) => isOpen(variant["additionalProperties"])) || fields.size === 0;
  return { open, fields };
}

function isOpen(further: Json | undefined): boolean {
  return further === true || isJsonObject(further);
}

/** The schema and everything that it is made of. */
export function variantsOf(document: PublishedDocument, schema: JsonObject): readonly JsonObject[] {
  const resolved = document.resolve(schema);
  const parts = ["allOf", "oneOf", "anyOf"].flatMap((name) =>
    Array.isArray(resolved[name]) ? (resolved[name] as readonly JsonObject[]) : [],
  );
  return [resolved, ...parts.flatMap((part) => variantsOf(document, part))];
}

/** Paths of the fields in a value that no variant of its schema knows. */
export function unknownKeys(
  document: PublishedDocument,
  schemas: readonly JsonObject[],
  value: Json,
  path = "",
): readonly string[] {
  if (Array.isArray(value)) {
    const items = schemas
      .flatMap((schema) => variantsOf(document, schema))
      .flatMap((variant) => (isJsonObject(variant["items"]) ? [variant["items"]] : []));
    if (items.length === 0) return [];
    return value.flatMap((item: Json) => unknownKeys(document, items, item, `${path}[]`));
  }
  if (!isJsonObject(value)) return [];
  const known = knownKeys(document, schemas);
  return Object.entries(value).flatMap(([name, field]) => {
    const place = path === "" ? name : `${path}.${name}`;
    const inner = known.fields.get(name);
    if (inner === undefined) return known.open ? [] : [place];
    return unknownKeys(document, inner, field, place);
  });
}
