import type { EmulatorRecord, EmulatorResponse } from "../model/emulator-rules.ts";
import type { JsonObject } from "../util/json.ts";
import type { ServeContext } from "./context.ts";
import { type Fault, faultOf } from "./faults.ts";
import type { RecordTable, StoreSnapshot } from "./store.ts";

/**
 * A read that includes the objects in the trash, if a fault asks for it. A record in the trash has `deletedAt`. Handlers omit such
 * records, so the read runs a second time on a state in which nothing is in the trash.
 */
export function withTrash(
  context: Pick<ServeContext, "store" | "faults">,
  faults: readonly Fault[],
  read: () => EmulatorResponse,
): EmulatorResponse {
  const given = read();
  if (faultOf(faults, "trash-in-lists") === undefined || given.items === undefined) return given;
  const snapshot = context.store.snapshot();
  const dates = new Map<string, string>();
  const all = context.store.viewing(untrashed(snapshot, dates), read).items ?? [];
  const shown = new Set(given.items.map(idOf));
  const added = all.filter((item) => !shown.has(idOf(item)) && dates.has(idOf(item)));
  if (added.length === 0) return given;
  context.faults.hit("trash-in-lists");
  const trashed = (item: JsonObject): JsonObject => ({
    ...item,
    deletedAt: dates.get(idOf(item)) ?? null,
  });
  return { ...given, items: [...given.items, ...added.map(trashed)] };
}

function idOf(item: JsonObject): string {
  return typeof item["id"] === "string" ? item["id"] : "";
}

function untrashed(snapshot: StoreSnapshot, dates: Map<string, string>): StoreSnapshot {
  const restored = (record: EmulatorRecord): EmulatorRecord => {
    const { deletedAt, ...rest } = record;
    if (typeof deletedAt !== "string") return record;
    dates.set(record.id, deletedAt);
    return rest as EmulatorRecord;
  };
  const tables = [...snapshot].map(([type, table]): [string, RecordTable] => [
    type,
    new Map([...table].map(([id, record]) => [id, restored(record)])),
  ]);
  return new Map(tables);
}
