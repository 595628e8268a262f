import type { Address } from "../../../model/address.ts";
import { keyOf, type ObjectKey } from "../../../model/object-key.ts";
import type { NamesById, PlanValue } from "../../../model/plan/plan.ts";
import { siblingSetOf } from "../../../model/resource-type/place.ts";
import type { LiveObject } from "../../../model/snapshot.ts";
import { addressesInState } from "../../../model/state.ts";
import { parentOf } from "../../../model/type-index.ts";
import { getOrMake } from "../../../util/groups.ts";
import type { PlanContext } from "../decide/plan-context.ts";
import { type Move, movesIn } from "../order/moves.ts";
import type { WholeLayout } from "../steps/order-layout.ts";

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
}

/** The changes of a layout, from which a report of its drift is made. */
export interface ComparedLayout extends PlanContext {
  readonly moves: ReadonlyMap<Address, Move>;
  /** The address in the state of each object. */
  readonly inState: ReadonlyMap<ObjectKey, Address>;
  /** The live sibling that an object directly follows. null: it is the first. Undefined: it has no place among siblings. */
  readonly previousOf: (object: LiveObject) => LiveObject | null | undefined;
}

export function comparedIn({ context, lists }: WholeLayout): ComparedLayout {
  const moveOf = movesIn(context, lists);
  const moves = [...context.decisions.retained].flatMap(([address, retained]) => {
    const move = moveOf(retained);
    return move === undefined ? [] : [[address, move] as const];
  });
  const inState = addressesInState(context.state);
  return { ...context, moves: new Map(moves), inState, previousOf: previousSiblings(context) };
}

function previousSiblings({ types, live }: PlanContext): ComparedLayout["previousOf"] {
  const setOf = ({ type }: LiveObject) => siblingSetOf(types.get(type), live.world.apiVersion);
  const places = new Map<string, ReadonlyMap<string, LiveObject | null>>();
  return (object) => {
    const [set, parent] = [setOf(object), parentOf(types, object)];
    if (set === undefined || parent === undefined) return undefined;
    const previous = getOrMake(places, `${set}\n${keyOf(parent)}`, () => {
      const siblings = live.inside(parent.type, parent.id).filter((each) => setOf(each) === set);
      return new Map(siblings.map(({ id }, at) => [id, siblings[at - 1] ?? null]));
    });
    return previous.get(object.id) ?? null;
  };
}
