// Characters that color or join pictographs have a visible effect. Every other invisible character hides between visible ones.
const invisible =
  /((?<=[\p{Emoji}\p{Extended_Pictographic}])\ufe0f|(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f])\u200d(?=\p{Extended_Pictographic}))|\p{Default_Ignorable_Code_Point}/gu;

const ignorable = /\p{Default_Ignorable_Code_Point}/u;

// Line separators, marks that change the direction of text, and marks around annotations.
const controllingMarks = "\\u2028\\u2029\\u200e\\u200f\\u061c\\u202a-\\u202e\\u2066-\\u2069\\ufff9-\\ufffb";

/** Matches characters that control a terminal or change the text around them: control characters (all, or a range) and the marks above. */
export function controllingCharacters(controls = "\\p{Cc}"): RegExp {
  return new RegExp(`[${controls}${controllingMarks}]`, "gu");
}

/** The text with each invisible character replaced by the result of `show`. */
export function showInvisible(text: string, show: (character: string) => string): string {
  // Almost no text has one, and looking for one character is much faster than looking around each.
  if (!ignorable.test(text)) return text;
  return text.replace(invisible, (found, visible: string | undefined) => visible ?? show(found));
}

const controls = controllingCharacters();

/** The text with each controlling or invisible character replaced by the result of `escape`. */
export function escapeInvisible(text: string, escape: (character: string) => string): string {
  return showInvisible(text.replace(controls, escape), escape);
}
