import type { Address } from "../../../model/address.ts";
import type { PlanContext } from "../context.ts";
import type { WholeLayout } from "../decide-layout.ts";
import { listsBySibling, type Move, moveOf } from "../order/moves.ts";
import type { DangerKind, NamesById, PlanValue } from "../plan.ts";

export const driftChanges = ["changed", "added", "removed", "moved", "renamed"] as const;

/** `live`: a person changed the service. `layout`: the layout was edited. `both`: both changed, in different ways. */
export const changedSides = ["live", "layout", "both"] as const;

/** What a drift report compares with. `layout`: there is no state to compare with. */
export const comparisons = ["state", "layout"] as const;

/** One difference, and who made it. */
export interface DriftEntry {
  readonly address: Address;
  readonly type: string;
  readonly title: string;
  /** Absent: the whole object was added, removed, moved or renamed. */
  readonly attribute?: string;
  readonly change: (typeof driftChanges)[number];
  readonly changedIn: (typeof changedSides)[number];
  /** The last applied value, or the declared one if there is no state. A `DriftPlace` for a moved object, an address for a renamed one. */
  readonly before: PlanValue;
  /** The live value, or the declared one if only the layout was edited. A `DriftPlace` for a moved object, an address for a renamed one. */
  readonly after: PlanValue;
  /** Names for people of the ids in these values: an address, or else a title. For places: the titles of their addresses. */
  readonly namesById?: NamesById;
  readonly sensitive?: true;
  /** Id of the object that a person created in its place. The address belongs to that object from now on. */
  readonly newId?: string;
  /** The organization to which the object was transferred. */
  readonly transferredTo?: string;
  /** The object is in the trash, and a person can restore it in the app. */
  readonly trashed?: true;
  /** The layout does not declare the attribute. It decides who sees the object, and has changed since the last run that read it. */
  readonly undeclared?: true;
  /** It is a note, and no drift. */
  readonly isNote?: true;
  readonly danger?: DangerKind;
}

/** The changes of a layout, from which a report of its drift is made. */
export interface ComparedLayout extends PlanContext {
  readonly moves: ReadonlyMap<Address, Move>;
}

export function comparedIn({ context, lists }: WholeLayout): ComparedLayout {
  const listOf = listsBySibling(lists);
  const moves = [...context.decisions.retained].flatMap(([address, retained]) => {
    const move = moveOf(context, retained, listOf.get(address));
    return move === undefined ? [] : [[address, move] as const];
  });
  return { ...context, moves: new Map(moves) };
}
