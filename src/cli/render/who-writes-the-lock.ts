/** Who brings the lock into version control, in the words of the guides. */
export const whoWritesTheLock =
  "On the main branch only the job that applies writes the lock; on a branch, people commit what init, pull, accept and adopt wrote.";
