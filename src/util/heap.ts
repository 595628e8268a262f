/** A priority queue. */
export interface Heap<T> {
  readonly size: number;
  push(item: T): void;
  /** The first item, without removing it. */
  peek(): T | undefined;
  /** Removes and returns the first item. */
  pop(): T | undefined;
}

/** Creates a heap. `isBefore` must put any two items in an order: no two are equal. */
export function createHeap<T>(isBefore: (a: T, b: T) => boolean): Heap<T> {
  const items: T[] = [];
  const swap = (a: number, b: number) => {
    [items[a], items[b]] = [items[b] as T, items[a] as T];
  };
  const rise = (from: number) => {
    for (let at = from; at > 0; ) {
      const above = (at - 1) >> 1;
      if (!isBefore(items[at] as T, items[above] as T)) return;
      swap(at, above);
      at = above;
    }
  };
  const sink = () => {
    for (let at = 0; ; ) {
      const [left, right] = [2 * at + 1, 2 * at + 2];
      if (left >= items.length) return;
      const child = right < items.length && isBefore(items[right] as T, items[left] as T) ? right : left;
      if (!isBefore(items[child] as T, items[at] as T)) return;
      swap(at, child);
      at = child;
    }
  };
  return {
    get size() {
      return items.length;
    },
    push(item) {
      rise(items.push(item) - 1);
    },
    peek: () => items[0],
    pop() {
      const first = items[0];
      const last = items.pop();
      if (items.length > 0) {
        items[0] = last as T;
        sink();
      }
      return first;
    },
  };
}
