import { expect, test } from "vitest";
import type { Json, JsonObject } from "../../util/json.ts";
import { present } from "../../util/present.ts";
import { iterateList, readList } from "./paging.ts";

const item = (id: string): JsonObject => ({ id });
const page = (ids: string, next?: string, count?: number): JsonObject => ({
  items: ids.split("").map(item),
  ...(next === undefined ? {} : { next: { page: next } }),
  ...present({ count }),
});

/** Pages in the order of the reads, each with the cursor that the read must send. */
type Script = readonly (readonly [cursor: string | undefined, page: Json])[];

interface Case {
  readonly name: string;
  readonly script: Script;
  readonly items: string;
  readonly missing?: { readonly expected: number; readonly received: number };
  readonly isEndless?: true;
}

const cases: readonly Case[] = [
  { name: "one page", script: [[undefined, page("abc")]], items: "abc" },
  { name: "an empty list", script: [[undefined, page("", undefined, 0)]], items: "" },
  {
    name: "pages until there is no next one",
    script: [
      [undefined, page("ab", "x", 5)],
      ["x", page("cd", "y", 5)],
      ["y", page("e", undefined, 5)],
    ],
    items: "abcde",
  },
  {
    name: "an item on two pages counts once",
    script: [
      [undefined, page("ab", "x", 3)],
      ["x", page("bc", undefined, 3)],
    ],
    items: "abc",
  },
  {
    name: "a cursor that leads to itself",
    script: [
      [undefined, page("ab", "a")],
      ["a", page("ab", "a")],
    ],
    items: "ab",
    isEndless: true,
  },
  {
    name: "cursors in a cycle",
    script: [
      [undefined, page("a", "x")],
      ["x", page("b", "y")],
      ["y", page("c", "x")],
    ],
    items: "abc",
    isEndless: true,
  },
  {
    name: "cursors in a cycle of a list that is whole by its count",
    script: [
      [undefined, page("a", "x", 2)],
      ["x", page("b", "x", 2)],
    ],
    items: "ab",
  },
  {
    name: "a page that skips an item is read again, and all items are kept",
    script: [
      [undefined, page("ab", "x", 4)],
      ["x", page("d", undefined, 4)],
      [undefined, page("bc", "x", 4)],
      ["x", page("d", undefined, 4)],
    ],
    items: "abdc",
  },
  {
    name: "a list with a changed count is read again, and items that are gone are dropped",
    script: [
      [undefined, page("ab", "x", 4)],
      ["x", page("d", undefined, 3)],
      [undefined, page("bc", "x", 3)],
      ["x", page("d", undefined, 3)],
    ],
    items: "bcd",
  },
  {
    name: "a list whose count changes all the time is what three readings found",
    script: [
      [undefined, page("ab", "x", 3)],
      ["x", page("c", undefined, 2)],
      [undefined, page("ab", "x", 3)],
      ["x", page("d", undefined, 4)],
      [undefined, page("ab", "x", 5)],
      ["x", page("cd", undefined, 4)],
    ],
    items: "abcd",
  },
  {
    name: "where cursors are positions, another reading finds the item that a delete and a create made the first skip",
    script: [
      [undefined, page("ab", "2", 6)],
      ["2", page("de", "4", 6)],
      ["4", page("fg", undefined, 6)],
      [undefined, page("bc", "2", 6)],
      ["2", page("de", "4", 6)],
      ["4", page("fg", undefined, 6)],
      [undefined, page("bc", "2", 6)],
      ["2", page("de", "4", 6)],
      ["4", page("fg", undefined, 6)],
    ],
    items: "bcdefg",
  },
  {
    name: "where cursors are positions, two readings that find the same items are enough",
    script: [
      [undefined, page("ab", "2", 3)],
      ["2", page("c", undefined, 3)],
      [undefined, page("ab", "2", 3)],
      ["2", page("c", undefined, 3)],
    ],
    items: "abc",
  },
  {
    name: "where cursors are positions and each reading finds other items, all items are kept",
    script: [
      [undefined, page("ab", "2", 3)],
      ["2", page("c", undefined, 3)],
      [undefined, page("bc", "2", 3)],
      ["2", page("d", undefined, 3)],
      [undefined, page("cd", "2", 3)],
      ["2", page("e", undefined, 3)],
    ],
    items: "abcde",
  },
  {
    name: "where cursors are positions of a list without a count, two readings that find the same items are enough",
    script: [
      [undefined, page("ab", "2")],
      ["2", page("d")],
      [undefined, page("bc", "2")],
      ["2", page("d")],
      [undefined, page("bc", "2")],
      ["2", page("d")],
    ],
    items: "bcd",
  },
  {
    name: "missing items are reported",
    script: [
      [undefined, page("a", undefined, 3)],
      [undefined, page("a", undefined, 3)],
      [undefined, page("b", undefined, 3)],
    ],
    items: "ab",
    missing: { expected: 3, received: 2 },
  },
];

test.each(cases)("$name", async ({ script, items, missing, isEndless }) => {
  const asked: (string | undefined)[] = [];
  const readPage = async (cursor: string | undefined) => {
    asked.push(cursor);
    return script[asked.length - 1]?.[1] ?? null;
  };
  const reading = await readList(readPage);
  expect(asked).toEqual(script.map(([cursor]) => cursor));
  expect(reading.items).toEqual(items.split("").map(item));
  expect(reading.missing).toEqual(missing);
  expect(reading.isEndless).toBe(isEndless);

  asked.length = 0;
  const given: Json[] = [];
  const iterating = iterateList(readPage);
  let next = await iterating.next();
  for (; next.done !== true; next = await iterating.next()) given.push(next.value);
  expect(asked).toEqual(script.map(([cursor]) => cursor));
  expect(given).toEqual(expect.arrayContaining(items.split("").map(item)));
  expect(new Set(given).size).toBe(given.length);
  expect(next.value).toEqual(present({ missing, isEndless }));
});

test("pages with new cursors and without new items end", async () => {
  let pages = 0;
  const reading = await readList(async () => page("ab", `cursor ${++pages}`));
  expect(reading).toEqual({ items: [item("a"), item("b")], isEndless: true });
  expect(pages).toBe(101);
});

test("items are the same by id, else by slug, else by value, and the latest read counts", async () => {
  const items = [
    { id: "1", title: "old" },
    { id: "1", title: "new" },
    { id: "2", slug: "s" },
    { slug: "s", title: "x" },
    { slug: "s", title: "y" },
    { a: 1, b: 2 },
    { b: 2, a: 1 },
    { b: 3 },
  ];
  const { items: read } = await readList(async () => ({ items }));
  expect(read).toEqual([items[1], items[2], items[4], items[6], items[7]]);
});
