import { canonicalJson, isJsonObject, type Json } from "../model/json.ts";
import { present } from "../model/present.ts";
import type { ItemCounts } from "../model/snapshot.ts";

/** Reads one page. Without a cursor, it reads the first one. */
export type PageReader = (cursor: string | undefined) => Promise<Json>;

/** The items of a list, with what is missing from it. */
export interface ListReading extends ListLack {
  readonly items: readonly Json[];
}

/** Why a list may be incomplete. Without fields, the list is complete. */
export interface ListLack {
  readonly missing?: ItemCounts;
  /** The cursors repeat, or the pages have nothing new and do not end, and no count shows that the list is complete. */
  readonly isEndless?: true;
}

const rereads = 2;
// A list may have some empty pages in a row. After so many pages without a new item, the client assumes that the list has no end.
const mostFruitlessPages = 100;

/**
 * Reads all pages of a list, each item once, in order. Pages shift while others write. If the service's count changes during the
 * reading, or is higher than the number of items found, the client reads the list again, at most twice. It does the same where the
 * cursors are whole numbers, until two readings in a row find the same items: a position skips an item when an earlier one is
 * deleted, and the count does not show it if another item is created. A reading that is complete by itself is the result; otherwise
 * the result combines the items of all readings.
 */
export async function readList(readPage: PageReader): Promise<ListReading> {
  const found = new Map<string, Json>();
  let end: PassEnd | undefined;
  for (let pass = 0; pass <= rereads; pass++) {
    const own = new Map<string, Json>();
    const reading = readOnce(readPage, end?.keys);
    let next = await reading.next();
    for (; next.done !== true; next = await reading.next()) own.set(itemKey(next.value), next.value);
    end = next.value;
    for (const [key, item] of own) found.set(key, item);
    if (isWhole(end)) return { items: [...own.values()] };
    if (isEnough(end, found.size)) break;
  }
  return { items: [...found.values()], ...lackOf(end, found.size) };
}

/**
 * Yields the items of a list page by page, each once, and reads again as {@link readList} does. Returns what is missing at the end.
 */
export async function* iterateList(readPage: PageReader): AsyncGenerator<Json, ListLack, undefined> {
  const yielded = new Set<string>();
  let end: PassEnd | undefined;
  for (let pass = 0; pass <= rereads; pass++) {
    const reading = readOnce(readPage, end?.keys);
    let next = await reading.next();
    for (; next.done !== true; next = await reading.next()) {
      const key = itemKey(next.value);
      if (yielded.has(key)) continue;
      yielded.add(key);
      yield next.value;
    }
    end = next.value;
    if (isWhole(end)) return {};
    if (isEnough(end, yielded.size)) break;
  }
  return lackOf(end, yielded.size);
}

/** How a reading of all pages ended. */
interface PassEnd {
  /** The last count that the service returned. */
  readonly count?: number;
  /** All pages returned the same count. */
  readonly isSteady: boolean;
  readonly isEndless: boolean;
  /** The pages may have skipped items that no count shows. */
  readonly isShifting: boolean;
  /** The keys of the items found. */
  readonly keys: ReadonlySet<string>;
}

/** Reads all pages once. An item may come twice. `former`: the keys that the reading before found. */
async function* readOnce(
  readPage: PageReader,
  former: ReadonlySet<string> | undefined,
): AsyncGenerator<Json, PassEnd, undefined> {
  const cursors = new Set<string>();
  const keys = new Set<string>();
  let cursor: string | undefined;
  let count: number | undefined;
  let isSteady = true;
  let isEndless = false;
  for (let fruitless = 0; fruitless < mostFruitlessPages; ) {
    const { items, next, count: total } = pagePartsOf(await readPage(cursor));
    isSteady &&= count === undefined || total === undefined || count === total;
    count = total ?? count;
    const before = keys.size;
    for (const item of items) {
      keys.add(itemKey(item));
      yield item;
    }
    fruitless = keys.size === before ? fruitless + 1 : 0;
    isEndless = next !== undefined;
    if (next === undefined || cursors.has(next)) break;
    cursors.add(next);
    cursor = next;
  }
  const isShifting = [...cursors].some(isPosition) && !hasSameKeys(keys, former);
  return { ...present({ count }), isSteady, isEndless, isShifting, keys };
}

/** The service says nothing of what its cursors are. Ids have letters; a whole number is taken for a position. */
function isPosition(cursor: string): boolean {
  return /^\d+$/.test(cursor);
}

function hasSameKeys(keys: ReadonlySet<string>, former: ReadonlySet<string> | undefined): boolean {
  return keys.size === former?.size && [...keys].every((key) => former.has(key));
}

/** Whether this reading alone shows that nothing is missing. */
function isWhole({ count, isSteady, isEndless, isShifting, keys }: PassEnd): boolean {
  if (isShifting) return false;
  return count === undefined ? !isEndless : isSteady && count <= keys.size;
}

/** Whether another reading would find no more: the items found reach a steady count, or there is no count. */
function isEnough({ count, isSteady, isShifting }: PassEnd, got: number): boolean {
  if (isShifting) return false;
  return count === undefined || (isSteady && count <= got);
}

function lackOf(end: PassEnd | undefined, received: number): ListLack {
  const expected = end?.count;
  if (expected === undefined) return end?.isEndless === true ? { isEndless: true } : {};
  return expected > received ? { missing: { expected, received } } : {};
}

/** The parts of a page. */
export interface PageParts {
  readonly items: readonly Json[];
  /** The cursor of the next page. Absent: this is the last page. */
  readonly next?: string;
  /** Number of items in the whole list. Absent: the service does not count them. */
  readonly count?: number;
}

/** Reads a page leniently: any part may be missing. */
export function pagePartsOf(page: Json): PageParts {
  return { items: itemsOf(page), ...present({ next: cursorOf(page), count: countOf(page) }) };
}

function itemsOf(page: Json): readonly Json[] {
  const items = isJsonObject(page) ? page["items"] : undefined;
  return Array.isArray(items) ? items : [];
}

function countOf(page: Json): number | undefined {
  const count = isJsonObject(page) ? page["count"] : undefined;
  return typeof count === "number" ? count : undefined;
}

function cursorOf(page: Json): string | undefined {
  const next = isJsonObject(page) ? page["next"] : undefined;
  const cursor = isJsonObject(next) ? next["page"] : undefined;
  return typeof cursor === "string" && cursor !== "" ? cursor : undefined;
}

/** Identifies an item: by its id, else its slug, else its whole JSON. */
export function itemKey(item: Json): string {
  if (isJsonObject(item)) {
    if (typeof item["id"] === "string") return `id ${item["id"]}`;
    if (typeof item["slug"] === "string") return `slug ${item["slug"]}`;
  }
  return `json ${canonicalJson(item)}`;
}
