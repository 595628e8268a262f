import type { Clock } from "../../src/model/clock.ts";

interface Sleeper {
  readonly at: number;
  /** Breaks ties: who slept first wakes first. */
  readonly turn: number;
  wake(): void;
  cancelled: boolean;
}

/**
 * A clock for tests, on which hours pass in microseconds and always in the same order.
 *
 * Time stands still while any code can run. Sleepers wait in a heap, ordered by when they wake and then by when they
 * went to sleep. As long as there is one, an immediate is pending; Node runs it only after every microtask, so when
 * it runs nobody could go on without time passing. It then moves the time to the earliest waking time, wakes all
 * sleepers of that instant, and arms itself again while others sleep.
 *
 * It knows nothing of real input and output: code that waits for a socket or a file looks idle to it, and time passes.
 * Use it with transports that answer in process.
 */
export function createVirtualClock(startMs = 0): Clock {
  let now = startMs;
  let turns = 0;
  let armed = false;
  const sleepers: Sleeper[] = [];

  const arm = () => {
    if (armed) return;
    armed = true;
    setImmediate(advance);
  };
  const advance = () => {
    armed = false;
    dropCancelled(sleepers);
    const first = sleepers[0];
    if (first === undefined) return;
    now = first.at;
    while (sleepers[0]?.at === now) {
      const sleeper = pop(sleepers);
      if (!sleeper.cancelled) sleeper.wake();
    }
    if (sleepers.length > 0) arm();
  };

  return {
    now: () => now,
    sleep(ms, signal) {
      return new Promise((resolve, reject) => {
        if (signal?.aborted) {
          reject(signal.reason);
          return;
        }
        const stop = () => {
          sleeper.cancelled = true;
          reject(signal?.reason);
        };
        const wake = () => {
          signal?.removeEventListener("abort", stop);
          resolve();
        };
        const sleeper: Sleeper = { at: now + Math.max(ms, 0), turn: turns++, wake, cancelled: false };
        signal?.addEventListener("abort", stop, { once: true });
        push(sleepers, sleeper);
        arm();
      });
    },
  };
}

// Cancelled sleepers stay in the heap until they come to its top: time must not move to an instant that nobody awaits.
function dropCancelled(heap: Sleeper[]): void {
  while (heap[0]?.cancelled) pop(heap);
}

function isBefore(a: Sleeper, b: Sleeper): boolean {
  return a.at < b.at || (a.at === b.at && a.turn < b.turn);
}

function push(heap: Sleeper[], sleeper: Sleeper): void {
  let index = heap.length;
  while (index > 0) {
    const above = (index - 1) >> 1;
    const parent = heap[above] as Sleeper;
    if (!isBefore(sleeper, parent)) break;
    heap[index] = parent;
    index = above;
  }
  heap[index] = sleeper;
}

function pop(heap: Sleeper[]): Sleeper {
  const top = heap[0] as Sleeper;
  const last = heap.pop() as Sleeper;
  if (heap.length > 0) sink(heap, last);
  return top;
}

function sink(heap: Sleeper[], sleeper: Sleeper): void {
  let index = 0;
  for (;;) {
    const child = smallerChild(heap, index);
    if (child === undefined || !isBefore(heap[child] as Sleeper, sleeper)) break;
    heap[index] = heap[child] as Sleeper;
    index = child;
  }
  heap[index] = sleeper;
}

function smallerChild(heap: readonly Sleeper[], index: number): number | undefined {
  const left = 2 * index + 1;
  const first = heap[left];
  if (first === undefined) return undefined;
  const second = heap[left + 1];
  return second !== undefined && isBefore(second, first) ? left + 1 : left;
}
