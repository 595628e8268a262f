// Characters that colour or join pictographs have an effect that is seen. Any other invisible one hides between visible ones.
const invisible =
  /((?<=[\p{Emoji}\p{Extended_Pictographic}])\ufe0f|(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f])\u200d(?=\p{Extended_Pictographic}))|\p{Default_Ignorable_Code_Point}/gu;

/** The text with each character that nobody would see replaced by what `show` makes of it. */
export function showInvisible(text: string, show: (character: string) => string): string {
  return text.replace(invisible, (found, seen: string | undefined) => seen ?? show(found));
}
