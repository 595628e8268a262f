/** Who brings the state into version control, in the words of the guides. */
export const whoWritesTheState =
  "On the main branch only the job that applies writes the state; on a branch, people commit what init, pull, accept and import wrote.";
