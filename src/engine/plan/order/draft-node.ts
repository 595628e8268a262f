import type { PlanNode } from "../../../model/plan/plan.ts";

/** A node without its step, and without the nodes that it comes after. */
export type Draft = Unplaced<PlanNode>;
type Unplaced<N> = N extends PlanNode ? Omit<N, "after" | "step"> : never;
