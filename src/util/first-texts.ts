/** The texts with the same mark between them: all, or the first ones and the number of the others. */
export function firstTexts(texts: readonly string[], most: number, between = ", "): string {
  const more = texts.length - most;
  // "and 1 more" needs as much space as the text.
  return more > 1 ? `${texts.slice(0, most).join(between)} and ${more} more` : texts.join(between);
}
