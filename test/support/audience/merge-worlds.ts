import type { StoreDump } from "../../../src/emulator/dump.ts";
import type { EmulatorRecord } from "../../../src/model/emulator-rules.ts";
import { groupBy } from "../../../src/util/groups.ts";
import { jsonEquals } from "../../../src/util/json.ts";
import type { Records } from "./audience-judge.ts";
import { recordsOf } from "./openings.ts";

type Fields = Partial<Record<string, EmulatorRecord[string]>>;

/** Three worlds with the same ids: the one that both edits begin with, and the worlds after each of them. */
export interface Edited {
  readonly before: StoreDump;
  readonly byLayout: StoreDump;
  readonly byOthers: StoreDump;
}

/** The world after the edits of others, and in it what the edits of the layout change: fields, new objects and deleted ones. */
export function mergedWorld(edited: Edited): Records {
  const names = Object.keys({ ...edited.byOthers.tables, ...edited.byLayout.tables });
  const changes = names.map((name) => [name, changesIn(edited, name)] as const);
  const now = new Map(changes.flatMap(([name, { replaced }]) => [...parentsOf(edited, name), ...replaced]));
  const merged = changes.map(([name, change]): [string, readonly EmulatorRecord[]] => [
    name,
    mergedTable(edited.byOthers.tables[name] ?? [], change).flatMap((record) => placedNow(record, now)),
  ]);
  return recordsOf(Object.fromEntries(merged));
}

/**
 * Where the contents of objects are that somebody deleted: beside them, if they were in a collection or a group. undefined: nowhere, so that an edit of
 * the layout shows nothing in a section that people took away.
 */
function parentsOf(
  { before, byLayout, byOthers }: Edited,
  name: string,
): readonly (readonly [string, string | null | undefined])[] {
  const field = { collection: "parent", site_section_group: "group" }[name];
  const [ours, theirs] = [byId(byLayout, name), byId(byOthers, name)];
  const gone = [...byId(before, name).values()].filter(({ id }) => !ours.has(id) || !theirs.has(id));
  return gone.map((record) => {
    const parent = field === undefined ? undefined : (record[field] ?? null);
    return [record.id, parent as string | null | undefined];
  });
}

interface TableChanges {
  readonly created: readonly EmulatorRecord[];
  readonly deleted: ReadonlySet<string>;
  readonly changed: ReadonlyMap<string, Fields>;
  /** The new ids of objects that were replaced by new ones with other ids. */
  readonly replaced: ReadonlyMap<string, string>;
}

function changesIn({ before, byLayout, byOthers }: Edited, name: string): TableChanges {
  const [was, is, theirs] = [byId(before, name), byId(byLayout, name), byId(byOthers, name)];
  const gone = [...was.values()].filter(({ id }) => !is.has(id));
  const made = [...is.values()].filter(({ id }) => !was.has(id));
  const replaced = new Map(onesAlike(name, gone, made).map(([old, next]) => [old.id, next.id]));
  const stays = [...was.values()].flatMap((old) => {
    const next = is.get(replaced.get(old.id) ?? old.id);
    return next === undefined ? [] : [[old.id, changedFields(old, next)] as const];
  });
  const takesOver = new Set(replaced.values());
  // The layout itself puts there what it moves, also if others have deleted it in the former place.
  const movedOn = stays.flatMap(([id, fields]) => {
    const next = is.get(replaced.get(id) ?? id);
    return next !== undefined && !theirs.has(id) && placeFields.some((field) => field in fields)
      ? [next]
      : [];
  });
  return {
    created: [...made.filter(({ id }) => !takesOver.has(id)), ...movedOn],
    deleted: new Set(gone.filter(({ id }) => !replaced.has(id)).map(({ id }) => id)),
    changed: new Map(stays),
    replaced,
  };
}

function byId({ tables }: StoreDump, name: string): ReadonlyMap<string, EmulatorRecord> {
  return new Map((tables[name] ?? []).map((record) => [record.id, record]));
}

/** Fields by which a new object is recognized as a deleted one. */
const alike: Readonly<Record<string, readonly string[]>> = {
  site_space: ["site", "space"],
  site_section: ["site", "title"],
  site_section_group: ["site", "title"],
  site: ["title"],
};

function onesAlike(
  name: string,
  gone: readonly EmulatorRecord[],
  made: readonly EmulatorRecord[],
): readonly (readonly [EmulatorRecord, EmulatorRecord])[] {
  const fields = alike[name];
  if (fields === undefined) return [];
  const keyOf = (record: EmulatorRecord) => JSON.stringify(fields.map((field) => record[field]));
  const [old, next] = [groupBy(gone, keyOf), groupBy(made, keyOf)];
  return [...old].flatMap(([key, [only, ...others]]) => {
    const [taking, ...further] = next.get(key) ?? [];
    const isClear = only !== undefined && taking !== undefined && others.length + further.length === 0;
    return isClear ? [[only, taking] as const] : [];
  });
}

function changedFields(was: EmulatorRecord, is: EmulatorRecord): Fields {
  const names = Object.keys({ ...was, ...is }).filter((name) => name !== "id");
  const differ = names.filter((name) => !jsonEquals(was[name] ?? null, is[name] ?? null));
  return Object.fromEntries(differ.map((name) => [name, is[name] ?? null]));
}

function mergedTable(
  live: readonly EmulatorRecord[],
  { created, deleted, changed, replaced }: TableChanges,
): readonly EmulatorRecord[] {
  const kept = live.filter(({ id }) => !deleted.has(id));
  const merged = kept.map((record) => ({
    ...record,
    ...changed.get(record.id),
    id: replaced.get(record.id) ?? record.id,
  }));
  return [...(merged as EmulatorRecord[]), ...created];
}

const placeFields = ["site", "section", "group", "parent", "space"];

/** The record in the place where it is now. Nothing, if what contains it is gone. */
function placedNow(
  record: EmulatorRecord,
  now: ReadonlyMap<string, string | null | undefined>,
): readonly EmulatorRecord[] {
  const placed: EmulatorRecord = { ...record };
  for (const name of placeFields) {
    for (let outer = placed[name]; typeof outer === "string" && now.has(outer); outer = placed[name]) {
      const next = now.get(outer);
      if (next === undefined) return [];
      placed[name] = next;
    }
  }
  return [placed];
}
