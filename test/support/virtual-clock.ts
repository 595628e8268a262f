import type { Clock } from "../../src/util/clock.ts";
import { createHeap, type Heap } from "../../src/util/heap.ts";

interface Sleeper {
  readonly at: number;
  /** Of sleepers with the same time, the one with the lowest turn wakes first. */
  readonly turn: number;
  wake(): void;
  cancelled: boolean;
}

/**
 * A clock for tests, on which hours pass in microseconds and always in the same order.
 *
 * Time stands still while any code can run. Sleepers wait in a heap, ordered by the time to wake up and then by the time of their call. While there
 * is a sleeper, an immediate is pending. Node runs it only after all microtasks, so at that moment no code can continue unless time passes. The
 * immediate moves the time to the earliest wake-up time, wakes all sleepers of that instant, and schedules itself again while other sleepers exist.
 * Then it also runs what is due at intervals, but intervals alone let no time pass.
 *
 * The clock does not know about real input and output: while code waits for a socket or a file, time passes. So use it with transports in process.
 */
export function createVirtualClock(startMs = 0): Clock {
  let now = startMs;
  let turns = 0;
  let armed = false;
  let awaited = 0;
  const sleepers = createHeap(isBefore);

  const arm = () => {
    if (armed) return;
    armed = true;
    setImmediate(advance);
  };
  const advance = () => {
    armed = false;
    dropCancelled(sleepers);
    const first = sleepers.peek();
    if (first === undefined || awaited === 0) return;
    now = first.at;
    while (sleepers.peek()?.at === now) {
      const sleeper = sleepers.pop();
      if (sleeper?.cancelled === false) sleeper.wake();
    }
    if (awaited > 0) arm();
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
          awaited -= 1;
          reject(signal?.reason);
        };
        const wake = () => {
          awaited -= 1;
          signal?.removeEventListener("abort", stop);
          resolve();
        };
        awaited += 1;
        const sleeper: Sleeper = { at: now + Math.max(ms, 0), turn: turns++, wake, cancelled: false };
        signal?.addEventListener("abort", stop, { once: true });
        sleepers.push(sleeper);
        arm();
      });
    },
    every(ms, work) {
      let next: Sleeper;
      const plan = () => {
        next = { at: now + ms, turn: turns++, wake, cancelled: false };
        sleepers.push(next);
      };
      const wake = () => {
        work();
        if (!next.cancelled) plan();
      };
      plan();
      return () => {
        next.cancelled = true;
      };
    },
  };
}

// Cancelled sleepers stay in the heap until they are at its top. The time must not move to a time at which no sleeper wakes up.
function dropCancelled(sleepers: Heap<Sleeper>): void {
  while (sleepers.peek()?.cancelled) sleepers.pop();
}

function isBefore(a: Sleeper, b: Sleeper): boolean {
  return a.at < b.at || (a.at === b.at && a.turn < b.turn);
}
