/** Time, handed in: tests run on a virtual clock. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Resolves after `ms`; rejects with the signal's reason as soon as it aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** Does `work` every `ms`, beside whatever else goes on, until what it gives is called. Keeps no program alive. */
  every(ms: number, work: () => void): () => void;
}
