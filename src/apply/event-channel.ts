/** Hands what work tells over to whoever reads it, in order, without either waiting for the other longer than needed. */
export interface EventChannel<E> {
  readonly send: (event: E) => void;
  /** Everything sent until the work is over; rethrows what the work threw. */
  readonly during: <R>(work: Promise<R>) => AsyncGenerator<E, R>;
}

export function createEventChannel<E>(): EventChannel<E> {
  let waiting: E[] = [];
  let wake: (() => void) | undefined;
  const stir = () => {
    wake?.();
    wake = undefined;
  };
  return {
    send(event) {
      waiting.push(event);
      stir();
    },
    async *during(work) {
      let isOver = false;
      const over = () => {
        isOver = true;
        stir();
      };
      work.then(over, over);
      for (;;) {
        const events = waiting;
        waiting = [];
        yield* events;
        if (waiting.length > 0) continue;
        if (isOver) return await work;
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
  };
}
