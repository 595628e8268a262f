import type { NodeId } from "../../../model/plan/plan.ts";
import { cycleIn, graphOf } from "../../../util/graph.ts";

/**
 * Why one node comes after another. `hard`: the node cannot work otherwise. `release`: the node sets a unique value that the other one
 * frees; a temporary value can break such an edge. `soft`: the order is better, but not necessary; a cycle drops its lightest one first.
 * `turns`: the two never run at the same time, and this one runs later, even if the other is skipped. `guard`: the node may open what the
 * other closes or removes, so it must not run without the other. A selection includes the other one only if the edge selects.
 */
export type EdgeKind =
  | {
      readonly kind: "hard";
      /** The only written attribute that has to wait. Absent: the whole node waits. */
      readonly attribute?: string;
    }
  | { readonly kind: "turns" }
  | { readonly kind: "guard"; readonly selects: boolean }
  | { readonly kind: "release"; readonly value: string }
  | {
      readonly kind: "soft";
      readonly weight: number;
      /** Each of these nodes would do instead of the other one. Many edges share the list. */
      readonly among?: readonly NodeId[];
    };

export interface Edge<K> {
  readonly node: K;
  readonly after: K;
  readonly why: EdgeKind;
}

/** A graph of nodes in the order of insertion. It keeps at most one edge between two nodes: the strongest. */
export class DependencyGraph<K> {
  readonly #after = new Map<K, Map<K, EdgeKind>>();
  readonly #needed = new Map<K, Set<K>>();
  readonly #guarded = new Map<K, Set<K>>();

  addNode(node: K): void {
    if (!this.#after.has(node)) this.#after.set(node, new Map());
  }

  /** Ignores an edge to a node that is not in the graph: what exists already needs no waiting. */
  addEdge(node: K | undefined, after: K | undefined, why: EdgeKind = { kind: "hard" }): void {
    if (node === undefined || after === undefined || after === node || !this.#after.has(after)) return;
    const edges = this.#after.get(node);
    const present = edges?.get(after);
    if (present === undefined || strength(why) > strength(present)) edges?.set(after, why);
    if (why.kind === "guard") add(this.#guarded, node, after);
    if (selects(why)) add(this.#needed, node, after);
  }

  removeEdge(node: K, after: K): void {
    this.#after.get(node)?.delete(after);
    this.#needed.get(node)?.delete(after);
    this.#guarded.get(node)?.delete(after);
  }

  after(node: K): readonly K[] {
    return [...(this.#after.get(node)?.keys() ?? [])];
  }

  /** The edges from a node and to it. */
  edgesAt(node: K): readonly Edge<K>[] {
    return [...this.#after].flatMap(([each, edges]) =>
      [...edges].flatMap(([after, why]) =>
        each === node || after === node ? [{ node: each, after, why }] : [],
      ),
    );
  }

  /** The nodes that this node comes after for another reason than `turns`: it cannot run without them. */
  needed(node: K): ReadonlySet<K> {
    return this.#needed.get(node) ?? new Set();
  }

  /** The nodes without which this one must not run, although it could. */
  guarded(node: K): ReadonlySet<K> {
    return this.#guarded.get(node) ?? new Set();
  }

  /** The edges of one cycle, in which each node comes after the next. Undefined: there is none. */
  findCycle(): readonly Edge<K>[] | undefined {
    const edges = [...this.#after];
    const cycle = cycleIn(graphOf(edges.map(([node, after]) => [node, after.keys()] as const)));
    return cycle?.map((at, place) => {
      const [node, after] = edges[at] as [K, Map<K, EdgeKind>];
      const next = edges[cycle[(place + 1) % cycle.length] as number]?.[0] as K;
      return { node, after: next, why: after.get(next) as EdgeKind };
    });
  }
}

/** Whether a selection with the node includes the other one. */
function selects(why: EdgeKind): boolean {
  return why.kind === "guard" ? why.selects : why.kind !== "turns";
}

function add<K>(sets: Map<K, Set<K>>, node: K, other: K): void {
  const known = sets.get(node);
  if (known === undefined) sets.set(node, new Set([other]));
  else known.add(other);
}

function strength(why: EdgeKind): number {
  if (why.kind === "hard") return 1000;
  if (why.kind === "guard") return 950;
  if (why.kind === "turns") return 900;
  return why.kind === "release" ? 500 : why.weight;
}
