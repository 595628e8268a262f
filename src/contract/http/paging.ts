import type { ItemCounts } from "../../model/snapshot.ts";
import { canonicalJson, isJsonObject, type Json, jsonEquals } from "../../util/json.ts";
import { present } from "../../util/present.ts";

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
  /** An item that each pass showed several times, with different contents. */
  readonly contradiction?: string;
}

const maxPasses = 3;
// A list may have some empty pages in a row. After so many pages without a new item, the client assumes that the list has no end.
const maxPagesWithoutNewItem = 100;

/**
 * Reads a list: each item once, in the order of the pages. While others write, items move between pages, and a pass over all pages may
 * miss some. The client therefore makes another pass, at most three in total,
 * - if the service's count changed during the pass, or is higher than the number of items found;
 * - if the pass showed an item several times, with different contents;
 * - if the cursors are whole numbers, until two passes in a row find the same items. Such a cursor is a position, which skips an item
 *   when an earlier one is deleted. The count does not show this if another item was created.
 *
 * The result is the first pass that is complete by itself, otherwise the items of all passes together.
 */
export async function readList(readPage: PageReader): Promise<ListReading> {
  const itemsOfAllPasses = new Map<string, Json>();
  let end: PassEnd | undefined;
  for (let pass = 1; pass <= maxPasses; pass++) {
    const itemsOfPass = new Map<string, Json>();
    const reading = readPass(readPage, end?.keys);
    let next = await reading.next();
    for (; next.done !== true; next = await reading.next()) itemsOfPass.set(itemKey(next.value), next.value);
    end = next.value;
    for (const [key, item] of itemsOfPass) itemsOfAllPasses.set(key, item);
    if (isComplete(end)) return { items: [...itemsOfPass.values()] };
    if (isUselessToRepeat(end, itemsOfAllPasses.size)) break;
  }
  return { items: [...itemsOfAllPasses.values()], ...lackOf(end, itemsOfAllPasses.size) };
}

/**
 * Yields the items of a list page by page, each once, and makes further passes as {@link readList} does. Returns what is missing at the
 * end.
 */
export async function* iterateList(readPage: PageReader): AsyncGenerator<Json, ListLack, undefined> {
  const yieldedKeys = new Set<string>();
  let end: PassEnd | undefined;
  for (let pass = 1; pass <= maxPasses; pass++) {
    const reading = readPass(readPage, end?.keys);
    let next = await reading.next();
    for (; next.done !== true; next = await reading.next()) {
      const key = itemKey(next.value);
      if (yieldedKeys.has(key)) continue;
      yieldedKeys.add(key);
      yield next.value;
    }
    end = next.value;
    if (isComplete(end)) return {};
    if (isUselessToRepeat(end, yieldedKeys.size)) break;
  }
  return lackOf(end, yieldedKeys.size);
}

/** How a pass over all pages ended. */
interface PassEnd {
  /** The last count that the service returned. */
  readonly count?: number;
  /** All pages returned the same count. */
  readonly hasSteadyCount: boolean;
  readonly isEndless: boolean;
  /** The pages may have skipped items that no count shows. */
  readonly isShifting: boolean;
  /** The key of an item with several contents. */
  readonly contradiction?: string;
  /** The keys of the items found. */
  readonly keys: ReadonlySet<string>;
}

/** Reads all pages once. An item may come twice. `keysBefore`: the keys that the pass before found. */
async function* readPass(
  readPage: PageReader,
  keysBefore: ReadonlySet<string> | undefined,
): AsyncGenerator<Json, PassEnd, undefined> {
  const cursors = new Set<string>();
  const found = new Map<string, Json>();
  let contradiction: string | undefined;
  let cursor: string | undefined;
  let count: number | undefined;
  let hasSteadyCount = true;
  let isEndless = false;
  for (let pagesWithoutNewItem = 0; pagesWithoutNewItem < maxPagesWithoutNewItem; ) {
    const { items, next, count: countOfPage } = pagePartsOf(await readPage(cursor));
    hasSteadyCount &&= count === undefined || countOfPage === undefined || count === countOfPage;
    count = countOfPage ?? count;
    const countBefore = found.size;
    contradiction ??= addItems(found, items);
    yield* items;
    pagesWithoutNewItem = found.size === countBefore ? pagesWithoutNewItem + 1 : 0;
    isEndless = next !== undefined;
    if (next === undefined || cursors.has(next)) break;
    cursors.add(next);
    cursor = next;
  }
  const keys = new Set(found.keys());
  const isShifting = [...cursors].some(isPosition) && !hasSameKeys(keys, keysBefore);
  return { ...present({ count, contradiction }), hasSteadyCount, isEndless, isShifting, keys };
}

/** Adds the items of a page. Returns the key of one that had other contents before. */
function addItems(found: Map<string, Json>, items: readonly Json[]): string | undefined {
  let contradiction: string | undefined;
  for (const item of items) {
    const key = itemKey(item);
    if (!jsonEquals(found.get(key) ?? item, item)) contradiction ??= key;
    found.set(key, item);
  }
  return contradiction;
}

/** The service does not document its cursors. Ids contain letters, so docsform assumes that a whole number is a position. */
function isPosition(cursor: string): boolean {
  return /^\d+$/.test(cursor);
}

function hasSameKeys(keys: ReadonlySet<string>, keysBefore: ReadonlySet<string> | undefined): boolean {
  return keys.size === keysBefore?.size && [...keys].every((key) => keysBefore.has(key));
}

/** Whether the pass alone shows that nothing is missing. */
function isComplete({ count, hasSteadyCount, isEndless, isShifting, contradiction, keys }: PassEnd): boolean {
  if (isShifting || contradiction !== undefined) return false;
  return count === undefined ? !isEndless : hasSteadyCount && count <= keys.size;
}

/** Whether another pass would find no more: the items of all passes reach a steady count, or there is no count. */
function isUselessToRepeat(
  { count, hasSteadyCount, isShifting, contradiction }: PassEnd,
  received: number,
): boolean {
  if (isShifting || contradiction !== undefined) return false;
  return count === undefined || (hasSteadyCount && count <= received);
}

function lackOf(end: PassEnd | undefined, received: number): ListLack {
  const expected = end?.count;
  if (end?.contradiction !== undefined) return { contradiction: end.contradiction };
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
