import { EmulatorRefusal } from "../model/emulator-rules.ts";
import type { JsonObject } from "../util/json.ts";

/** How the emulator splits lists into pages. */
export interface PageRules {
  /** Items on a page if the request sets no limit. */
  readonly defaultLimit: number;
  /** Maximum number of items on a page, whatever limit the request sets. */
  readonly cap: number;
}

/** The effect of faults on a page. */
export interface PageFaults {
  /** Offset of the first item on the page: 1 skips an item, -1 repeats one. */
  readonly shift: number;
  /** The last page refers to the first one as its next page. */
  readonly loop: boolean;
}

/** The index of each cursor that the emulator returned, for the case that its item is deleted. */
export type Cursors = Map<string, number>;

/** One page of a list. A cursor is the id of the first item on the next page. */
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
