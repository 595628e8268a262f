import { escaped } from "../../model/escaped.ts";

/** A text for a new value that keeps the variables of the old text. */
interface KeptText {
  readonly text: string;
  /** Variables that the new text no longer contains. */
  readonly lost: readonly string[];
}

interface TextPart {
  /** `raw`: the part in the file. `text`: its value. */
  readonly raw: string;
  readonly text: string;
  readonly variable?: string;
}

/** The text for a value. It keeps each variable whose value is still at its place. */
export function keptVariables(
  written: string,
  valueOf: (name: string) => string | undefined,
  value: string,
): KeptText {
  const parts = textParts(written, valueOf);
  const before = parts.map(({ text }) => text).join("");
  const [head, tail] = sharedEnds(before, value);
  const rest = before.length - tail;
  const heads: string[] = [];
  const tails: string[] = [];
  const lost: string[] = [];
  let at = 0;
  for (const { raw, text, variable } of parts) {
    const end = at + text.length;
    if (end <= head) heads.push(raw);
    else if (at >= rest) tails.push(raw);
    else {
      heads.push(escaped(text.slice(0, Math.max(0, head - at))));
      tails.push(escaped(text.slice(Math.max(0, rest - at))));
      if (variable !== undefined) lost.push(variable);
    }
    at = end;
  }
  const middle = escaped(value.slice(head, value.length - tail));
  const text = [...heads, middle, ...tails].join("");
  const values = textParts(text, valueOf).map((part) => part.text);
  // Joined parts may form an unintended `${`. If so, the text contains no variables.
  if (values.join("") === value) return { text, lost };
  return { text: escaped(value), lost: parts.flatMap(({ variable }) => variable ?? []) };
}

function textParts(written: string, valueOf: (name: string) => string | undefined): readonly TextPart[] {
  return written.split(/(\$?\$\{[^}]*\})/).map((raw): TextPart => {
    if (!/^\$?\$\{/.test(raw)) return { raw, text: raw };
    if (raw.startsWith("$$")) return { raw, text: raw.slice(1) };
    const variable = raw.slice(2, -1);
    return { raw, text: valueOf(variable) ?? "", variable };
  });
}

/** Length of the common start and of the common end of two texts. No character counts twice. */
function sharedEnds(a: string, b: string): readonly [number, number] {
  const most = Math.min(a.length, b.length);
  let head = 0;
  while (head < most && a[head] === b[head]) head += 1;
  let tail = 0;
  while (tail < most - head && a[a.length - 1 - tail] === b[b.length - 1 - tail]) tail += 1;
  return [head, tail];
}
