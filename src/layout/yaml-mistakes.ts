import type { YAMLError } from "yaml";

/** What is wrong with invalid YAML, in plain words, and what to write instead. */
export interface YamlMistake {
  readonly message: string;
  readonly remedy: string;
}

/** What is wrong and what to do. It quotes nothing of the text, which may be secret. */
export function mistakeOf(text: string, error: YAMLError): YamlMistake {
  const explanation = mistakes.find(({ pattern }) => pattern.test(error.message))?.explain(text, error);
  const { message = firstOf(error.message), remedy = anyRemedy } = explanation ?? {};
  return { message: `Not valid YAML: ${message}`, remedy };
}

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

const anyRemedy = "Correct this place or the text before it: often a quote, a bracket or an indent.";

/** A mistake that docsform recognizes by the library's message. */
interface KnownMistake {
  readonly pattern: RegExp;
  readonly explain: (text: string, error: YAMLError) => Partial<YamlMistake>;
}

const quotesRemedy = `Put the whole text in quotes: "one: two".`;
const colonInside = {
  message: "A text that contains a colon and a space needs quotes.",
  remedy: quotesRemedy,
};
const noColon = {
  message: "A field's name needs a colon and a space after it.",
  remedy:
    "Write a colon and a space after a field's name, and a dash and a space before each entry of a list.",
};
const notAligned = {
  message: "This line has another indent than the lines around it.",
  remedy: "Indent all lines of one map or list alike.",
};

const mistakes: readonly KnownMistake[] = [
  {
    pattern: /^Tabs are not allowed/u,
    explain: () => ({
      message: "A tab indents this line.",
      remedy: "Replace each tab with two spaces.",
    }),
  },
  {
    pattern: /^Nested mappings are not allowed/u,
    explain: (text, { pos: [start] }) => (hasColon(lineFrom(text, start)) ? colonInside : nextTooDeep),
  },
  {
    pattern: /^Block collections are not allowed within flow/u,
    explain: (text, { pos }) => (hasColon(nearby(text, ...pos)) ? colonInFlow : {}),
  },
  {
    pattern: /^Unexpected scalar at node end/u,
    explain: (text, { pos: [start] }) => explainTextAfter(text, start),
  },
  {
    pattern: /^Missing closing/u,
    explain: () => ({
      message: "The quote that opens here has no end.",
      remedy: "Write the same quote at the end of the text.",
    }),
  },
  {
    pattern: /^Plain value cannot start with/u,
    explain: () => ({
      message: "A text that begins with this character needs quotes.",
      remedy: `Put the whole text in quotes: "@one".`,
    }),
  },
  {
    pattern: /^(?:Flow (?:map|sequence) in block|Expected flow (?:map|sequence))/u,
    explain: (_, { message }) => notClosed(message.includes("map") ? "}" : "]"),
  },
  { pattern: /^All (?:mapping|sequence) items must start/u, explain: () => notAligned },
  { pattern: /^Implicit (?:map )?keys? need/u, explain: () => noColon },
  {
    pattern: /^Invalid escape sequence/u,
    explain: () => ({
      remedy: String.raw`In double quotes write \\ for a \; or put the text in single quotes, where \ is only itself.`,
    }),
  },
  {
    pattern: /^(?:Not a YAML token|Block scalar header)/u,
    explain: () => ({
      message: "There is text after | or > on the same line.",
      remedy: "Start the text on the next line, indented deeper, or put it in quotes.",
    }),
  },
  {
    pattern: /^Unresolved tag/u,
    explain: () => ({
      message: "docsform does not know this YAML tag.",
      remedy: "The tags are !env NAME and !file PATH. Put a text that begins with ! in quotes.",
    }),
  },
];

const nextTooDeep = {
  message: "This field has a value, but the next line is indented as its content.",
  remedy: notAligned.remedy,
};
const colonInFlow = {
  message: "A colon and a space are in a place where no field begins.",
  remedy: `${quotesRemedy.slice(0, -1)}; or write a comma before the next field.`,
};

function notClosed(bracket: string): YamlMistake {
  return {
    message: `An open bracket needs a closing ${bracket}.`,
    remedy: `Write ${bracket} at its end, and indent its lines deeper than its field.`,
  };
}

/** Explains text after a closing quote or bracket: the quote ended too early, or the bracket was meant as text. */
function explainTextAfter(text: string, start: number): Partial<YamlMistake> {
  const before = nearby(text, Math.max(0, start - mostNearby), start);
  const last = before.trimEnd().slice(-1);
  const isInside = last === before.slice(-1);
  const message = "There is text after the closing quote.";
  if (last === "'")
    return { message, remedy: isInside ? doubledQuoteRemedy : `Put the whole text in quotes: "'one' two".` };
  if (last === '"')
    return {
      message,
      remedy: isInside ? escapedQuoteRemedy : `Put the whole text in single quotes: '"one" two'.`,
    };
  if (last !== "]" && last !== "}") return {};
  return {
    message: "There is text after the closing bracket.",
    remedy: `Put the whole text in quotes: "[one] two".`,
  };
}

const doubledQuoteRemedy = `In single quotes write '' for each '; or put the text in double quotes: "It's here".`;
const escapedQuoteRemedy = String.raw`In double quotes write \" for each "; or put the text in single quotes.`;

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
