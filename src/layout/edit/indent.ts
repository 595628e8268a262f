/** Indents lines by a number of spaces, or outdents them by a negative number. Blank lines stay blank. */
export function indented(lines: readonly string[], by: number): readonly string[] {
  if (by === 0) return lines;
  if (by > 0) return lines.map((line) => (line.trim() === "" ? line : " ".repeat(by) + line));
  return lines.map((line) => line.slice(Math.min(-by, line.length - line.trimStart().length)));
}
