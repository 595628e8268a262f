import type { Io } from "./io.ts";

const usualWidth = 80;
/** With fewer columns, lines are unreadable. */
const leastWidth = 40;

/** The width of lines: the terminal's, otherwise that of COLUMNS, otherwise 80. */
export function widthOf({ isTerminal, columns, environment }: Io): number {
  const asked = Number(environment["COLUMNS"]);
  const width = (isTerminal ? columns?.() : undefined) ?? (Number.isInteger(asked) ? asked : 0);
  return Math.max(width > 0 ? width : usualWidth, leastWidth);
}

/** The width of progress lines. Programs that read a log need whole lines. */
export function widthAtTerminal(io: Io): number {
  return io.isTerminal ? widthOf(io) : Number.POSITIVE_INFINITY;
}
