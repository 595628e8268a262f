import type { FaultSource } from "./faults.ts";
import type { Store, StoreSnapshot } from "./store.ts";

/** Former states of the store, kept only while reads are to be stale. */
export interface History {
  /** To be called before a write with the state as it is, if it may change. */
  before(now: number): { committed(): void } | undefined;
  /** The state before every write of the last `ms`; nothing when there was no write. */
  asOf(now: number, ms: number): StoreSnapshot | undefined;
  clear(): void;
}

/** A history of the store. */
export function createHistory(store: Store, faults: FaultSource): History {
  let entries: { readonly at: number; readonly state: StoreSnapshot }[] = [];
  return {
    before: (now) => {
      const ms = faults.staleMs();
      if (ms === 0) return undefined;
      const state = store.snapshot();
      return {
        committed: () => {
          entries = entries.filter((entry) => entry.at > now - ms);
          entries.push({ at: now, state });
        },
      };
    },
    asOf: (now, ms) => entries.find((entry) => entry.at > now - ms)?.state,
    clear: () => {
      entries = [];
    },
  };
}
