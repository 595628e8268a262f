import { type Graph, graphOf, longestChains } from "../../util/graph.ts";
import { groupBy } from "../../util/groups.ts";
import { createHeap } from "../../util/heap.ts";

/** What the queue needs to know of a node. */
export interface QueueNode {
  readonly id: string;
  /** Ids of the nodes that must finish first. */
  readonly after: readonly string[];
  /** Duration of the node, in requests. */
  readonly calls: number;
  /** The node whose call does the work of this one too. */
  readonly inCallOf?: string;
}

export interface QueueOptions<N> {
  readonly concurrency: number;
  /** Runs for each node when no other node stands before it any more. */
  readonly onReady?: (node: N) => void;
  /** Performs the node. `together`: the nodes in its call. False: the nodes that wait for it must not run. Never rejects. */
  readonly perform: (node: N, together: readonly N[]) => Promise<boolean>;
  /** True: skip the node, and all that wait for it. */
  readonly isSkipped: (node: N) => boolean;
  /** Runs for each node that will not run because `cause` was skipped or failed. */
  readonly onBlocked: (node: N, cause: N) => void;
  /** True: start nothing new. */
  readonly isStopped: () => boolean;
}

/**
 * Performs each node as soon as the nodes before it are done, and the nodes of one call as soon as that is true of all that are not blocked.
 * The node with the longest chain behind it comes first. Resolves when nothing is running and nothing more can start.
 */
export async function runWhenReady<N extends QueueNode>(
  nodes: readonly N[],
  options: QueueOptions<N>,
): Promise<void> {
  const graph = graphOf(nodes.map(({ id, after }) => [id, after] as const));
  const ready = createHeap(byLongestChain(nodes, graph));
  const open = graph.before.map((before) => before.length);
  const blocked = new Uint8Array(nodes.length);
  const callOf = callsOf(nodes);
  /** The node can run now, or is blocked. */
  const settle = (index: number) => {
    const call = callOf(index);
    call.waiting -= 1;
    const first = call.waiting > 0 ? undefined : call.members.find((each) => !blocked[each]);
    if (first !== undefined) ready.push(first);
  };
  const block = (from: number, cause: N) =>
    blockFrom(from, graph, blocked, (index) => {
      options.onBlocked(nodes[index] as N, cause);
      settle(index);
    });
  nodes.forEach((node, index) => {
    if (options.isSkipped(node) && !blocked[index]) block(index, node);
  });
  const makeReady = (index: number) => {
    settle(index);
    options.onReady?.(nodes[index] as N);
  };
  open.forEach((count, index) => {
    if (count === 0 && !blocked[index]) makeReady(index);
  });

  await new Promise<void>((resolve, reject) => {
    let working = 0;
    const finish = (index: number, isDone: boolean) => {
      const call = callOf(index);
      call.running -= 1;
      if (call.running === 0) working -= 1;
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
        const call = callOf(ready.pop() as number);
        const members = call.members.filter((each) => !blocked[each]);
        const together = members.map((each) => nodes[each] as N);
        call.running = members.length;
        working += 1;
        for (const index of members)
          options.perform(nodes[index] as N, together).then((isDone) => finish(index, isDone), reject);
      }
      if (working === 0) resolve();
    };
    pump();
  });
}

/** A call, with the numbers of its nodes. */
interface NodesOfCall {
  readonly members: readonly number[];
  /** How many of them can neither run nor are blocked. */
  waiting: number;
  running: number;
}

function callsOf(nodes: readonly QueueNode[]): (index: number) => NodesOfCall {
  const leadOf = (index: number) => nodes[index]?.inCallOf ?? nodes[index]?.id;
  const calls = new Map<string | undefined, NodesOfCall>();
  for (const [lead, members] of groupBy(nodes.keys(), leadOf))
    calls.set(lead, { members, waiting: members.length, running: 0 });
  return (index) => calls.get(leadOf(index)) as NodesOfCall;
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
