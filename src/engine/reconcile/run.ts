import type { ApplyEvent, ApplyResult } from "../apply/apply-events.ts";

/**
 * An apply in progress. It has already started, and it ends with or without listeners. An iteration gives all events from the
 * beginning, and throws the error of the run, if there is one.
 */
export interface Run extends AsyncIterable<ApplyEvent> {
  readonly result: Promise<ApplyResult>;
}

export function startRun(work: (onEvent: (event: ApplyEvent) => void) => Promise<ApplyResult>): Run {
  const events: ApplyEvent[] = [];
  const listeners = new Set<() => void>();
  let isOver = false;
  const wakeListeners = () => {
    for (const wake of listeners) wake();
    listeners.clear();
  };
  const onEvent = (event: ApplyEvent) => {
    events.push(event);
    wakeListeners();
  };
  const result = work(onEvent).finally(() => {
    isOver = true;
    wakeListeners();
  });
  return {
    result,
    async *[Symbol.asyncIterator]() {
      // The error is thrown to the iterating caller below, who need not await the result as well.
      result.catch(() => undefined);
      for (let next = 0; ; ) {
        for (; next < events.length; next += 1) yield events[next] as ApplyEvent;
        if (isOver) break;
        await new Promise<void>((resolve) => listeners.add(resolve));
      }
      await result;
    },
  };
}
