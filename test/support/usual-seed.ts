/** The usual seed of the laws, so that a red law comes from the change. `npm run test:fresh` draws other worlds. */
export const usualSeed = 20261123;
