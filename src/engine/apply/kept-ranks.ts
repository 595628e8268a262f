import type { Address } from "../../model/address.ts";
import type { State, StateEntry } from "../../model/state.ts";
import { groupBy } from "../../util/groups.ts";

type Entries = Readonly<Record<Address, StateEntry>>;
type Ranked = readonly [Address, StateEntry & { readonly rank: number }];

/**
 * Returns the entries with their former ranks, if these give the same order. So a new object between others does not change their ranks in
 * the state.
 */
export function withKeptRanks(entries: Entries, previous: State | undefined): Record<Address, StateEntry> {
  const ranked = Object.entries(entries).filter(
    (each): each is [Address, Ranked[1]] => each[1].rank !== undefined,
  );
  const siblings = groupBy(ranked, ([, { scopeId = "", container = "" }]) => `${scopeId}/${container}`);
  const kept = [...siblings.values()].flatMap((each) => {
    const inOrder = each.toSorted(([, one], [, other]) => one.rank - other.rank);
    const ranks = ranksLike(inOrder.map(([address, entry]) => rankBefore(previous, address, entry)));
    return inOrder.map(
      ([address, entry], at) => [address, { ...entry, rank: ranks[at] ?? entry.rank }] as const,
    );
  });
  return { ...entries, ...Object.fromEntries(kept) };
}

function rankBefore(previous: State | undefined, address: Address, entry: StateEntry): number | undefined {
  const before = previous?.objects[address];
  return before?.id === entry.id && before.container === entry.container ? before.rank : undefined;
}

/** Increasing ranks. As many as possible are the former ones. Empty if there is no room between two of them. */
function ranksLike(before: readonly (number | undefined)[]): readonly number[] {
  const kept = rising(before);
  const fixed = before.flatMap((rank, at) => (rank !== undefined && kept.has(at) ? [{ at, rank }] : []));
  const ranks = before.map((_, at) =>
    rankAt(
      at,
      fixed.findLast((each) => each.at <= at),
      fixed.find((each) => each.at >= at),
    ),
  );
  return ranks.every((rank, at) => at === 0 || (ranks[at - 1] ?? 0) < rank) ? ranks : [];
}

interface Fixed {
  readonly at: number;
  readonly rank: number;
}

/** A rank at this place, between the ranks of two fixed places. */
function rankAt(at: number, low: Fixed | undefined, high: Fixed | undefined): number {
  if (low === undefined) return high === undefined ? at : high.rank - (high.at - at);
  if (high === undefined || high.at === low.at) return low.rank + (at - low.at);
  return low.rank + ((high.rank - low.rank) * (at - low.at)) / (high.at - low.at);
}

/** The places of a longest increasing run of these ranks, in their order. */
function rising(ranks: readonly (number | undefined)[]): ReadonlySet<number> {
  /**
   * `ends`: for each length of a run, the place where one with the lowest end ends. `before`: for each place, the place before it in its
   * run.
   */
  const ends: number[] = [];
  const before: (number | undefined)[] = [];
  for (const [at, rank] of ranks.entries()) {
    if (rank === undefined) continue;
    let length = ends.findIndex((end) => (ranks[end] ?? 0) >= rank);
    if (length === -1) length = ends.length;
    before[at] = ends[length - 1];
    ends[length] = at;
  }
  const row: number[] = [];
  for (let at = ends.at(-1); at !== undefined; at = before[at]) row.unshift(at);
  return new Set(row);
}
