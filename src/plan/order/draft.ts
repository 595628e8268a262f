import type { PlanNode } from "../plan.ts";

/** A node before it is known what it waits for and which step it belongs to. */
export type Draft = Unplaced<PlanNode>;
type Unplaced<N> = N extends PlanNode ? Omit<N, "after" | "step"> : never;
