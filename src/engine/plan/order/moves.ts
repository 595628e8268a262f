import type { Address } from "../../../model/address.ts";
import type { PlanContext } from "../context.ts";
import type { Retained } from "../decide/decisions.ts";
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

export function listsBySibling(lists: readonly SiblingList[]): ReadonlyMap<Address, SiblingList> {
  return new Map(lists.flatMap((list) => list.siblings.map((sibling) => [sibling, list])));
}

/** The move of an object of the layout. Undefined: it stays where it is. */
export function moveOf(
  context: PlanContext,
  retained: Retained,
  list: SiblingList | undefined,
): Move | undefined {
  const { desired, live, moves } = retained;
  const isSorted = list?.moved.has(desired.address) === true;
  if (!moves && !isSorted) return undefined;
  const from = context.names.containerOf(live);
  const wanted = context.names.desiredContainerOf(desired);
  const to = wanted === undefined ? from : wanted;
  return { from, to, ...placeIn(list, desired.address), changedBy: whoMoved(context, retained, list) };
}

function placeIn(list: SiblingList | undefined, address: Address): Pick<Move, "after"> {
  return list === undefined ? {} : { after: list.siblings[list.siblings.indexOf(address) - 1] ?? null };
}

function whoMoved(
  { changes, who }: PlanContext,
  { desired, live, moves }: Retained,
  list: SiblingList | undefined,
): Who {
  if (!moves && list !== undefined) return who.order(list.siblings, live.container?.id ?? null);
  return changes.changed.get(desired.address)?.container ?? "none";
}
