import { type Address, typeOfAddress } from "../../../model/address.ts";
import { wordsOf } from "../../../model/codes/plan-words.ts";
import type { Diagnostic } from "../../../model/diagnostic.ts";
import { errorOf } from "../../../model/plan/errors-and-notes.ts";
import type { NodeId } from "../../../model/plan/plan.ts";
import { writerOf } from "../../../model/resource-type/writes.ts";
import type { OrderContext } from "../decide/plan-context.ts";
import type { DependencyGraph, Edge, EdgeKind } from "./dependency-graph.ts";
import type { Draft } from "./draft-node.ts";
import { soft } from "./edges/edge-rule.ts";
import { hideFirst } from "./hide-first.ts";
import { nodeId } from "./node-id.ts";

/**
 * Makes the graph acyclic. For each cycle it tries in this order: it writes a unique value before the values that have to wait; it drops
 * the lightest soft edge; it frees a unique value by a temporary one; it hides an object from readers until all else has happened; it
 * drops an edge without which a delete may be refused; it reports the cycle. It adds new nodes to `nodes`.
 */
export function breakCycles(
  context: OrderContext,
  graph: DependencyGraph<NodeId>,
  nodes: Map<NodeId, Draft>,
): readonly Diagnostic[] {
  for (let cycle = graph.findCycle(); cycle !== undefined; cycle = graph.findCycle()) {
    const release = cycle.find((edge) => edge.why.kind === "release");
    const isBroken =
      writeUniqueFirst(context, graph, nodes, cycle) ||
      dropLightest(graph, cycle.filter(isOnlyBetter)) ||
      (release && freeByTemporaryValue(context, graph, nodes, release)) ||
      hideFirst(context, graph, nodes, cycle) ||
      dropLightest(graph, cycle);
    if (!isBroken) return [cycleDiagnostic(cycle)];
  }
  return [];
}

/**
 * Splits a write if another of its values has to wait, and another node waits for its unique value. A call of its own then writes the
 * unique value first.
 */
function writeUniqueFirst(
  context: OrderContext,
  graph: DependencyGraph<NodeId>,
  nodes: Map<NodeId, Draft>,
  cycle: readonly Edge<NodeId>[],
): boolean {
  const awaited = new Set(cycle.filter(isOfValue).map(({ after }) => after));
  for (const { node, why } of cycle) {
    const whole = nodes.get(node);
    if (whole?.kind !== "write" || !awaited.has(node) || !isOfOneAttribute(why)) continue;
    const name = uniqueAttribute(context, whole.address)?.name;
    if (name === undefined || name === why.attribute || !(name in whole.values)) continue;
    const id = nodeId.uniqueWrite(whole.address, name);
    for (const draft of partsOf(whole, name, id)) nodes.set(draft.id, draft);
    graph.addNode(id);
    for (const edge of graph.edgesAt(node)) handOver(graph, edge, node, id);
    graph.addEdge(node, id);
    return true;
  }
  return false;
}

function isOfOneAttribute(why: EdgeKind): why is { readonly kind: "hard"; readonly attribute: string } {
  return why.kind === "hard" && why.attribute !== undefined;
}

function partsOf(whole: Extract<Draft, { kind: "write" }>, name: string, id: NodeId): readonly Draft[] {
  const isOwn = ([each]: readonly [string, unknown]) => each === name;
  const part = (isIn: (entry: readonly [string, unknown]) => boolean) => ({
    values: Object.fromEntries(Object.entries(whole.values).filter(isIn)),
    before: Object.fromEntries(Object.entries(whole.before).filter(isIn)),
  });
  return [
    { ...whole, ...part((entry) => !isOwn(entry)) },
    { ...whole, id, ...part(isOwn) },
  ];
}

/**
 * Gives the new write the edges of the unique value: those of the whole write's own dependencies, and those of the nodes that wait for the
 * value.
 */
function handOver(graph: DependencyGraph<NodeId>, edge: Edge<NodeId>, from: NodeId, to: NodeId): void {
  const { node, after, why } = edge;
  if (isOfValue(edge)) graph.removeEdge(node, after);
  if (node === from && !isOfOneAttribute(why)) graph.addEdge(to, after, why);
  if (after === from && isOfValue(edge)) graph.addEdge(node, to, why);
}

function isOfValue({ why }: Edge<NodeId>): boolean {
  return why.kind === "release" || (why.kind === "soft" && why.weight === soft.derivedPath.weight);
}

/** Whether the edge makes a better order, and every call works without it. */
function isOnlyBetter({ why }: Edge<NodeId>): boolean {
  return why.kind === "soft" && why.weight !== soft.addFirst.weight;
}

function dropLightest(graph: DependencyGraph<NodeId>, edges: readonly Edge<NodeId>[]): boolean {
  const weightOf = ({ why }: Edge<NodeId>) => (why.kind === "soft" ? why.weight : Number.POSITIVE_INFINITY);
  const [lightest] = [...edges].sort((a, b) => weightOf(a) - weightOf(b));
  if (lightest?.why.kind !== "soft") return false;
  const { node, after, why } = lightest;
  graph.removeEdge(node, after);
  const { among = [] } = why;
  graph.addEdge(node, among[among.indexOf(after) + 1], why);
  return true;
}

/** The holder of a unique value gets a temporary value first. The node that needs the value then waits only for that. */
function freeByTemporaryValue(
  context: OrderContext,
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
  context: OrderContext,
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
  const steps = [...cycle.map((edge) => edge.node), cycle[0]?.node].join(" → ");
  return errorOf(wordsOf("plan/cycle", { steps }));
}
