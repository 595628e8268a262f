import { EmulatorRefusal } from "../model/emulator-rules.ts";
import type { JsonObject } from "../model/json.ts";

/** How lists are cut into pages. */
export interface PageRules {
  /** Items of a page when the request names no limit. */
  readonly defaultLimit: number;
  /** The most items of a page, whatever the request says. */
  readonly cap: number;
}

/** What a fault does to a page. */
export interface PageFaults {
  /** Where the page starts besides the place that it should: 1 skips an item, -1 repeats one. */
  readonly shift: number;
  /** The last page points at the first one. */
  readonly loop: boolean;
}

/** Remembers where the cursors that it gave out pointed, for when their item has gone. */
export type Cursors = Map<string, number>;

/** One page of a list. A cursor is the id of the item that the next page begins with. */
export function pageOf(
  items: readonly JsonObject[],
  query: Readonly<Record<string, string>>,
  rules: PageRules,
  cursors: Cursors,
  faults: PageFaults,
): JsonObject {
  const size = Math.min(Number(query["limit"] ?? rules.defaultLimit), rules.cap);
  const begin = Math.max(0, startOf(items, query["page"], cursors) + faults.shift);
  const end = begin + size;
  const next = size > 0 && end < items.length ? end : faults.loop && items.length > 0 ? 0 : undefined;
  const page = { items: items.slice(begin, end), count: items.length };
  if (next === undefined) return page;
  const cursor = cursorOf(items, next);
  cursors.set(cursor, next);
  return { ...page, next: { page: cursor } };
}

function cursorOf(items: readonly JsonObject[], index: number): string {
  const id = items[index]?.["id"];
  return typeof id === "string" ? id : `item-${index}`;
}

function startOf(items: readonly JsonObject[], cursor: string | undefined, cursors: Cursors): number {
  if (cursor === undefined) return 0;
  const remembered = cursors.get(cursor);
  if (remembered !== undefined && cursorOf(items, remembered) === cursor) return remembered;
  const index = items.findIndex((item) => item["id"] === cursor);
  if (index >= 0) return index;
  if (remembered === undefined) throw new EmulatorRefusal(400, "Invalid query.page: unknown cursor");
  return remembered;
}
