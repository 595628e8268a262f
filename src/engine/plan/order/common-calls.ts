import { typeOfAddress } from "../../../model/address.ts";
import { isServed } from "../../../model/endpoint.ts";
import type { NodeId, Plan, PlanNode } from "../../../model/plan/plan.ts";
import type { BulkRule } from "../../../model/resource-type/writes.ts";
import type { TypeIndex } from "../../../model/type-index.ts";
import { graphOf, longestChains } from "../../../util/graph.ts";
import { groupBy } from "../../../util/groups.ts";

/**
 * Puts nodes that can go in one call of the service into one. Nodes with equally long chains behind them never wait for each other, so a
 * call that waits for everything before any of its nodes cannot wait for itself.
 */
export function withCommonCalls(
  types: TypeIndex,
  { apiVersion, existing }: Pick<Plan, "apiVersion" | "existing">,
  nodes: readonly PlanNode[],
): readonly PlanNode[] {
  const bulkOf = (node: PlanNode) => {
    const { bulk } = types.get(existing[node.address]?.type ?? typeOfAddress(node.address));
    return bulk !== undefined && isServed(bulk.endpoint, apiVersion) && isItem(bulk, node) ? bulk : undefined;
  };
  const items = nodes.filter((node) => bulkOf(node) !== undefined);
  if (items.length < 2) return nodes;
  const graph = graphOf(nodes.map(({ id, after }) => [id, after] as const));
  const chains = longestChains(
    graph,
    nodes.map(() => 1),
  );
  const chainOf = new Map(nodes.map(({ id }, at) => [id, chains[at] as number]));
  const groups = groupBy(items, ({ id, address, scope = existing[address]?.scopeId }) =>
    [typeOfAddress(address), scope, chainOf.get(id)].join("\n"),
  );
  const leads = new Map<NodeId, NodeId>();
  for (const group of groups.values()) {
    const most = bulkOf(group[0] as PlanNode)?.endpoint.bulk?.mostItems ?? 1;
    for (const [at, { id }] of group.entries()) leads.set(id, (group[at - (at % most)] as PlanNode).id);
  }
  return nodes.map((node) => {
    const inCallOf = leads.get(node.id) ?? node.id;
    return inCallOf === node.id ? node : { ...node, calls: 0, inCallOf };
  });
}

/** Whether the work of a node can be an item of the type's bulk call. */
function isItem({ key, writer, removal }: BulkRule, node: PlanNode): boolean {
  if (node.kind === "write") return node.writer === writer && !(key in node.values);
  return node.kind === "create" || (node.kind === "delete" && removal !== undefined);
}
