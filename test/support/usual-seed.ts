/** What the laws draw their worlds from, so that red means the change. `npm run test:fresh` draws others. */
export const usualSeed = 20261123;
