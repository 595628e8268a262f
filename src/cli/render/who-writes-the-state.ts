/** The rule about who commits the state, in the words of the guides. */
export const whoWritesTheState =
  "On the main branch, only the job that applies writes the state. On other branches, people commit the state that init, pull, accept and import wrote.";
