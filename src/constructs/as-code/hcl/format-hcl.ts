import { escapeInvisible } from "../../../util/invisible.ts";

/** A line or a block inside a block of Terraform's language. */
export type HclItem =
  | { readonly name: string; readonly text: string }
  | { readonly comment: string }
  | HclBlock;

export interface HclBlock {
  /** `resource "docs_space" "guides"` */
  readonly head: string;
  readonly items: readonly HclItem[];
}

/** Formats a block as `terraform fmt` does. */
export function formatBlock({ head, items }: HclBlock, indent = ""): string {
  if (items.length === 0) return `${indent}${head} {\n${indent}}\n`;
  return `${indent}${head} {\n${formatItems(items, `${indent}  `)}${indent}}\n`;
}

function formatItems(items: readonly HclItem[], indent: string): string {
  let text = "";
  for (const [at, item] of items.entries()) {
    const isSeparate = at > 0 && "head" in item;
    if (isSeparate) text += "\n";
    if ("head" in item) text += formatBlock(item, indent);
    else if ("comment" in item) text += `${indent}# ${item.comment}\n`;
    else text += `${indent}${item.name.padEnd(widthAt(items, at))} = ${indented(item.text, indent)}\n`;
  }
  return text;
}

/** The width of the names in the run of one-line arguments around an item. */
function widthAt(items: readonly HclItem[], at: number): number {
  if (!isAligned(items[at])) return 0;
  let [start, end] = [at, at];
  while (isAligned(items[start - 1])) start -= 1;
  while (isAligned(items[end + 1])) end += 1;
  const run = items.slice(start, end + 1);
  return Math.max(...run.map((item) => ("name" in item ? item.name.length : 0)));
}

/** Whether `terraform fmt` aligns the argument: its expression does not open a bracket over several lines. */
function isAligned(item: HclItem | undefined): boolean {
  return item !== undefined && "name" in item && (!item.text.includes("\n") || isHeredoc(item.text));
}

function isHeredoc(text: string): boolean {
  return text.startsWith("<<");
}

/** Indents all lines after the first, unless they are the text of a heredoc in the plain form. */
function indented(text: string, indent: string): string {
  if (/^(chomp\()?<<\w/.test(text)) return text.replace(/\n\)$/, `\n${indent})`);
  return text.replace(/\n(?=[^\n])/g, `\n${indent}`);
}

/** The longest list or object on one line, in characters. */
const longestLine = 80;

/** A list or an object: on one line if it fits, otherwise a line for each part. `open` and `close` are its brackets. */
export function formatParts(
  parts: readonly string[],
  [open, close]: readonly [string, string],
  separator: "," | "",
): string {
  if (parts.length === 0) return `${open}${close}`;
  const pad = separator === "," ? "" : " ";
  const line = `${open}${pad}${parts.join(", ")}${pad}${close}`;
  if (!line.includes("\n") && line.length <= longestLine) return line;
  const lines = parts.map((part) => `  ${indented(part, "  ")}${separator}\n`);
  return `${open}\n${lines.join("")}${close}`;
}

/** The fields of an object over several lines, with aligned equals signs. */
export function formatFields(fields: readonly { readonly name: string; readonly text: string }[]): string {
  const parts = fields.map(({ name, text }) => `${name} = ${text}`);
  const line = `{ ${parts.join(", ")} }`;
  if (fields.length === 0) return "{}";
  if (!line.includes("\n") && line.length <= longestLine) return line;
  return `{\n${formatItems(fields, "  ")}}`;
}

/** A text in quotes, or as a heredoc if it has several lines. */
export function formatText(text: string): string {
  // A heredoc cannot escape a character.
  const isPlain = text.includes("\n") && text.split("\n").every((line) => isVisible(line));
  return isPlain && text.trim() !== "" ? formatHeredoc(text) : quoted(text);
}

function isVisible(line: string): boolean {
  return escapeInvisible(line, escapedCharacter) === line;
}

/** A text in quotes. */
export function quoted(text: string): string {
  const escaped = escapeInvisible(text.replace(/["\\]/gu, escapedCharacter), escapedCharacter);
  return `"${withoutTemplates(escaped)}"`;
}

function escapedCharacter(character: string): string {
  const short: Readonly<Record<string, string>> = {
    '"': '\\"',
    "\\": "\\\\",
    "\n": "\\n",
    "\r": "\\r",
    "\t": "\\t",
  };
  const code = (character.codePointAt(0) ?? 0).toString(16);
  return (
    short[character] ?? (code.length > 4 ? `\\U${code.padStart(8, "0")}` : `\\u${code.padStart(4, "0")}`)
  );
}

/** In Terraform `${` and `%{` begin an expression. */
export function withoutTemplates(text: string): string {
  return text.replace(/[$%](?=\{)/g, "$&$&");
}

/** Terraform removes the common indentation from `<<-`, so a text with an indentation of its own gets the plain form. */
function formatHeredoc(text: string): string {
  const isEnded = text.endsWith("\n");
  const lines = withoutTemplates(isEnded ? text : `${text}\n`);
  const word = delimiterFor(text);
  if (/^[ \t]/mu.test(text))
    return isEnded ? `<<${word}\n${lines}${word}` : `chomp(<<${word}\n${lines}${word}\n)`;
  const inner = lines.replace(/^(?=[^\n])/gmu, "  ");
  return isEnded ? `<<-${word}\n${inner}${word}` : `chomp(<<-${word}\n${inner}${word}\n)`;
}

/** A word that no line of the text consists of. */
function delimiterFor(text: string): string {
  const lines = new Set(text.split("\n").map((line) => line.trim()));
  let word = "EOT";
  while (lines.has(word)) word += "T";
  return word;
}
