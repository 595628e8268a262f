import fc from "fast-check";
import { expect, test } from "vitest";
import { fewestMoves, longestIncreasing } from "./fewest-moves.ts";

/** The list after the moves. Apply makes them from the front, and adds each new item at the end first. */
function perform(
  now: readonly number[],
  wanted: readonly number[],
): { list: readonly number[]; moves: number } {
  const { sorts } = fewestMoves(wanted, (item) => (now.includes(item) ? now.indexOf(item) : undefined));
  const list = [...now];
  for (const item of wanted) {
    if (!now.includes(item)) list.push(item);
    const sort = sorts.find((each) => each.item === item);
    if (sort === undefined) continue;
    list.splice(list.indexOf(item), 1);
    const { position } = sort;
    list.splice(
      "after" in position ? list.indexOf(position.after) + 1 : list.indexOf(position.before),
      0,
      item,
    );
  }
  return { list, moves: sorts.filter((sort) => now.includes(sort.item)).length };
}

/** The fewest moves, found by trying every set of items to move. */
function fewestByTrial(now: readonly number[], wanted: readonly number[]): number {
  const kept = wanted.filter((item) => now.includes(item));
  for (let moved = 0; moved <= kept.length; moved += 1)
    for (let set = 0; set < 1 << kept.length; set += 1) {
      const still = kept.filter((_, at) => (set & (1 << at)) === 0);
      if (kept.length - still.length !== moved) continue;
      const places = still.map((item) => now.indexOf(item));
      if (places.every((place, at) => at === 0 || (places[at - 1] as number) < place)) return moved;
    }
  return kept.length;
}

const lists = fc.tuple(
  fc.shuffledSubarray([0, 1, 2, 3, 4, 5, 6, 7]),
  fc.shuffledSubarray([0, 1, 2, 3, 4, 5, 6, 7]),
);

test("puts the wanted items into the wanted order, with any other items between them", () => {
  fc.assert(
    fc.property(lists, ([now, wanted]) => {
      const { list } = perform(now, wanted);
      expect(list.filter((item) => wanted.includes(item))).toEqual(wanted);
      const others = now.filter((item) => !wanted.includes(item));
      expect(list.filter((item) => !wanted.includes(item))).toEqual(others);
    }),
    { numRuns: 2000 },
  );
});

test("needs as few moves as an exhaustive search", () => {
  fc.assert(
    fc.property(lists, ([now, wanted]) => {
      expect(perform(now, wanted).moves).toBe(fewestByTrial(now, wanted));
    }),
    { numRuns: 2000 },
  );
});

test.each([
  { name: "nothing to do", now: [1, 2, 3], wanted: [1, 2, 3], sorts: 0 },
  { name: "first to the end is one move", now: [1, 2, 3], wanted: [2, 3, 1], sorts: 1 },
  { name: "a newcomer at the end needs no sort", now: [1, 2], wanted: [1, 2, 9], sorts: 0 },
  { name: "a newcomer in front needs one", now: [1, 2], wanted: [9, 1, 2], sorts: 1 },
  { name: "newcomers alone arrive in order", now: [], wanted: [3, 1, 2], sorts: 0 },
])("$name", ({ now, wanted, sorts }) => {
  expect(
    fewestMoves(wanted, (item) => (now.includes(item) ? now.indexOf(item) : undefined)).sorts,
  ).toHaveLength(sorts);
});

test("finds the longest increasing run of a long list quickly", () => {
  const items = Array.from({ length: 20_000 }, (_, at) => (at * 7919) % 20_000);
  const run = longestIncreasing(items, (item) => item);
  expect(run.every((item, at) => at === 0 || (run[at - 1] as number) < item)).toBe(true);
  expect(run.length).toBeGreaterThan(100);
});
