const hexCodePoints = /^[0-9a-f]{2,6}(?:-[0-9a-f]{2,6})*$/i;

/** The pattern for declared emoji: hex code points, or text with a pictograph, a flag or a keycap. */
export const emojiPattern =
  /^(?:[0-9a-fA-F]{2,6}(?:-[0-9a-fA-F]{2,6})*|(?=.*(?:\p{Extended_Pictographic}|\p{Regional_Indicator}|\u{20e3}))\P{L}+)$/u;

/** Lower-case hex code points joined by `-`, the form in which the service returns an emoji: `1f468-200d-1f4bb`. */
export function emojiToCodePoints(text: string): string {
  if (hexCodePoints.test(text)) return text.toLowerCase();
  return Array.from(text, (character) => (character.codePointAt(0) ?? 0).toString(16)).join("-");
}

/** The code points without the selector that only asks for a colored glyph. Empty text means no emoji. */
export function emojiToCompare(text: string): string | null {
  if (text === "") return null;
  const points = emojiToCodePoints(text).split("-");
  const essential = points.filter((point) => point !== "fe0f");
  return (essential.length === 0 ? points : essential).join("-");
}
