import type { Session } from "./session.ts";

const queues = new WeakMap<Session, Map<string, Promise<unknown>>>();

/** Runs tasks of one key one after the other; a failure stops none of the others. */
export async function inTurn<T>(session: Session, key: string, task: () => Promise<T>): Promise<T> {
  const queue = queues.get(session) ?? new Map<string, Promise<unknown>>();
  queues.set(session, queue);
  const before = queue.get(key) ?? Promise.resolve();
  const mine = before.then(task, task);
  queue.set(key, mine);
  try {
    return await mine;
  } finally {
    if (queue.get(key) === mine) queue.delete(key);
  }
}
