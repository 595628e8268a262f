import { canonicalJson, isJsonObject, type Json } from "../model/json.ts";
import type { Missing } from "../model/live-world.ts";
import { present } from "../model/present.ts";

/** Reads one page; no cursor for the first. */
export type PageReader = (cursor: string | undefined) => Promise<Json>;

/** A whole list. */
export interface ListReading {
  readonly items: readonly Json[];
  readonly missing?: Missing;
}

const rereads = 2;
// Stops the reading where a faulty service gives a new cursor for ever.
const mostPages = 10_000;

/**
 * Reads all pages of a list, each item once, in order. Pages shift while others write, so when the service counts more
 * than was found the list is read again, at most twice, and what was found is put together.
 */
export async function readList(readPage: PageReader): Promise<ListReading> {
  const found = new Map<string, Json>();
  let expected = 0;
  for (let reading = 0; reading <= rereads; reading++) {
    expected = (await readPages(readPage, found)) ?? 0;
    if (expected <= found.size) break;
  }
  const items = [...found.values()];
  return expected > items.length ? { items, missing: { expected, got: items.length } } : { items };
}

/** Adds the items of one reading; gives the last count that the service named. */
async function readPages(readPage: PageReader, found: Map<string, Json>): Promise<number | undefined> {
  const seen = new Set<string>();
  let cursor: string | undefined;
  let count: number | undefined;
  for (let pages = 0; pages < mostPages; pages++) {
    const page = await readPage(cursor);
    const { items, next, count: total } = pagePartsOf(page);
    for (const item of items) found.set(keyOf(item), item);
    count = total ?? count;
    cursor = next;
    if (cursor === undefined || seen.has(cursor)) break;
    seen.add(cursor);
  }
  return count;
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
export function keyOf(item: Json): string {
  if (isJsonObject(item)) {
    if (typeof item["id"] === "string") return `id ${item["id"]}`;
    if (typeof item["slug"] === "string") return `slug ${item["slug"]}`;
  }
  return `json ${canonicalJson(item)}`;
}
