import type { Plan } from "../plan.ts";

/** Ids of the nodes that a run without deletes leaves out: those of deletes and replaces, and what waits for them. */
export function nodesOfDeletes(plan: Plan): ReadonlySet<string> {
  const left = new Set<string>();
  for (const node of plan.nodes) {
    const action = plan.steps[node.step]?.action;
    if (action === "delete" || action === "replace" || node.kind === "delete") left.add(node.id);
  }
  for (let grown = true; grown; ) {
    grown = false;
    for (const node of plan.nodes)
      if (!left.has(node.id) && node.after.some((before) => left.has(before))) {
        left.add(node.id);
        grown = true;
      }
  }
  return left;
}
