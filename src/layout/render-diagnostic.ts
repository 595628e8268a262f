import type { Diagnostic, SourcePosition } from "../model/diagnostic.ts";
import { controllingCharacters, showInvisible } from "../util/invisible.ts";
import type { SourceText } from "./yaml-source.ts";

/** Colors for the parts of a diagnostic. Each function returns its text in a color. */
export interface DiagnosticPalette {
  readonly error: (text: string) => string;
  readonly warning: (text: string) => string;
  readonly strong: (text: string) => string;
  readonly faint: (text: string) => string;
}

const same = (text: string) => text;
const plain: DiagnosticPalette = { error: same, warning: same, strong: same, faint: same };

/**
 * Renders a diagnostic for people: its place, code and message, the line with a caret, and what to do. It shows as much of the line
 * as fits.
 */
export function renderDiagnostic(
  diagnostic: Diagnostic,
  sources: readonly SourceText[],
  palette: DiagnosticPalette = plain,
  width: number = Number.POSITIVE_INFINITY,
): string {
  const { severity, code, message, remedy, at } = diagnostic;
  const paint = severity === "error" ? palette.error : palette.warning;
  const place = at === undefined ? "" : `${palette.strong(`${at.file}:${at.line}:${at.column}`)}: `;
  const head = `${place}${paint(severity)} ${palette.faint(code)}: ${visible(message)}`;
  const frame = at === undefined ? [] : frameOf(at, sources, { paint, palette, width });
  const advice = remedy === undefined ? [] : [`  ${visible(remedy)}`];
  return [head, ...frame, ...advice].join("\n");
}

/** How to show the line of a diagnostic. */
interface LineStyle {
  readonly paint: (text: string) => string;
  readonly palette: DiagnosticPalette;
  /** Width of the terminal, in columns. */
  readonly width: number;
}

/** Columns for the margin before a line's number, the bar after it, and a mark at either end for omitted text. */
const columnsBesides = 7;

function frameOf(
  at: SourcePosition,
  sources: readonly SourceText[],
  { paint, palette, width }: LineStyle,
): readonly string[] {
  const text = sources.find((source) => source.file === at.file)?.text;
  const line = text === undefined ? undefined : lineAt(text, at.line);
  if (line === undefined) return [];
  const number = String(at.line);
  const gutter = " ".repeat(number.length);
  const { before, marked, after } = excerpt(line, at, width - gutter.length - columnsBesides);
  const caret = "^".repeat(Math.max(1, widthOf(marked)));
  return [
    `  ${palette.faint(`${number} |`)} ${visible(before + marked + after)}`,
    `  ${palette.faint(`${gutter} |`)} ${blanks(before)}${paint(caret)}`,
  ];
}

function lineAt(text: string, line: number): string | undefined {
  let start = 0;
  for (let passed = 1; passed < line; passed++) {
    start = text.indexOf("\n", start) + 1;
    if (start === 0) return undefined;
  }
  const end = text.indexOf("\n", start);
  return text.slice(start, end === -1 ? undefined : end).replace(/\r$/, "");
}

/** docsform shows only the part around the mark of a line that is longer than this. */
const longestLine = 200;
const shareBefore = 0.4;

function excerpt(line: string, { column, length }: SourcePosition, columns: number) {
  const start = column - 1;
  const end = Math.min(start + length, line.length);
  // If any character near the mark is wide, all characters count as wide. The rest of a long line is not measured, because it may be a
  // whole file.
  const near = line.slice(Math.max(0, start - longestLine), start + longestLine);
  const fitting = widthOf(near) > near.length ? columns / 2 : columns;
  const most = Math.floor(Math.min(longestLine, Math.max(fitting, 16)));
  const isLong = line.length > most;
  const from = isLong ? Math.max(0, start - Math.floor(most * shareBefore)) : 0;
  const to = isLong ? Math.min(line.length, from + most) : line.length;
  return {
    before: (from > 0 ? "…" : "") + line.slice(from, start),
    marked: line.slice(start, Math.min(end, to)),
    after: line.slice(Math.min(end, to), to) + (to < line.length ? "…" : ""),
  };
}

/** Blanks as wide as the text. Tabs stay tabs, so that they end at the same column as in the line. */
function blanks(text: string): string {
  return text.replace(/[^\t]+/g, (part) => " ".repeat(widthOf(part)));
}

/** Width of the text in a terminal, in columns. */
function widthOf(text: string): number {
  let width = 0;
  for (const { segment } of new Intl.Segmenter("en").segment(visible(text))) {
    width += wide.test(segment) ? 2 : 1;
  }
  return width;
}

const wide =
  /\p{Emoji_Presentation}|\ufe0f|[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/u;

const controls = controllingCharacters();

/** The text without characters that could move the cursor or change colors, and without invisible ones. One column replaces each. */
function visible(text: string): string {
  const plain = text.replace(controls, (character) => (character === "\t" ? "\t" : "\ufffd"));
  return showInvisible(plain, () => "\ufffd");
}
