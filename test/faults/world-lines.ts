import type { StoreDump } from "../../src/emulator/dump.ts";
import type { EmulatorRecord } from "../../src/model/emulator-rules.ts";
import { registry } from "../../src/resources/registry.ts";
import { canonicalJson, type Json } from "../../src/util/json.ts";

/** Fields that do not count for the equality of two worlds. */
const passing = new Set([
  "createdAt",
  "updatedAt",
  "lastProcessedAt",
  "revision",
  "lastVersion",
  "versions",
  "processedAt",
  "specId",
]);

/**
 * The objects of a world outside the trash, as sorted lines with names in the place of ids. Two worlds are equal if their lines are, whatever the
 * ids and the number of attempts. `kept`: ids that count.
 */
export function worldLines({ tables }: StoreDump, kept: ReadonlySet<string> = new Set()): readonly string[] {
  const names = new Map<string, string>();
  for (const type of Object.keys(tables))
    for (const record of tables[type] ?? [])
      if (!kept.has(record.id)) names.set(record.id, `${type}(${nameOf(type, record)})`);
  return Object.keys(tables)
    .flatMap((type) =>
      (tables[type] ?? [])
        .filter((record) => record["deletedAt"] == null)
        .map((record) => `${type} ${canonicalJson(named({ ...record }, names))}`),
    )
    .sort();
}

function nameOf(type: string, record: EmulatorRecord): string {
  const declared = registry.find(({ name }) => name === type);
  // The key names an object without a title or a path.
  const key = (declared?.identity.key ?? []).filter((field) => typeof field === "string").reverse();
  const fields = ["path", "title", "label", "slug", ...(declared?.layout.addressBy ?? []), ...key];
  const name = fields.map((field) => record[field]).find((value) => value != null);
  return typeof name === "string" ? name : record.id;
}

function named(value: Json, names: ReadonlyMap<string, string>): Json {
  if (typeof value === "string")
    return value.replace(/[A-Za-z0-9_-]+/g, (token) => names.get(token) ?? token);
  // The order of the store's lists has no meaning, for example of members.
  if (Array.isArray(value)) return value.map((item: Json) => canonicalJson(named(item, names))).sort();
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([field]) => !passing.has(field))
      .map(([field, item]) => [names.get(field) ?? field, named(item as Json, names)]),
  );
}

/** `type id` of each object outside the trash. */
export function idsIn({ tables }: StoreDump): ReadonlySet<string> {
  return new Set(
    Object.keys(tables).flatMap((type) =>
      (tables[type] ?? [])
        .filter((record) => record["deletedAt"] == null)
        .map((record) => `${type} ${record.id}`),
    ),
  );
}
