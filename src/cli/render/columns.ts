import stringWidth from "fast-string-width";
import { wrapAnsi } from "fast-wrap-ansi";
import { once } from "../../model/once.ts";
import type { Io } from "../io.ts";

const printable = /^[ -~]*$/u;

/** Columns that a terminal takes for a text, colours aside: two for most East Asian characters and emoji, none for what joins them. */
export function columnsOf(text: string): number {
  return printable.test(text) ? text.length : stringWidth(text);
}

const usualWidth = 80;
/** In fewer columns nothing can be read. */
const leastWidth = 40;

/** How wide lines may be: as the terminal, or as COLUMNS says, or else 80. */
export function widthOf({ isTerminal, columns, environment }: Io): number {
  const asked = Number(environment["COLUMNS"]);
  const width = (isTerminal ? columns?.() : undefined) ?? (Number.isInteger(asked) ? asked : 0);
  return Math.max(width > 0 ? width : usualWidth, leastWidth);
}

/** How wide lines on the way may be: programs that read a log want each of them whole. */
export function widthAtTerminal(io: Io): number {
  return io.isTerminal ? widthOf(io) : Number.POSITIVE_INFINITY;
}

/** How far the second line of a text stands behind its first. */
const hang = 4;

/** The text in lines that fit, the first as far in as is said, the others a little further. */
export function wrapped(text: string, width: number, indent = 0): readonly string[] {
  const margin = " ".repeat(indent);
  // Most lines are short, and of letters of one column.
  if (text.length * 2 + indent <= width || columnsOf(text) + indent <= width) return [`${margin}${text}`];
  const room = Math.max(width - indent - hang, 16);
  const lines = wrapAnsi(breakable(text, room), room, { hard: true }).replaceAll(breakMark, "");
  const [first = "", ...others] = lines.replaceAll(breakSign, "").split("\n");
  return [`${margin}${first}`, ...others.map((line) => `${margin}${" ".repeat(hang)}${line}`)];
}

/** A sign without width: the blank before it stands for a place where a line may end, and is none. */
const breakSign = "\u0000";
const breakMark = ` ${breakSign}`;

/** A text whose words that are longer than a line, such as addresses, may be broken behind a slash or a dot. */
function breakable(text: string, room: number): string {
  const words = text.split(" ");
  return words
    .map((word) => (columnsOf(word) > room ? word.replace(/[/.](?=[^/.])/gu, `$&${breakMark}`) : word))
    .join(" ");
}

/** A text of several lines, in which those that are too long are wrapped below their own margin. */
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

/** Made where one is wanted: that takes longer than all else of reading a small layout. */
const graphemes = once(() => new Intl.Segmenter("en"));

/** As much of a text as fits into so many columns, with a mark where something is missing. */
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
