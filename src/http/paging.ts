import { canonicalJson, isJsonObject, type Json } from "../model/json.ts";
import { present } from "../model/present.ts";
import type { Missing } from "../model/snapshot.ts";

/** Reads one page; no cursor for the first. */
export type PageReader = (cursor: string | undefined) => Promise<Json>;

/** A list, and what is known to be missing of it. */
export interface ListReading extends ListLack {
  readonly items: readonly Json[];
}

/** Why a list may not be whole; without fields, it is. */
export interface ListLack {
  readonly missing?: Missing;
  /** Its cursors led back to where they had been, or to nothing new for ever, and no count says that this is all. */
  readonly isEndless?: true;
}

const rereads = 2;
// Pages may be empty one after another, but a list whose pages bring nothing new for so long has no end.
const mostFruitlessPages = 100;

/**
 * Reads all pages of a list, each item once, in order. Pages shift while others write: where the count that the service names
 * changes meanwhile, or is higher than what was found, the list is read again, at most twice. A reading that is whole by itself is
 * the list; else what all of them found is put together.
 */
export async function readList(readPage: PageReader): Promise<ListReading> {
  const found = new Map<string, Json>();
  let end: PassEnd | undefined;
  for (let pass = 0; pass <= rereads; pass++) {
    const own = new Map<string, Json>();
    const reading = readOnce(readPage);
    let next = await reading.next();
    for (; next.done !== true; next = await reading.next()) own.set(itemKey(next.value), next.value);
    end = next.value;
    for (const [key, item] of own) found.set(key, item);
    if (isWhole(end, own.size)) return { items: [...own.values()] };
    if (isEnough(end, found.size)) break;
  }
  return { items: [...found.values()], ...lackOf(end, found.size) };
}

/**
 * Gives the items of a list as its pages come, each once, and reads again as {@link readList} does. What is known to be missing in
 * the end is what the generator returns.
 */
export async function* iterateList(readPage: PageReader): AsyncGenerator<Json, ListLack, undefined> {
  const given = new Set<string>();
  let end: PassEnd | undefined;
  for (let pass = 0; pass <= rereads; pass++) {
    const own = new Set<string>();
    const reading = readOnce(readPage);
    let next = await reading.next();
    for (; next.done !== true; next = await reading.next()) {
      const key = itemKey(next.value);
      own.add(key);
      if (given.has(key)) continue;
      given.add(key);
      yield next.value;
    }
    end = next.value;
    if (isWhole(end, own.size)) return {};
    if (isEnough(end, given.size)) break;
  }
  return lackOf(end, given.size);
}

/** How the pages of a list came to an end. */
interface PassEnd {
  /** The last count that the service named. */
  readonly count?: number;
  /** No page named another count than the one before it. */
  readonly isSteady: boolean;
  readonly isEndless: boolean;
}

/** One reading of all pages; an item may come twice. */
async function* readOnce(readPage: PageReader): AsyncGenerator<Json, PassEnd, undefined> {
  const cursors = new Set<string>();
  const keys = new Set<string>();
  let cursor: string | undefined;
  let count: number | undefined;
  let isSteady = true;
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
    if (next === undefined) return { ...present({ count }), isSteady, isEndless: false };
    if (cursors.has(next)) break;
    cursors.add(next);
    cursor = next;
  }
  return { ...present({ count }), isSteady, isEndless: true };
}

/** Whether one reading shows that nothing is missing of it. */
function isWhole({ count, isSteady, isEndless }: PassEnd, got: number): boolean {
  return count === undefined ? !isEndless : isSteady && count <= got;
}

/** Whether another reading would show no more: what was found is as much as the list has, or nothing says how much that is. */
function isEnough({ count, isSteady }: PassEnd, got: number): boolean {
  return count === undefined || (isSteady && count <= got);
}

function lackOf(end: PassEnd | undefined, received: number): ListLack {
  const expected = end?.count;
  if (expected === undefined) return end?.isEndless === true ? { isEndless: true } : {};
  return expected > received ? { missing: { expected, received } } : {};
}

/** What the service says of a page. */
export interface PageParts {
  readonly items: readonly Json[];
  /** The cursor of the page after this one; absent on the last. */
  readonly next?: string;
  /** How many items the whole list has. */
  readonly count?: number;
}

/** Reads a page, whatever may be missing of it. */
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

/** Equal for what is the same item. */
export function itemKey(item: Json): string {
  if (isJsonObject(item)) {
    if (typeof item["id"] === "string") return `id ${item["id"]}`;
    if (typeof item["slug"] === "string") return `slug ${item["slug"]}`;
  }
  return `json ${canonicalJson(item)}`;
}
