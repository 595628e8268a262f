// Characters that colour or join pictographs have an effect that is seen. Any other invisible one hides between visible ones.
const invisible =
  /((?<=[\p{Emoji}\p{Extended_Pictographic}])\ufe0f|(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f])\u200d(?=\p{Extended_Pictographic}))|\p{Default_Ignorable_Code_Point}/gu;

// The separators of lines, the marks that turn the direction of text around, and those around annotations.
const turning = "\\u2028\\u2029\\u200e\\u200f\\u061c\\u202a-\\u202e\\u2066-\\u2069\\ufff9-\\ufffb";

/** What could steer a terminal, or the text around it: besides marks, all control characters or those of a range. */
export function steering(controls = "\\p{Cc}"): RegExp {
  return new RegExp(`[${controls}${turning}]`, "gu");
}

/** The text with each character that nobody would see replaced by what `show` makes of it. */
export function showInvisible(text: string, show: (character: string) => string): string {
  return text.replace(invisible, (found, visible: string | undefined) => visible ?? show(found));
}
