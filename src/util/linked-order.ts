/** Distinct items in an order. Each operation takes the same time, however many items there are. */
export interface LinkedOrder<T> extends Iterable<T> {
  /** Puts an item at the end. */
  append(item: T): void;
  /** Puts an item directly before or after another one. If the order does not have the other one, the item comes to the end. */
  putBefore(item: T, other: T): void;
  putAfter(item: T, other: T): void;
  remove(item: T): void;
}

interface Link<T> {
  readonly item: T | undefined;
  previous: Link<T>;
  next: Link<T>;
}

export function createLinkedOrder<T>(): LinkedOrder<T> {
  /** Comes after the last item and before the first one. */
  const ends = { item: undefined } as Link<T>;
  ends.previous = ends;
  ends.next = ends;
  const links = new Map<T, Link<T>>();
  const remove = (item: T) => {
    const link = links.get(item);
    if (link === undefined) return;
    link.previous.next = link.next;
    link.next.previous = link.previous;
    links.delete(item);
  };
  const put = (item: T, placeOf: () => Link<T> | undefined) => {
    remove(item);
    const next = placeOf() ?? ends;
    const link = { item, previous: next.previous, next };
    next.previous.next = link;
    next.previous = link;
    links.set(item, link);
  };
  return {
    append: (item) => put(item, () => ends),
    putBefore: (item, other) => put(item, () => links.get(other)),
    putAfter: (item, other) => put(item, () => links.get(other)?.next),
    remove,
    *[Symbol.iterator]() {
      for (let link = ends.next; link !== ends; link = link.next) yield link.item as T;
    },
  };
}
