/** The source of time. Tests use a virtual clock. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Resolves after `ms`; rejects with the signal's reason as soon as it aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** Does `work` every `ms` until the returned function is called. The timer does not keep a program alive. */
  every(ms: number, work: () => void): () => void;
}
