import { controllingCharacters, showInvisible } from "../../util/invisible.ts";

const controls = controllingCharacters();
const controlsButLineBreaks = controllingCharacters("\\0-\\x09\\x0b-\\x1f\\x7f-\\x9f");
const printableAscii = /^[ -~]*$/;
const printableAsciiLines = /^[\n -~]*$/;

/**
 * The text on one line, safe for a terminal. Control characters and invisible characters appear as their numbers. Use it for text from the
 * service or a file.
 */
export function plainText(text: string): string {
  // Most texts need no replacement, and one test is faster than three.
  if (printableAscii.test(text)) return text;
  const line = text.replace(/[\r\n\t]+/gu, " ").replace(controls, numberOf);
  return showInvisible(line, numberOf);
}

function numberOf(character: string): string {
  return `<U+${hexOf(character).toUpperCase()}>`;
}

/** Like {@link plainText}, line by line. */
export function plainLines(text: string): string {
  return text.split("\n").map(plainText).join("\n");
}

/** JSON text. It also escapes control characters that JSON permits, and invisible characters. */
export function plainJson(value: unknown): string {
  return plainJsonText(JSON.stringify(value, null, 2));
}

/** The same on one line. */
export function plainJsonLine(value: unknown): string {
  return plainJsonText(JSON.stringify(value));
}

function plainJsonText(text: string): string {
  // The JSON of a large plan has many megabytes, and mostly needs no replacement.
  if (printableAsciiLines.test(text)) return text;
  return showInvisible(text.replace(controlsButLineBreaks, escaped), escaped);
}

function escaped(character: string): string {
  return character
    .split("")
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
    .join("");
}

function hexOf(character: string): string {
  return (character.codePointAt(0) ?? 0).toString(16).padStart(4, "0");
}
