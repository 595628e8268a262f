import type { NodeId } from "../../../../model/plan/plan.ts";
import type { OrderContext } from "../../decide/plan-context.ts";
import type { EdgeKind } from "../dependency-graph.ts";
import type { DraftedNodes } from "../draft-nodes.ts";
import type { NodeFinder } from "../node-finder.ts";

/**
 * Requires that one node comes after another. An edge has no effect if one of them is undefined: an action that the plan does not contain
 * needs no order.
 */
export interface WantedEdge {
  readonly node: NodeId | undefined;
  readonly after: NodeId | undefined;
  /** Absent: a hard edge. */
  readonly why?: EdgeKind;
}

/** The inputs of the rules of order. */
export interface Drafted extends DraftedNodes {
  readonly context: OrderContext;
  readonly find: NodeFinder;
}

/** Orders nodes for one reason. */
export type EdgeRule = (drafted: Drafted) => Iterable<WantedEdge>;

/**
 * Edges that a cycle may drop, by their cost. Without `defaultFirst` the service chooses a default, without `addFirst` it refuses to delete
 * the last object, and without `derivedPath` it may derive a path that another object declares.
 */
export const soft = {
  defaultFirst: { kind: "soft", weight: 1 },
  replaceFirst: { kind: "soft", weight: 2 },
  addFirst: { kind: "soft", weight: 3 },
  derivedPath: { kind: "soft", weight: 4 },
} as const satisfies Record<string, EdgeKind>;
