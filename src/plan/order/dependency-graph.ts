import { cycleIn, graphOf } from "../../model/graph.ts";

/**
 * Why one node comes after another. `hard`: it could not work otherwise. `release`: it takes a unique value that the other
 * one gives up; a temporary value there can break it. `soft`: it is better so; droppable, the lightest first. `turns`: never
 * both at once, and this one later; also where the other is skipped.
 */
export type EdgeKind =
  | {
      readonly kind: "hard" /** Of all that the node writes, this alone has to wait. */;
      readonly attribute?: string;
    }
  | { readonly kind: "turns" }
  | { readonly kind: "release"; readonly value: string }
  | { readonly kind: "soft"; readonly weight: number };

export interface Edge<K> {
  readonly node: K;
  readonly after: K;
  readonly why: EdgeKind;
}

/** A graph of nodes in the order of insertion, with at most one edge between two nodes: the strongest. */
export class DependencyGraph<K> {
  readonly #after = new Map<K, Map<K, EdgeKind>>();
  readonly #needed = new Map<K, Set<K>>();

  addNode(node: K): void {
    if (!this.#after.has(node)) this.#after.set(node, new Map());
  }

  /** Edges to nodes that are not in the graph are ignored: what exists already needs no waiting for. */
  addEdge(node: K | undefined, after: K | undefined, why: EdgeKind = { kind: "hard" }): void {
    if (node === undefined || after === undefined || after === node || !this.#after.has(after)) return;
    const edges = this.#after.get(node);
    const present = edges?.get(after);
    if (present === undefined || strength(why) > strength(present)) edges?.set(after, why);
    if (why.kind !== "turns") this.#need(node, after);
  }

  removeEdge(node: K, after: K): void {
    this.#after.get(node)?.delete(after);
    this.#needed.get(node)?.delete(after);
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

  /** What a node comes after and cannot do without. */
  needed(node: K): ReadonlySet<K> {
    return this.#needed.get(node) ?? new Set();
  }

  /** Edges of one cycle, each node after the next; undefined when there is none. */
  findCycle(): readonly Edge<K>[] | undefined {
    const edges = [...this.#after];
    const cycle = cycleIn(graphOf(edges.map(([node, after]) => [node, after.keys()] as const)));
    return cycle?.map((at, place) => {
      const [node, after] = edges[at] as [K, Map<K, EdgeKind>];
      const next = edges[cycle[(place + 1) % cycle.length] as number]?.[0] as K;
      return { node, after: next, why: after.get(next) as EdgeKind };
    });
  }

  #need(node: K, needed: K): void {
    const known = this.#needed.get(node);
    if (known === undefined) this.#needed.set(node, new Set([needed]));
    else known.add(needed);
  }
}

function strength(why: EdgeKind): number {
  if (why.kind === "hard") return 1000;
  if (why.kind === "turns") return 900;
  return why.kind === "release" ? 500 : why.weight;
}
