/** The ways in which docsform matches a desired object with a live one. */
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
