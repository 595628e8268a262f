import stringWidth from "fast-string-width";
import { wrapAnsi } from "fast-wrap-ansi";
import { once } from "../../util/once.ts";

const printable = /^[ -~]*$/u;

/** The number of terminal columns of a text, without colors: two for most East Asian characters and emoji, none for joining characters. */
export function columnsOf(text: string): number {
  return printable.test(text) ? text.length : stringWidth(text);
}

/** The indent of a wrapped text's further lines relative to its first. */
const hang = 4;

/** Wraps a text into lines that fit. The first line has the given indent, the others a larger one. */
export function wrapped(text: string, width: number, indent = 0): readonly string[] {
  const margin = " ".repeat(indent);
  // Most lines are short, and have characters of one column.
  if (text.length * 2 + indent <= width || columnsOf(text) + indent <= width) return [`${margin}${text}`];
  const room = Math.max(width - indent - hang, 16);
  const lines = wrapAnsi(breakable(text, room), room, { hard: true }).replaceAll(breakMark, "");
  const [first = "", ...others] = lines.replaceAll(breakSign, "").split("\n");
  return [`${margin}${first}`, ...others.map((line) => `${margin}${" ".repeat(hang)}${line}`)];
}

/** A character without width. It marks the blank before it as a possible break, which is not part of the text. */
const breakSign = "\u0000";
const breakMark = ` ${breakSign}`;

/** Marks possible breaks after slashes and dots in words that are longer than a line, such as addresses. */
function breakable(text: string, room: number): string {
  const words = text.split(" ");
  return words
    .map((word) => (columnsOf(word) > room ? word.replace(/[/.](?=[^/.])/gu, `$&${breakMark}`) : word))
    .join(" ");
}

/** Wraps the long lines of a text below their own indent. */
export function fitted(text: string, width: number): string {
  if (width === Number.POSITIVE_INFINITY) return text;
  return text
    .split("\n")
    .flatMap((line) => {
      const inside = line.trimStart();
      return wrapped(inside, width, line.length - inside.length);
    })
    .join("\n");
}

/** Created on first use: that takes longer than the rest of reading a small layout. */
const graphemes = once(() => new Intl.Segmenter("en"));

/** Cuts a text to a number of columns, with a mark for the missing part. */
export function cutTo(text: string, columns: number): string {
  if (columnsOf(text) <= columns) return text;
  let kept = "";
  let used = 1;
  for (const { segment } of graphemes().segment(text)) {
    used += columnsOf(segment);
    if (used > columns) break;
    kept += segment;
  }
  return `${kept}…`;
}
