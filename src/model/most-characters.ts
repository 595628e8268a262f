/**
 * The most characters that are read of a layout, all its files together: what people write, and what an app synthesised, which is
 * longer.
 */
export const mostCharacters = { layout: 8_000_000, app: 50_000_000 } as const;
