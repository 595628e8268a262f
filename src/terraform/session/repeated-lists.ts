import type { BulkResult } from "../../engine/live/bulk-read.ts";

/** A list that lacked an object, and was therefore followed by another read. */
export interface EarlierList {
  readonly result: BulkResult;
  /** A consistency window passed between the two reads. */
  readonly isWindowApart?: boolean;
}

type Later = Promise<BulkResult | undefined>;

/** Lists that were read again because they lacked an object. */
export class RepeatedLists {
  readonly #earlier = new WeakMap<BulkResult, EarlierList>();
  readonly #later = new WeakMap<BulkResult, Later>();

  /** The read before the list. */
  earlierThan(list: BulkResult): EarlierList | undefined {
    return this.#earlier.get(list);
  }

  noteEarlier(list: BulkResult, earlier: EarlierList): void {
    if (list !== earlier.result) this.#earlier.set(list, earlier);
  }

  /** The read after the list, when a consistency window has passed: one for all callers, repeated if it fails. */
  laterThan(list: BulkResult, read: () => Later): Later {
    const known = this.#later.get(list);
    if (known !== undefined) return known;
    const later = read();
    this.#later.set(list, later);
    later.catch(() => this.#later.delete(list));
    return later;
  }
}
