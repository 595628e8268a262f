import { type EmulatorRecord, EmulatorRefusal } from "../model/emulator-rules.ts";
import type { Json } from "../util/json.ts";

/** The records of a type by id, in their order. */
export type RecordTable = Map<string, EmulatorRecord>;

/** All tables at one moment. It never changes: the store copies a shared table before it changes the table. */
export type StoreSnapshot = ReadonlyMap<string, RecordTable>;

/** A place in the order of a table. */
export type RecordPlace = { readonly before: string } | { readonly after: string } | "end";

/** The emulator's records. */
export interface Store {
  list(type: string): readonly EmulatorRecord[];
  get(type: string, id: string): EmulatorRecord | undefined;
  add(type: string, record: EmulatorRecord): EmulatorRecord;
  change(type: string, id: string, fields: { readonly [field: string]: Json }): EmulatorRecord;
  remove(type: string, id: string): void;
  place(type: string, id: string, position: RecordPlace): void;
  has(id: string): boolean;
  /** The types that have, or had, a record. */
  types(): readonly string[];
  /** Runs `work` and undoes its changes if it throws. `changed`: whether anything changed. */
  transaction<T>(work: () => T): { readonly result: T; readonly changed: boolean };
  snapshot(): StoreSnapshot;
  /** Runs `work` on another state and discards its changes. */
  viewing<T>(snapshot: StoreSnapshot, work: () => T): T;
  replace(tables: StoreSnapshot): void;
}

interface StoreState {
  tables: Map<string, RecordTable>;
  /** Tables that a snapshot shares. */
  shared: WeakSet<RecordTable>;
  /** The records of a table as a list, for tables that have not changed since they were listed. */
  lists: WeakMap<RecordTable, readonly EmulatorRecord[]>;
  /** Functions that undo the changes of the transaction, in the order of the changes. */
  undo: (() => void)[];
}

/** An empty store. */
export function createStore(): Store {
  const state: StoreState = { tables: new Map(), shared: new WeakSet(), lists: new WeakMap(), undo: [] };
  return {
    list: (type) => listOf(state, type),
    get: (type, id) => state.tables.get(type)?.get(id),
    add: (type, record) => add(state, type, record),
    change: (type, id, fields) => change(state, type, id, fields),
    remove: (type, id) => {
      if (!state.tables.get(type)?.has(id)) return;
      const next: RecordTable = new Map(state.tables.get(type));
      next.delete(id);
      replaceTable(state, type, next);
    },
    place: (type, id, position) =>
      replaceTable(state, type, reordered(tableWith(state, type, id), id, position)),
    has: (id) => {
      for (const table of state.tables.values()) if (table.has(id)) return true;
      return false;
    },
    types: () => [...state.tables.keys()],
    transaction: (work) => transaction(state, work),
    snapshot: () => {
      for (const table of state.tables.values()) state.shared.add(table);
      return new Map(state.tables);
    },
    viewing: (snapshot, work) => {
      const { tables, undo } = state;
      for (const table of snapshot.values()) state.shared.add(table);
      state.tables = new Map(snapshot);
      state.undo = [];
      try {
        return work();
      } finally {
        state.tables = tables;
        state.undo = undo;
      }
    },
    replace: (tables) => {
      state.tables = new Map(tables);
    },
  };
}

const noRecords: readonly EmulatorRecord[] = [];

function listOf(state: StoreState, type: string): readonly EmulatorRecord[] {
  const table = state.tables.get(type);
  if (table === undefined) return noRecords;
  let list = state.lists.get(table);
  if (list === undefined) {
    list = [...table.values()];
    state.lists.set(table, list);
  }
  return list;
}

function add(state: StoreState, type: string, record: EmulatorRecord): EmulatorRecord {
  const table = writableTable(state, type);
  if (table.has(record.id)) throw new Error(`The emulator already has a ${type} ${record.id}.`);
  const copy = { ...record };
  table.set(copy.id, copy);
  state.lists.delete(table);
  state.undo.push(() => {
    table.delete(copy.id);
    state.lists.delete(table);
  });
  return copy;
}

function change(
  state: StoreState,
  type: string,
  id: string,
  fields: { readonly [field: string]: Json },
): EmulatorRecord {
  tableWith(state, type, id);
  const table = writableTable(state, type);
  const before = table.get(id) as EmulatorRecord;
  const after = { ...before, ...fields, id };
  table.set(id, after);
  state.lists.delete(table);
  state.undo.push(() => {
    table.set(id, before);
    state.lists.delete(table);
  });
  return after;
}

/** The table of the type. Refuses the request if it has no record with the id. */
function tableWith(state: StoreState, type: string, id: string): RecordTable {
  const table = state.tables.get(type);
  if (!table?.has(id)) throw new EmulatorRefusal(404, `There is no ${type} ${id}.`);
  return table;
}

/** The table of the type, for changes in place. A shared table is copied first. */
function writableTable(state: StoreState, type: string): RecordTable {
  const table = state.tables.get(type);
  if (table !== undefined && !state.shared.has(table)) return table;
  const copy: RecordTable = new Map(table);
  replaceTable(state, type, copy);
  return copy;
}

function replaceTable(state: StoreState, type: string, next: RecordTable): void {
  const before = state.tables.get(type);
  state.tables.set(type, next);
  state.undo.push(() => {
    if (before === undefined) state.tables.delete(type);
    else state.tables.set(type, before);
  });
}

function reordered(table: RecordTable, id: string, position: RecordPlace): RecordTable {
  const record = table.get(id) as EmulatorRecord;
  const others = [...table.values()].filter((other) => other.id !== id);
  others.splice(placeIndex(others, position), 0, record);
  return new Map(others.map((other) => [other.id, other]));
}

function placeIndex(others: readonly EmulatorRecord[], position: RecordPlace): number {
  if (position === "end") return others.length;
  const anchor = "before" in position ? position.before : position.after;
  const index = others.findIndex((other) => other.id === anchor);
  if (index < 0) throw new EmulatorRefusal(400, `There is no sibling ${anchor} to place the object beside.`);
  return "before" in position ? index : index + 1;
}

function transaction<T>(state: StoreState, work: () => T): { readonly result: T; readonly changed: boolean } {
  state.undo = [];
  try {
    const result = work();
    return { result, changed: state.undo.length > 0 };
  } catch (error) {
    for (const undo of state.undo.reverse()) undo();
    throw error;
  } finally {
    state.undo = [];
  }
}
