/** Tasks that take turns with those of the same key, and with no others. */
export interface KeyedQueue {
  /** Does the task when all tasks of its key that came before are over, failed or not. */
  run<T>(key: string, task: () => Promise<T>): Promise<T>;
  /** Whether a task of this key is under way or waiting. */
  has(key: string): boolean;
}

export function createKeyedQueue(): KeyedQueue {
  const last = new Map<string, Promise<unknown>>();
  return {
    async run(key, task) {
      const before = last.get(key);
      const own = before === undefined ? task() : before.then(task, task);
      last.set(key, own);
      try {
        return await own;
      } finally {
        if (last.get(key) === own) last.delete(key);
      }
    },
    has: (key) => last.has(key),
  };
}
