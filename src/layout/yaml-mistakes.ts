import type { YAMLError } from "yaml";

/** What a person wrote that is no YAML, in plain words, and what to write instead. */
export interface YamlMistake {
  readonly message: string;
  readonly remedy: string;
}

/** What is wrong and what to do, without any of the text: that may be secret. */
export function mistakeOf(text: string, error: YAMLError): YamlMistake {
  const told = mistakes.find(({ says }) => says.test(error.message))?.tell(text, error);
  const { message = firstOf(error.message), remedy = anyRemedy } = told ?? {};
  return { message: `Not valid YAML: ${message}`, remedy };
}

/** After the first thing that is wrong, the rest of a document is often only unexpected: one mistake is told once. */
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

/** What the library says, up to where it may quote the text. */
function firstOf(message: string): string {
  const [first = ""] = message.split(/: |(?<=escape sequence) /);
  return /[.!?]$/.test(first.trim()) ? first.trim() : `${first.trim()}.`;
}

const anyRemedy = "Correct what is here or just before: often a quote, a bracket or an indent.";

/** Mistakes by what the library says of them. */
interface Known {
  readonly says: RegExp;
  readonly tell: (text: string, error: YAMLError) => Partial<YamlMistake>;
}

const bothQuotes = `Put the whole text in quotes: "one: two".`;
const colonInside = {
  message: "A text with a colon and a blank in it is not in quotes.",
  remedy: bothQuotes,
};
const noColon = {
  message: "A field has no colon and blank after its name.",
  remedy:
    "Write a colon and a blank after the name of a field, and a dash and a blank before each entry of a list.",
};
const notAligned = {
  message: "This line does not begin where those beside it do.",
  remedy: "Let all lines of one map or list begin at the same column.",
};

const mistakes: readonly Known[] = [
  {
    says: /^Tabs are not allowed/u,
    tell: () => ({
      message: "A line is indented with a tab.",
      remedy: "Write blanks in the place of tabs, in every line: two for each step.",
    }),
  },
  {
    says: /^Nested mappings are not allowed/u,
    tell: (text, { pos: [start] }) => (hasColon(lineFrom(text, start)) ? colonInside : nextTooDeep),
  },
  {
    says: /^Block collections are not allowed within flow/u,
    tell: (text, { pos }) => (hasColon(nearby(text, ...pos)) ? colonInFlow : {}),
  },
  { says: /^Unexpected scalar at node end/u, tell: (text, { pos: [start] }) => textAfter(text, start) },
  {
    says: /^Missing closing/u,
    tell: () => ({
      message: "A quote is opened here and closed nowhere.",
      remedy: "Write the same quote where the text ends.",
    }),
  },
  {
    says: /^Plain value cannot start with/u,
    tell: () => ({
      message: "A text cannot begin with this character, unless it is in quotes.",
      remedy: `Put the whole text in quotes: "@one".`,
    }),
  },
  {
    says: /^(?:Flow (?:map|sequence) in block|Expected flow (?:map|sequence))/u,
    tell: (_, { message }) => notClosed(message.includes("map") ? "}" : "]"),
  },
  { says: /^All (?:mapping|sequence) items must start/u, tell: () => notAligned },
  { says: /^Implicit (?:map )?keys? need/u, tell: () => noColon },
  {
    says: /^Invalid escape sequence/u,
    tell: () => ({
      remedy: String.raw`In double quotes write \\ for a \; or put the text in single quotes, where \ is only itself.`,
    }),
  },
  {
    says: /^(?:Not a YAML token|Block scalar header)/u,
    tell: () => ({
      message: "Text is in the line of | or >.",
      remedy: "Begin it in the next line, indented deeper; or put the whole text in quotes.",
    }),
  },
  {
    says: /^Unresolved tag/u,
    tell: () => ({
      message: "There is no such tag.",
      remedy: "There are !env NAME and !file PATH. A text that begins with ! must be in quotes.",
    }),
  },
];

const nextTooDeep = {
  message: "This has a value, and the next line is indented as if it were inside of it.",
  remedy: notAligned.remedy,
};
const colonInFlow = {
  message: "A colon and a blank stand where no field begins.",
  remedy: `${bothQuotes.slice(0, -1)}; or write a comma before the next field.`,
};

function notClosed(bracket: string): YamlMistake {
  return {
    message: `A bracket that is open is not closed with ${bracket}.`,
    remedy: `Write ${bracket} where it ends, and indent its lines deeper than the field that it belongs to.`,
  };
}

/** Text after something that was over: a quote that ended too early, or a bracket that was meant as text. */
function textAfter(text: string, start: number): Partial<YamlMistake> {
  const before = nearby(text, Math.max(0, start - mostNearby), start);
  const last = before.trimEnd().slice(-1);
  const isInside = last === before.slice(-1);
  const message = "Text goes on after its closing quote.";
  if (last === "'")
    return { message, remedy: isInside ? doubled : `Put the whole text in quotes: "'one' two".` };
  if (last === '"')
    return { message, remedy: isInside ? escaped : `Put the whole text in single quotes: '"one" two'.` };
  if (last !== "]" && last !== "}") return {};
  return {
    message: "Text goes on after its closing bracket.",
    remedy: `Put the whole text in quotes: "[one] two".`,
  };
}

const doubled = `In single quotes write '' for each '; or put the text in double quotes: "It's here".`;
const escaped = String.raw`In double quotes write \" for each "; or put the text in single quotes.`;

/** How many characters are searched for the mistake: a line may be as long as a whole file. */
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
