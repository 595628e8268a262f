import { groupBy } from "../../util/groups.ts";

/** Something in the structure of a site. */
export interface Placed<Item> {
  readonly item: Item;
  /** No two of one site have the same. */
  readonly place: string;
  readonly title: string;
}

/** Which of the others each one is: the one at its place, else the only one left with its title, if it is the only one without a place. */
export function pairs<One, Other>(
  ones: readonly Placed<One>[],
  others: readonly Placed<Other>[],
): ReadonlyMap<One, Other> {
  const byPlace = new Map(others.map((other) => [other.place, other]));
  const found = new Map<One, Other>();
  const taken = new Set<Other>();
  for (const { item, place } of ones) {
    const other = byPlace.get(place);
    if (other === undefined || taken.has(other.item)) continue;
    found.set(item, other.item);
    taken.add(other.item);
  }
  const left = groupBy(
    others.filter(({ item }) => !taken.has(item)),
    ({ title }) => title,
  );
  const unpaired = groupBy(
    ones.filter(({ item }) => !found.has(item)),
    ({ title }) => title,
  );
  for (const [title, [one, anotherOne]] of unpaired) {
    const [other, another] = left.get(title) ?? [];
    if (one !== undefined && other !== undefined && anotherOne === undefined && another === undefined)
      found.set(one.item, other.item);
  }
  return found;
}
