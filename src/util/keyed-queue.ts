/** Runs tasks with the same key one after the other. Tasks with different keys run at the same time. */
export interface KeyedQueue {
  /** Runs the task after all earlier tasks with its key have ended, with or without an error. */
  run<T>(key: string, task: () => Promise<T>): Promise<T>;
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
  };
}
