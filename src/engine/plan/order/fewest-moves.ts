/** The moves that sort one list of siblings into its declared order. */
export interface Moves<T> {
  /** Items that stay in their places. */
  readonly still: ReadonlySet<T>;
  /** Items to move directly after another item, or before one if none precedes them. They are in the order of the moves. */
  readonly sorts: readonly {
    readonly item: T;
    readonly position: { readonly after: T } | { readonly before: T };
  }[];
}

/**
 * Finds the fewest moves into the order `wanted`. The items of a longest increasing run stay, and the others are moved one by one from the
 * front. An item without a present place arrives at the end, in the wanted order: it needs a move only if an item that stays comes after
 * it.
 */
export function fewestMoves<T>(wanted: readonly T[], placeNow: (item: T) => number | undefined): Moves<T> {
  const present = wanted.filter((item) => placeNow(item) !== undefined);
  const still = new Set(longestIncreasing(present, (item) => placeNow(item) as number));
  let lastStill = -1;
  wanted.forEach((item, at) => {
    if (still.has(item)) lastStill = at;
  });
  const firstStill = wanted.find((item) => still.has(item));
  const sorts = wanted.flatMap((item, at) => {
    if (still.has(item) || (placeNow(item) === undefined && at > lastStill)) return [];
    const previous = wanted[at - 1];
    return [{ item, position: previous === undefined ? { before: firstStill as T } : { after: previous } }];
  });
  return { still, sorts };
}

/** A longest subsequence whose places increase, in O(n log n). */
export function longestIncreasing<T>(items: readonly T[], place: (item: T) => number): readonly T[] {
  const tails: number[] = [];
  const previous: number[] = [];
  items.forEach((item, at) => {
    let low = 0;
    let high = tails.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (place(items[tails[middle] as number] as T) < place(item)) low = middle + 1;
      else high = middle;
    }
    previous[at] = low === 0 ? -1 : (tails[low - 1] as number);
    tails[low] = at;
  });
  const run: T[] = [];
  for (let at = tails.at(-1) ?? -1; at >= 0; at = previous[at] as number) run.push(items[at] as T);
  return run.reverse();
}
