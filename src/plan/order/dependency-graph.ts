/**
 * Why one node comes after another. `hard`: it could not work otherwise. `release`: it takes a unique value that the other
 * one gives up; a temporary value there can break it. `soft`: it is better so; droppable, the lightest first.
 */
export type EdgeKind =
  | { readonly kind: "hard" }
  | { readonly kind: "release"; readonly value: string }
  | { readonly kind: "soft"; readonly weight: number };

export interface Edge {
  readonly node: string;
  readonly after: string;
  readonly why: EdgeKind;
}

/** A graph of node ids in the order of insertion, with at most one edge between two nodes: the strongest. */
export class DependencyGraph {
  readonly #after = new Map<string, Map<string, EdgeKind>>();

  addNode(node: string): void {
    if (!this.#after.has(node)) this.#after.set(node, new Map());
  }

  has(node: string): boolean {
    return this.#after.has(node);
  }

  /** Edges to nodes that are not in the graph are ignored: what exists already needs no waiting for. */
  addEdge(node: string, after: string | undefined, why: EdgeKind = { kind: "hard" }): void {
    if (after === undefined || after === node || !this.#after.has(after)) return;
    const edges = this.#after.get(node);
    const present = edges?.get(after);
    if (present === undefined || strength(why) > strength(present)) edges?.set(after, why);
  }

  removeEdge(node: string, after: string): void {
    this.#after.get(node)?.delete(after);
  }

  after(node: string): readonly string[] {
    return [...(this.#after.get(node)?.keys() ?? [])];
  }

  /** Edges of one cycle, each node after the next; undefined when there is none. Iterative. */
  findCycle(): readonly Edge[] | undefined {
    const rest = this.#unordered();
    if (rest.size === 0) return undefined;
    // Each unordered node waits for another unordered one: following these ends in a cycle.
    const path: string[] = [];
    const seen = new Map<string, number>();
    let node = rest.values().next().value as string;
    while (!seen.has(node)) {
      seen.set(node, path.length);
      path.push(node);
      node = [...(this.#after.get(node) as Map<string, EdgeKind>).keys()].find((before) =>
        rest.has(before),
      ) as string;
    }
    const members = path.slice(seen.get(node));
    return members.map((member, at) => {
      const after = members[(at + 1) % members.length] as string;
      return { node: member, after, why: this.#after.get(member)?.get(after) as EdgeKind };
    });
  }

  /** Nodes that wait, directly or not, for a cycle or are in one. */
  #unordered(): Set<string> {
    const waiting = new Map<string, number>();
    const followers = new Map<string, string[]>();
    for (const [node, edges] of this.#after) {
      waiting.set(node, edges.size);
      for (const before of edges.keys()) {
        const list = followers.get(before);
        if (list) list.push(node);
        else followers.set(before, [node]);
      }
    }
    const ready = [...waiting].filter(([, count]) => count === 0).map(([node]) => node);
    for (let node = ready.pop(); node !== undefined; node = ready.pop()) {
      waiting.delete(node);
      for (const follower of followers.get(node) ?? []) {
        const count = (waiting.get(follower) as number) - 1;
        waiting.set(follower, count);
        if (count === 0) ready.push(follower);
      }
    }
    return new Set(waiting.keys());
  }
}

function strength(why: EdgeKind): number {
  if (why.kind === "hard") return 1000;
  return why.kind === "release" ? 500 : why.weight;
}
