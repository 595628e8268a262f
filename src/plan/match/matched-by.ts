/** How a desired object and a live one were found to be the same. */
export const waysToMatch = [
  "pin",
  "state",
  "journal",
  "key",
  "was",
  "create key",
  "fallback key",
  "contents",
] as const;
export type MatchedBy = (typeof waysToMatch)[number];
