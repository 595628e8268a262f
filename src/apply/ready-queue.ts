/** What the queue needs to know of a thing to do. */
export interface QueueNode {
  readonly id: string;
  /** Ids of nodes that must be done before. */
  readonly after: readonly string[];
  /** How long it takes, in requests. */
  readonly calls: number;
}

export interface QueueOptions<N> {
  /** Nodes at work at once. */
  readonly concurrency: number;
  /** Told of each node when nothing stands before it any more. */
  readonly onReady?: (node: N) => void;
  /** Does it; false when those that wait for it must not be done. Never rejects. */
  readonly perform: (node: N) => Promise<boolean>;
  /** True: it is not to be done, nor what waits for it. */
  readonly isSkipped: (node: N) => boolean;
  /** Told of each node that will not be done because `cause` was skipped or not done. */
  readonly onBlocked: (node: N, cause: N) => void;
  /** True: start nothing new. */
  readonly isStopped: () => boolean;
}

/**
 * Does each node as soon as those before it are done, the one with the longest chain behind it first. Resolves when nothing
 * is at work and nothing more can start.
 */
export async function runWhenReady<N extends QueueNode>(
  nodes: readonly N[],
  options: QueueOptions<N>,
): Promise<void> {
  const graph = graphOf(nodes);
  const ready = createHeap(chainLengths(nodes, graph));
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
      while (working < options.concurrency && ready.size() > 0 && !options.isStopped()) {
        const index = ready.pop();
        working += 1;
        options.perform(nodes[index] as N).then((isDone) => finish(index, isDone), reject);
      }
      if (working === 0) resolve();
    };
    pump();
  });
}

interface Graph {
  readonly before: readonly (readonly number[])[];
  readonly behind: readonly (readonly number[])[];
}

function graphOf(nodes: readonly QueueNode[]): Graph {
  const indexes = new Map(nodes.map((node, index) => [node.id, index]));
  const behind: number[][] = nodes.map(() => []);
  const before = nodes.map((node, index) =>
    node.after.map((id) => {
      const other = indexes.get(id);
      if (other === undefined) throw new Error(`${node.id} waits for ${id}, which the plan does not hold.`);
      behind[other]?.push(index);
      return other;
    }),
  );
  return { before, behind };
}

/** For each node the longest chain that begins with it, in requests. */
function chainLengths(nodes: readonly QueueNode[], graph: Graph): readonly number[] {
  const lengths = nodes.map((node) => Math.max(1, node.calls));
  const own = [...lengths];
  const left = graph.behind.map((behind) => behind.length);
  const last: number[] = [];
  left.forEach((count, index) => {
    if (count === 0) last.push(index);
  });
  for (let at = 0; at < last.length; at++) {
    const index = last[at] as number;
    for (const previous of graph.before[index] as readonly number[]) {
      lengths[previous] = Math.max(
        lengths[previous] as number,
        (own[previous] as number) + (lengths[index] as number),
      );
      left[previous] = (left[previous] as number) - 1;
      if (left[previous] === 0) last.push(previous);
    }
  }
  if (last.length < nodes.length) throw new Error("Some nodes of the plan wait for each other.");
  return lengths;
}

function blockFrom(from: number, graph: Graph, blocked: Uint8Array, told: (index: number) => void): void {
  const open = [from];
  blocked[from] = 1;
  for (let index = open.pop(); index !== undefined; index = open.pop()) {
    told(index);
    for (const next of graph.behind[index] as readonly number[]) {
      if (blocked[next]) continue;
      blocked[next] = 1;
      open.push(next);
    }
  }
}

interface Heap {
  push(index: number): void;
  /** The index of the highest priority; among equals the lowest index. Only when there is one. */
  pop(): number;
  size(): number;
}

function createHeap(priorities: readonly number[]): Heap {
  const heap: number[] = [];
  const isBefore = (a: number, b: number) => {
    const difference = (priorities[a] as number) - (priorities[b] as number);
    return difference > 0 || (difference === 0 && a < b);
  };
  const swap = (a: number, b: number) => {
    const kept = heap[a] as number;
    heap[a] = heap[b] as number;
    heap[b] = kept;
  };
  const sink = () => {
    for (let at = 0; ; ) {
      const left = 2 * at + 1;
      if (left >= heap.length) return;
      const right = left + 1;
      const child =
        right < heap.length && isBefore(heap[right] as number, heap[left] as number) ? right : left;
      if (!isBefore(heap[child] as number, heap[at] as number)) return;
      swap(at, child);
      at = child;
    }
  };
  return {
    size: () => heap.length,
    push(index) {
      let at = heap.push(index) - 1;
      while (at > 0) {
        const above = (at - 1) >> 1;
        if (!isBefore(heap[at] as number, heap[above] as number)) return;
        swap(at, above);
        at = above;
      }
    },
    pop() {
      const top = heap[0] as number;
      const last = heap.pop() as number;
      if (heap.length > 0) {
        heap[0] = last;
        sink();
      }
      return top;
    },
  };
}
