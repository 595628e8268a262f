/** How one list of siblings is brought into its declared order. */
export interface Moves<T> {
  /** Items that stay where they are. */
  readonly still: ReadonlySet<T>;
  /** Items to be put directly after another (or before one, when nothing precedes them), in the order of doing. */
  readonly sorts: readonly {
    readonly item: T;
    readonly position: { readonly after: T } | { readonly before: T };
  }[];
}

/**
 * The fewest moves for `wanted`, given where its items are now: items of the longest increasing run stay, the others are
 * sorted one by one from the front. Items without a place now arrive in the wanted order, each at the end: they need a
 * sort only when something that stays is wanted behind them.
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

/** A longest subsequence whose places increase. O(n log n). */
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
