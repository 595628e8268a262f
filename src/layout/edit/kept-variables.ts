import { escaped } from "../../model/escaped.ts";

/** A text with variables, written for another value. */
interface KeptText {
  readonly text: string;
  /** Variables that do not fit any more. */
  readonly lost: readonly string[];
}

interface TextPart {
  /** As it is written, and what it stands for. */
  readonly raw: string;
  readonly text: string;
  readonly variable?: string;
}

/** How a text is written so that it says the value: with its variables where what they stand for is still in its place. */
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
  const means = textParts(text, valueOf).map((part) => part.text);
  // Joined parts may form a `${` that nobody wrote: then the value is written without variables.
  if (means.join("") === value) return { text, lost };
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

/** How much of its beginning and of its end two texts share; no character counts twice. */
function sharedEnds(a: string, b: string): readonly [number, number] {
  const most = Math.min(a.length, b.length);
  let head = 0;
  while (head < most && a[head] === b[head]) head += 1;
  let tail = 0;
  while (tail < most - head && a[a.length - 1 - tail] === b[b.length - 1 - tail]) tail += 1;
  return [head, tail];
}
