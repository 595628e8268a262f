import { Lexer, type LineCounter } from "yaml";

/** A bracket without the closing bracket that belongs to it. */
export interface UnclosedBracket {
  readonly open: number;
  /** Offset of the first character that no longer can be inside. */
  readonly end: number;
  /** The wrong closing bracket at the end. Absent: the indentation or the file ends it. */
  readonly closedBy?: string;
}

/** The lexer's mark before a plain text, and where the indentation ends brackets. Neither is in the text. */
const marks = { document: "\u0002", flowEnd: "\u0018", scalar: "\u001f" } as const;

const allMarks: ReadonlySet<string> = new Set(Object.values(marks));

const closings: ReadonlyMap<string, string> = new Map([
  ["{", "}"],
  ["[", "]"],
]);

/** A bracket, or the end of all open ones by the indentation. */
interface Sign {
  readonly text: string;
  readonly at: number;
}

/** The brackets outside texts and comments, and the places where the indentation ends all open ones. */
function* signsIn(text: string): Generator<Sign, void> {
  let at = 0;
  let before = "";
  for (const lexeme of new Lexer().lex(text)) {
    const isPlainText = before === marks.scalar;
    before = lexeme;
    if (!isPlainText && (/^[[\]{}]$/u.test(lexeme) || lexeme === marks.flowEnd)) yield { text: lexeme, at };
    if (!allMarks.has(lexeme)) at += lexeme.length;
  }
}

/** The unclosed brackets of a text by their ends; of those with the same end, the innermost first. */
export function unclosedBrackets(text: string): readonly UnclosedBracket[] {
  const found: UnclosedBracket[] = [];
  const open: Sign[] = [];
  const endAll = (end: number): void => {
    for (const { at } of open.splice(0).reverse()) found.push({ open: at, end });
  };
  for (const sign of signsIn(text)) {
    if (sign.text === marks.flowEnd) endAll(sign.at);
    else if (closings.has(sign.text)) open.push(sign);
    else {
      const last = open.pop();
      if (last !== undefined && closings.get(last.text) !== sign.text)
        found.push({ open: last.at, end: sign.at, closedBy: sign.text });
    }
  }
  endAll(text.length);
  return found;
}

/** The unclosed bracket of an error at this offset. */
export function unclosedAt(found: readonly UnclosedBracket[], offset: number): UnclosedBracket | undefined {
  let [low, high] = [0, found.length];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if ((found[middle] as UnclosedBracket).end < offset) low = middle + 1;
    else high = middle;
  }
  return found[low];
}

/** Where a person looks for the closing bracket: `line 5`, `the ] in line 5`, `the end of the file`. */
export function endText({ end, closedBy }: UnclosedBracket, text: string, lines: LineCounter): string {
  if (end >= text.length) return "the end of the file";
  const line = `line ${lines.linePos(end).line}`;
  return closedBy === undefined ? line : `the ${closedBy} in ${line}`;
}
