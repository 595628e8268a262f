import { typeOfAddress } from "../../../model/address.ts";
import type { NodeId } from "../../../model/plan/plan.ts";
import { writerOf } from "../../../model/resource-type/writes.ts";
import { type HiddenFirst, hiddenFirst } from "../decide/hidden-first.ts";
import type { OrderContext } from "../decide/plan-context.ts";
import type { DependencyGraph, Edge } from "./dependency-graph.ts";
import type { Draft } from "./draft-node.ts";
import { nodeId } from "./node-id.ts";

type WriteDraft = Extract<Draft, { kind: "write" }>;

/**
 * Hides an object of a cycle before everything, as a draft for example, and shows it again with its own write. Others wait only until it is
 * hidden. Returns whether the cycle contains such an object.
 */
export function hideFirst(
  context: OrderContext,
  graph: DependencyGraph<NodeId>,
  nodes: Map<NodeId, Draft>,
  cycle: readonly Edge<NodeId>[],
): boolean {
  for (const { node } of cycle) {
    const own = nodes.get(node);
    const hiding = own?.kind === "write" && own.temporary !== true ? hidingOf(context, own) : undefined;
    if (own?.kind !== "write" || hiding === undefined) continue;
    const id = nodeId.hiding(own.address, hiding.attribute);
    if (nodes.has(id)) continue;
    for (const draft of hiddenAndShown(own, hiding, id)) nodes.set(draft.id, draft);
    graph.addNode(id);
    graph.addEdge(node, id);
    handOver(graph, node, id);
    return true;
  }
  return false;
}

/** Others wait for the write that hides, and no longer for the one that shows. */
function handOver(graph: DependencyGraph<NodeId>, from: NodeId, to: NodeId): void {
  for (const edge of graph.edgesAt(from)) {
    if (edge.after !== from || edge.why.kind !== "guard") continue;
    graph.removeEdge(edge.node, from);
    graph.addEdge(edge.node, to, edge.why);
  }
}

/** How to hide a live object whose readers see it before and after its write. */
function hidingOf(context: OrderContext, { address, writer, values }: WriteDraft): HiddenFirst | undefined {
  const type = context.types.get(typeOfAddress(address));
  const hiding = hiddenFirst(type, context.live.world.apiVersion);
  const live = context.decisions.retained.get(address)?.live;
  if (live === undefined || hiding === undefined) return undefined;
  const { attribute, shown } = hiding;
  const isShown = (values[attribute] ?? live.attributes[attribute] ?? shown) === shown;
  return isShown && writerOf(type, attribute)?.name === writer ? hiding : undefined;
}

function hiddenAndShown(
  own: WriteDraft,
  { attribute, shown }: HiddenFirst,
  id: NodeId,
): readonly [hiding: WriteDraft, showing: WriteDraft] {
  const hidden = { [attribute]: !shown };
  return [
    { ...own, id, values: hidden, before: { [attribute]: shown }, temporary: true },
    { ...own, values: { ...own.values, [attribute]: shown }, before: { ...own.before, ...hidden } },
  ];
}
