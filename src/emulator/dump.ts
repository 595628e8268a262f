import type { EmulatorRecord } from "../model/emulator-rules.ts";
import type { ApiVersion } from "../model/endpoint.ts";
import { isJsonObject, type Json, type JsonObject } from "../util/json.ts";
import type { RecordTable, StoreSnapshot } from "./store.ts";

/** The emulator's objects as JSON: a table for each type, with the records in their order. */
export interface StoreDump {
  readonly organization: string;
  readonly apiVersion: ApiVersion;
  readonly tables: Readonly<Record<string, readonly EmulatorRecord[]>>;
}

/** Tables in the order of their names, without empty ones. Equal stores give equal dumps. */
export function dumpTables(snapshot: StoreSnapshot): StoreDump["tables"] {
  const names = [...snapshot.keys()].sort().filter((name) => (snapshot.get(name) as RecordTable).size > 0);
  return Object.fromEntries(names.map((name) => [name, [...(snapshot.get(name) as RecordTable).values()]]));
}

/** The tables of a dump. */
export function loadTables(tables: StoreDump["tables"]): StoreSnapshot {
  const load = (records: readonly EmulatorRecord[]): RecordTable =>
    new Map(records.map((record) => [record.id, { ...record }]));
  return new Map(Object.entries(tables).map(([type, records]) => [type, load(records)]));
}

/**
 * The dump with each id replaced by `type#n`, numbered by first appearance, wherever the id is. Two dumps that differ only in their
 * ids become equal. Fields named in `ignore` (dates) are omitted.
 */
export function normalizeDump(
  dump: StoreDump,
  options: { readonly ignore?: readonly string[] } = {},
): StoreDump {
  const names = new Map<string, string>();
  for (const type of Object.keys(dump.tables).sort()) {
    for (const [index, record] of (dump.tables[type] as readonly EmulatorRecord[]).entries()) {
      if (!names.has(record.id)) names.set(record.id, `${type}#${index + 1}`);
    }
  }
  const ignored = new Set(options.ignore);
  return { ...dump, tables: renamed(dump.tables as unknown as JsonObject, names, ignored) as never };
}

function renamed(value: Json, names: ReadonlyMap<string, string>, ignored: ReadonlySet<string>): Json {
  if (typeof value === "string") {
    return value.replace(/[A-Za-z0-9_-]+/g, (token) => names.get(token) ?? token);
  }
  if (Array.isArray(value)) return value.map((item: Json) => renamed(item, names, ignored));
  if (!isJsonObject(value)) return value;
  const shown = Object.keys(value)
    .filter((field) => !ignored.has(field))
    .sort();
  return Object.fromEntries(
    shown.map((field) => [names.get(field) ?? field, renamed(value[field] as Json, names, ignored)]),
  );
}
