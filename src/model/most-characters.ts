/**
 * The maximum number of characters in all files of a layout together. The output of a synthesized app is longer than files that people
 * write.
 */
export const mostCharacters = { layout: 8_000_000, app: 50_000_000 } as const;
