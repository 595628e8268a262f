import type { YAMLError } from "yaml";
import type { FactsOf, Words } from "../model/codes/fail.ts";
import { wordsOf } from "../model/codes/layout-words.ts";
import type { yamlCodes } from "../model/codes/yaml-codes.ts";

/** Whether the error is a bracket without its closing bracket. The library reports it where the brackets end. */
export function isUnclosed({ message }: YAMLError): boolean {
  return unclosed.test(message);
}

const unclosed = /^(?:Flow (?:map|sequence) in block|Expected flow (?:map|sequence))/u;

/** The words for a bracket without its closing bracket. `end`: where docsform expected that one at the latest. */
export function unclosedWords({ message }: YAMLError, end: string): Words {
  const bracket = message.includes("map") ? "}" : "]";
  return wordsOf("layout/invalid-yaml", { case: "openBracket", bracket, end });
}

/** The words for invalid YAML. They quote nothing of the text, which may be secret. */
export function mistakeOf(text: string, error: YAMLError): Words {
  const known = mistakes.find(({ pattern }) => pattern.test(error.message));
  const other = { case: "other", problem: firstOf(error.message) } as const;
  return wordsOf("layout/invalid-yaml", known?.facts(text, error) ?? other);
}

type Facts = FactsOf<(typeof yamlCodes)["layout/invalid-yaml"]>;

/** The errors without those that only follow from an earlier one: after one mistake, the rest of a document is often unexpected. */
export function withoutEchoes(errors: readonly YAMLError[]): readonly YAMLError[] {
  const [first] = errors;
  const starts = new Set<number>();
  return errors.filter(({ code, pos: [start] }, index) => {
    const isEcho =
      starts.has(start) || code === "UNEXPECTED_TOKEN" || (code === "TAB_AS_INDENT" && first?.code === code);
    starts.add(start);
    return index === 0 || !isEcho;
  });
}

/** The library's message, up to the place where it may quote the text. */
function firstOf(message: string): string {
  const [first = ""] = message.split(/: |(?<=escape sequence) /);
  return /[.!?]$/.test(first.trim()) ? first.trim() : `${first.trim()}.`;
}

/** A mistake that docsform recognizes by the library's message. Without facts, it is another one. */
interface KnownMistake {
  readonly pattern: RegExp;
  readonly facts: (text: string, error: YAMLError) => Facts | undefined;
}

const mistakes: readonly KnownMistake[] = [
  { pattern: /^Tabs are not allowed/u, facts: () => ({ case: "tab" }) },
  {
    pattern: /^Nested mappings are not allowed/u,
    facts: (text, { pos: [start] }) =>
      hasColon(lineFrom(text, start)) ? { case: "colonInText" } : { case: "tooDeep" },
  },
  {
    pattern: /^Block collections are not allowed within flow/u,
    facts: (text, { pos }) => (hasColon(nearby(text, ...pos)) ? { case: "colonInFlow" } : undefined),
  },
  {
    pattern: /^Unexpected scalar at node end/u,
    facts: (text, { pos: [start] }) => textAfter(text, start),
  },
  { pattern: /^Missing closing/u, facts: () => ({ case: "openQuote" }) },
  { pattern: /^Plain value cannot start with/u, facts: () => ({ case: "firstCharacter" }) },
  { pattern: /^All (?:mapping|sequence) items must start/u, facts: () => ({ case: "indent" }) },
  { pattern: /^Implicit (?:map )?keys? need/u, facts: () => ({ case: "noColon" }) },
  {
    pattern: /^Invalid escape sequence/u,
    facts: (_, { message }) => ({ case: "escape", problem: firstOf(message) }),
  },
  {
    pattern: /^(?:Not a YAML token|Block scalar header)/u,
    facts: () => ({ case: "afterBlockSign" }),
  },
  { pattern: /^Unresolved tag/u, facts: () => ({ case: "tag" }) },
];

/** Recognizes text after a closing quote or bracket: the quote ended too early, or the bracket was meant as text. */
function textAfter(text: string, start: number): Facts | undefined {
  const before = nearby(text, Math.max(0, start - mostNearby), start);
  const last = before.trimEnd().slice(-1);
  const isInside = last === before.slice(-1);
  if (last === "'") return { case: isInside ? "singleQuoteInside" : "afterSingleQuote" };
  if (last === '"') return { case: isInside ? "doubleQuoteInside" : "afterDoubleQuote" };
  return last === "]" || last === "}" ? { case: "afterBracket" } : undefined;
}

/** Number of characters that docsform searches for the mistake. A line may be as long as a whole file. */
const mostNearby = 1_000;

function nearby(text: string, start: number, end: number): string {
  return text.slice(start, Math.min(end, start + mostNearby));
}

function lineFrom(text: string, start: number): string {
  const [line = ""] = nearby(text, start, text.length).split("\n", 1);
  return line;
}

function hasColon(text: string): boolean {
  return /:(?:\s|$)/u.test(text);
}
