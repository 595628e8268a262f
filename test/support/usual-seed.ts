/** The default seed of the laws. It is always the same, so that a failing law comes from the change. `npm run test:fresh` uses new seeds. */
export const usualSeed = 20261123;
