import type { Address } from "../../../model/address.ts";
import type { LiveObject } from "../../../model/snapshot.ts";
import { getOrMake } from "../../../util/groups.ts";
import type { Retained } from "../decide/decisions.ts";
import type { OrderContext } from "../decide/plan-context.ts";
import type { Who } from "../decide/who-changed.ts";
import type { SiblingList } from "./sibling-lists.ts";

/** The move of an object to its declared parent, or to its place among its siblings. */
export interface Move {
  /** The present parent. null: the root. */
  readonly from: Address | null;
  readonly to: Address | null;
  /** The sibling that it then follows. null: it is the first. Absent: the layout does not order the siblings. */
  readonly after?: Address | null;
  /** Who changed the parent, or else the order. */
  readonly changedBy: Who;
}

/** Returns the move of an object of the layout. Undefined: it stays where it is. */
export type MoveOf = (retained: Retained) => Move | undefined;

export function movesIn(context: OrderContext, lists: readonly SiblingList[]): MoveOf {
  const places = placesIn(lists);
  const ordered = new Map<SiblingList, Who>();
  const whoOrdered = (list: SiblingList, live: LiveObject) =>
    getOrMake(ordered, list, () => context.who.order(list.siblings, live.container?.id ?? null));
  return ({ desired, live, moves }) => {
    const place = places.get(desired.address);
    const isSorted = place?.list.moved.has(desired.address) === true;
    if (!moves && !isSorted) return undefined;
    const from = context.names.containerOf(live);
    const wanted = context.names.desiredContainerOf(desired);
    const to = wanted === undefined ? from : wanted;
    const changedBy =
      moves || place === undefined
        ? (context.changes.changed.get(desired.address)?.container ?? "none")
        : whoOrdered(place.list, live);
    return { from, to, ...(place && { after: place.after }), changedBy };
  };
}

interface PlaceInList {
  readonly list: SiblingList;
  readonly after: Address | null;
}

function placesIn(lists: readonly SiblingList[]): ReadonlyMap<Address, PlaceInList> {
  const places = new Map<Address, PlaceInList>();
  for (const list of lists)
    for (const [at, sibling] of list.siblings.entries())
      places.set(sibling, { list, after: list.siblings[at - 1] ?? null });
  return places;
}
