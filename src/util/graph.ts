/** Nodes by number. `before`: the nodes that each one waits for. `behind`: the nodes that wait for it. */
export interface Graph {
  readonly before: readonly (readonly number[])[];
  readonly behind: readonly (readonly number[])[];
}

/** The graph of nodes with ids, each with the ids that it waits for. Nodes are numbered in the given order. */
export function graphOf<K>(nodes: Iterable<readonly [id: K, after: Iterable<K>]>): Graph {
  const given = [...nodes];
  const numbers = new Map(given.map(([id], at) => [id, at]));
  const behind: number[][] = given.map(() => []);
  const before = given.map(([id, after], at) =>
    Array.from(after, (each) => {
      const number = numbers.get(each);
      if (number === undefined)
        throw new Error(`${String(id)} waits for ${String(each)}, which is not there.`);
      behind[number]?.push(at);
      return number;
    }),
  );
  return { before, behind };
}

/** The nodes in an order in which each comes after all that it waits for. Nodes that are in a cycle, or wait for one, are missing. */
export function topologicalOrder({ before, behind }: Graph): readonly number[] {
  const open = before.map(({ length }) => length);
  const ordered: number[] = [];
  open.forEach((count, at) => {
    if (count === 0) ordered.push(at);
  });
  for (let next = 0; next < ordered.length; next += 1)
    for (const follower of behind[ordered[next] as number] as readonly number[]) {
      open[follower] = (open[follower] as number) - 1;
      if (open[follower] === 0) ordered.push(follower);
    }
  return ordered;
}

/** The members of one cycle: each waits for the next, and the last for the first. Undefined: there is no cycle. */
export function cycleIn(graph: Graph): readonly number[] | undefined {
  const free = new Set(topologicalOrder(graph));
  const start = graph.before.findIndex((_, at) => !free.has(at));
  if (start < 0) return undefined;
  // Each node that is not free waits for another such node, so following them ends in a cycle.
  const path: number[] = [];
  const indexOnPath = new Map<number, number>();
  for (let at = start; ; ) {
    const first = indexOnPath.get(at);
    if (first !== undefined) return path.slice(first);
    indexOnPath.set(at, path.length);
    path.push(at);
    at = graph.before[at]?.find((each) => !free.has(each)) as number;
  }
}

/** The length of the longest chain that begins with each node. Throws for a cycle. */
export function longestChains(graph: Graph, lengths: readonly number[]): readonly number[] {
  const ordered = topologicalOrder(graph);
  if (ordered.length < lengths.length) throw new Error("Some of them wait for each other.");
  const chains = [...lengths];
  for (const at of [...ordered].reverse())
    for (const previous of graph.before[at] as readonly number[])
      chains[previous] = Math.max(
        chains[previous] as number,
        (lengths[previous] as number) + (chains[at] as number),
      );
  return chains;
}

/** The level of each node: how many nodes come before it in the longest chain. In a cycle, the node that is visited first comes last. */
export function levels({ before }: Graph): readonly number[] {
  const found = new Map<number, number>();
  const met = new Set<number>();
  const stack = [...before.keys()].reverse();
  // Iterative, because a chain may be deeper than the call stack.
  for (let at = stack.at(-1); at !== undefined; at = stack.at(-1)) {
    const needs = before[at] as readonly number[];
    if (!met.has(at)) {
      met.add(at);
      stack.push(...needs.filter((each) => !met.has(each)));
      continue;
    }
    stack.pop();
    if (!found.has(at)) found.set(at, 1 + Math.max(-1, ...needs.map((each) => found.get(each) ?? 0)));
  }
  return before.map((_, at) => found.get(at) as number);
}

/** The cycles in a graph whose nodes wait for at most one node each. A cycle starts with the member that is reached first. */
export function allCycles({ before }: Graph): readonly (readonly number[])[] {
  const found: number[][] = [];
  const visited = new Set<number>();
  for (const start of before.keys()) {
    const path: number[] = [];
    let at: number | undefined = start;
    while (at !== undefined && !visited.has(at)) {
      visited.add(at);
      path.push(at);
      at = before[at]?.[0];
    }
    const first = at === undefined ? -1 : path.indexOf(at);
    if (first >= 0) found.push(path.slice(first));
  }
  return found;
}

/** These nodes and all nodes that wait for them, directly or indirectly. */
export function waitingFor({ behind }: Graph, from: Iterable<number>): ReadonlySet<number> {
  const found = new Set(from);
  // The loop also visits the nodes that it adds to the set.
  for (const at of found) for (const next of behind[at] as readonly number[]) found.add(next);
  return found;
}
