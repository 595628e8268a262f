import type { PlanContext } from "../../context.ts";
import type { NodeId } from "../../plan.ts";
import type { EdgeKind } from "../dependency-graph.ts";
import type { DraftedNodes } from "../draft-nodes.ts";
import type { NodeFinder } from "../node-finder.ts";

/** Wants one node after another. Where either is undefined it has no effect: nothing is done, so nothing is waited for. */
export interface WantedEdge {
  readonly node: NodeId | undefined;
  readonly after: NodeId | undefined;
  /** Absent: it could not work otherwise. */
  readonly why?: EdgeKind;
}

/** What the rules of order read. */
export interface Drafted extends DraftedNodes {
  readonly context: PlanContext;
  readonly find: NodeFinder;
}

/** Says which nodes come after which others, for one reason. */
export type EdgeRule = (drafted: Drafted) => Iterable<WantedEdge>;

/** Droppable edges, by how much they are missed: the service chooses a default, refuses a last delete, takes a path. */
export const soft = {
  defaultFirst: { kind: "soft", weight: 1 },
  replaceFirst: { kind: "soft", weight: 2 },
  addFirst: { kind: "soft", weight: 3 },
  derivedPath: { kind: "soft", weight: 4 },
} as const satisfies Record<string, EdgeKind>;
