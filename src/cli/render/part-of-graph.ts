import { groupBy } from "../../util/groups.ts";
import type { GraphEdge, LayoutGraph } from "./render-graph.ts";

/** These objects, their contents, and everything that those need. */
export function partOfGraph({ addresses, edges }: LayoutGraph, roots: readonly string[]): LayoutGraph {
  const contains = edges.filter(isInside).map(({ from, to }) => ({ from: to, to: from }));
  const kept = reached(reached(roots, contains), edges);
  return {
    addresses: addresses.filter((address) => kept.has(address)),
    edges: edges.filter(({ from, to }) => kept.has(from) && kept.has(to)),
  };
}

/** Whether the edge points to the object's container or scope, and not to a referenced object. */
export function isInside({ label }: GraphEdge): boolean {
  return label === "inside" || label === "scope";
}

function reached(
  from: Iterable<string>,
  edges: readonly Pick<GraphEdge, "from" | "to">[],
): ReadonlySet<string> {
  const next = groupBy(edges, (edge) => edge.from);
  const found = new Set(from);
  for (const address of found) for (const { to } of next.get(address) ?? []) found.add(to);
  return found;
}
