import type { ApplyEvent, ApplyResult } from "../apply/events.ts";

/**
 * An apply under way. It has started already, and ends whether or not anybody listens. Whoever iterates over it is told
 * everything from the beginning, and what the run threw, if it did.
 */
export interface Run extends AsyncIterable<ApplyEvent> {
  readonly result: Promise<ApplyResult>;
}

export function startRun(work: (tell: (event: ApplyEvent) => void) => Promise<ApplyResult>): Run {
  const told: ApplyEvent[] = [];
  const listeners = new Set<() => void>();
  let isOver = false;
  const wakeListeners = () => {
    for (const wake of listeners) wake();
    listeners.clear();
  };
  const tell = (event: ApplyEvent) => {
    told.push(event);
    wakeListeners();
  };
  const result = work(tell).finally(() => {
    isOver = true;
    wakeListeners();
  });
  return {
    result,
    async *[Symbol.asyncIterator]() {
      // The error is thrown to the iterating caller below, who need not await the result as well.
      result.catch(() => undefined);
      for (let next = 0; ; ) {
        for (; next < told.length; next += 1) yield told[next] as ApplyEvent;
        if (isOver) break;
        await new Promise<void>((resolve) => listeners.add(resolve));
      }
      await result;
    },
  };
}
