import type { NodeId } from "../../../model/plan/plan.ts";
import type { OrderContext } from "../decide/plan-context.ts";
import { DependencyGraph } from "./dependency-graph.ts";
import type { DraftedNodes } from "./draft-nodes.ts";
import { afterDefault } from "./edges/after-default.ts";
import { copies } from "./edges/copies.ts";
import { deletes } from "./edges/deletes.ts";
import type { EdgeRule } from "./edges/edge-rule.ts";
import { existence } from "./edges/existence.ts";
import { lastWriters } from "./edges/last-writers.ts";
import { otherKindsLast } from "./edges/other-kinds.ts";
import { shownLast } from "./edges/shown-last.ts";
import { siblingOrder } from "./edges/sibling-order.ts";
import { uniqueValues } from "./edges/unique-values.ts";
import { findNodes } from "./node-finder.ts";

const rules: readonly EdgeRule[] = [
  existence,
  copies,
  siblingOrder,
  deletes,
  otherKindsLast,
  uniqueValues,
  lastWriters,
  shownLast,
  afterDefault,
];

/** Returns the order in which the nodes must run. */
export function orderNodes(context: OrderContext, { nodes, lists }: DraftedNodes): DependencyGraph<NodeId> {
  const graph = new DependencyGraph<NodeId>();
  for (const id of nodes.keys()) graph.addNode(id);
  const drafted = { context, nodes, lists, find: findNodes(context, nodes) };
  for (const rule of rules) for (const { node, after, why } of rule(drafted)) graph.addEdge(node, after, why);
  return graph;
}
