import type { NodeId, Plan, PlanNode } from "../../../model/plan/plan.ts";
import { deletesObject } from "../../../model/plan/step-effects.ts";
import { graphOf, waitingFor } from "../../../util/graph.ts";

/** The nodes that a run without deletes skips: those of deletes and replaces, and the nodes that wait for them. */
export function nodesOfDeletes({ nodes, steps }: Plan): ReadonlySet<NodeId> {
  const graph = graphOf(nodes.map(({ id, after }) => [id, after] as const));
  const deleting = [...nodes.keys()].filter((at) => {
    const { kind, step: index } = nodes[at] as PlanNode;
    const step = steps[index];
    return kind === "delete" || (step !== undefined && deletesObject(step));
  });
  return new Set(Array.from(waitingFor(graph, deleting), (at) => (nodes[at] as PlanNode).id));
}
