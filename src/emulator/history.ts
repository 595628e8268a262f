import type { FaultSource } from "./faults.ts";
import type { Store, StoreSnapshot } from "./store.ts";

/** Former states of the store. It keeps them only while a fault makes reads stale. */
export interface History {
  /**
   * Call it before a write, with the time of the write. If the write succeeds, call `committed`. undefined: no fault needs the
   * state.
   */
  before(now: number): { committed(): void } | undefined;
  /** The state before the first write of the last `ms` milliseconds. undefined: there was no write. */
  asOf(now: number, ms: number): StoreSnapshot | undefined;
  clear(): void;
}

/** Creates the history of a store. */
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
