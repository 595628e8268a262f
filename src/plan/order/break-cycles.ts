import { type Address, typeOfAddress } from "../../model/address.ts";
import type { Diagnostic } from "../../model/diagnostic.ts";
import { writerOf } from "../../model/resource-type.ts";
import type { PlanContext } from "../context.ts";
import type { NodeId } from "../plan.ts";
import type { DependencyGraph, Edge } from "./dependency-graph.ts";
import type { Draft } from "./draft.ts";
import { nodeId } from "./node-id.ts";

/**
 * Makes the graph acyclic: drops the lightest soft edge of a cycle, else frees a unique value by a temporary one, else
 * reports the members. The nodes that it adds go into `nodes`.
 */
export function breakCycles(
  context: PlanContext,
  graph: DependencyGraph<NodeId>,
  nodes: Map<NodeId, Draft>,
): readonly Diagnostic[] {
  for (let cycle = graph.findCycle(); cycle !== undefined; cycle = graph.findCycle()) {
    const droppable = cycle
      .filter((edge) => edge.why.kind === "soft")
      .sort((a, b) => weight(a) - weight(b))[0];
    const release = cycle.find((edge) => edge.why.kind === "release");
    if (droppable) graph.removeEdge(droppable.node, droppable.after);
    else if (!release || !freeByTemporaryValue(context, graph, nodes, release))
      return [cycleDiagnostic(cycle)];
  }
  return [];
}

function weight(edge: Edge<NodeId>): number {
  return edge.why.kind === "soft" ? edge.why.weight : 0;
}

/** The holder takes a temporary value first; who wants the value waits for that only. */
function freeByTemporaryValue(
  context: PlanContext,
  graph: DependencyGraph<NodeId>,
  nodes: Map<NodeId, Draft>,
  edge: Edge<NodeId>,
): boolean {
  const holder = nodes.get(edge.after);
  if (holder === undefined || (holder.kind !== "write" && holder.kind !== "delete")) return false;
  const attribute = uniqueAttribute(context, holder.address);
  if (attribute === undefined) return false;
  const id = nodeId.temporary(holder.address, attribute.name);
  if (!nodes.has(id)) {
    nodes.set(id, {
      kind: "write",
      id,
      address: holder.address,
      calls: 1,
      ...("scope" in holder && holder.scope !== undefined && { scope: holder.scope }),
      writer: attribute.writer,
      values: { [attribute.name]: `tmp-${context.options.temporarySuffix}-${nodes.size}` },
      before: {},
      temporary: true,
    });
    graph.addNode(id);
    graph.addEdge(edge.after, id);
  }
  graph.removeEdge(edge.node, edge.after);
  graph.addEdge(edge.node, id);
  return true;
}

function uniqueAttribute(
  context: PlanContext,
  address: Address,
): { name: string; writer: string } | undefined {
  const type = context.types.get(typeOfAddress(address));
  for (const rule of type.unique ?? []) {
    const writer = writerOf(type, rule.attribute);
    if (writer) return { name: rule.attribute, writer: writer.name };
  }
  return undefined;
}

function cycleDiagnostic(cycle: readonly Edge<NodeId>[]): Diagnostic {
  return {
    severity: "error",
    code: "plan/cycle",
    message: `These steps wait for each other: ${[...cycle.map((edge) => edge.node), cycle[0]?.node].join(" → ")}.`,
    remedy: "Apply a part of the change first, so that one of them is no longer needed.",
  };
}
