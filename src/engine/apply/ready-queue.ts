import { type Graph, graphOf, longestChains } from "../../util/graph.ts";
import { createHeap } from "../../util/heap.ts";

/** What the queue needs to know of a node. */
export interface QueueNode {
  readonly id: string;
  /** Ids of the nodes that must finish first. */
  readonly after: readonly string[];
  /** Duration of the node, in requests. */
  readonly calls: number;
}

export interface QueueOptions<N> {
  readonly concurrency: number;
  /** Runs for each node when no other node stands before it any more. */
  readonly onReady?: (node: N) => void;
  /** Performs the node. False: the nodes that wait for it must not run. Never rejects. */
  readonly perform: (node: N) => Promise<boolean>;
  /** True: skip the node, and all that wait for it. */
  readonly isSkipped: (node: N) => boolean;
  /** Runs for each node that will not run because `cause` was skipped or failed. */
  readonly onBlocked: (node: N, cause: N) => void;
  /** True: start nothing new. */
  readonly isStopped: () => boolean;
}

/**
 * Performs each node as soon as the nodes before it are done. The node with the longest chain behind it comes first. Resolves when nothing
 * is running and nothing more can start.
 */
export async function runWhenReady<N extends QueueNode>(
  nodes: readonly N[],
  options: QueueOptions<N>,
): Promise<void> {
  const graph = graphOf(nodes.map(({ id, after }) => [id, after] as const));
  const ready = createHeap(byLongestChain(nodes, graph));
  const open = graph.before.map((before) => before.length);
  const blocked = new Uint8Array(nodes.length);
  const block = (from: number, cause: N) =>
    blockFrom(from, graph, blocked, (index) => options.onBlocked(nodes[index] as N, cause));
  nodes.forEach((node, index) => {
    if (options.isSkipped(node) && !blocked[index]) block(index, node);
  });
  const makeReady = (index: number) => {
    ready.push(index);
    options.onReady?.(nodes[index] as N);
  };
  open.forEach((count, index) => {
    if (count === 0 && !blocked[index]) makeReady(index);
  });

  await new Promise<void>((resolve, reject) => {
    let working = 0;
    const finish = (index: number, isDone: boolean) => {
      working -= 1;
      if (isDone) release(index);
      else
        for (const next of graph.behind[index] as number[])
          if (!blocked[next]) block(next, nodes[index] as N);
      pump();
    };
    const release = (index: number) => {
      for (const next of graph.behind[index] as number[]) {
        open[next] = (open[next] as number) - 1;
        if (open[next] === 0 && !blocked[next]) makeReady(next);
      }
    };
    const pump = () => {
      while (working < options.concurrency && ready.size > 0 && !options.isStopped()) {
        const index = ready.pop() as number;
        working += 1;
        options.perform(nodes[index] as N).then((isDone) => finish(index, isDone), reject);
      }
      if (working === 0) resolve();
    };
    pump();
  });
}

/** Compares nodes: the one with the longest chain behind it, in requests, comes first, and among equals the first in the plan. */
function byLongestChain(nodes: readonly QueueNode[], graph: Graph): (a: number, b: number) => boolean {
  const chains = longestChains(
    graph,
    nodes.map(({ calls }) => Math.max(1, calls)),
  );
  return (a, b) => {
    const difference = (chains[a] as number) - (chains[b] as number);
    return difference > 0 || (difference === 0 && a < b);
  };
}

function blockFrom(
  from: number,
  graph: Graph,
  blocked: Uint8Array,
  onBlocked: (index: number) => void,
): void {
  const open = [from];
  blocked[from] = 1;
  for (let index = open.pop(); index !== undefined; index = open.pop()) {
    onBlocked(index);
    for (const next of graph.behind[index] as readonly number[]) {
      if (blocked[next]) continue;
      blocked[next] = 1;
      open.push(next);
    }
  }
}
