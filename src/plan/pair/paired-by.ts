/** How a desired object and a live one were found to be the same. */
export const pairings = [
  "pin",
  "state",
  "journal",
  "key",
  "was",
  "create key",
  "fallback key",
  "contents",
] as const;
export type PairedBy = (typeof pairings)[number];
