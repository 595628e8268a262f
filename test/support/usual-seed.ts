/** The default seed of the laws, and of the order of tests. It is always the same, so that a failing test comes from the change. `npm run test:fresh` uses new seeds. */
export const usualSeed = 20261123;
