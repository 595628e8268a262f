/** A text with expressions in it, as Terraform writes it. */
export type Template = readonly TemplatePart[];

export type TemplatePart = string | Interpolation;

/** `${…}` */
export interface Interpolation {
  /** The text between the braces, for messages; if it is a directive (`%{…}`), or if no brace closes it: the text with its opening. */
  readonly text: string;
  readonly expression: Expression;
}

export type Expression =
  | { readonly kind: "literal"; readonly value: string | number | boolean | null }
  | { readonly kind: "template"; readonly template: Template }
  /** `docs_space.guides.id`, `var.stage` */
  | { readonly kind: "traversal"; readonly root: string; readonly path: readonly string[] }
  | { readonly kind: "call"; readonly name: string; readonly args: readonly Expression[] }
  | { readonly kind: "list"; readonly items: readonly Expression[] }
  /** Any other expression: docsform does not compute it. */
  | { readonly kind: "other" };

const other: Expression = { kind: "other" };

/** Maximum nesting of expressions. No synthesized app has deeper ones. */
const maxDepth = 20;

/** Splits a text into plain parts and expressions. `$${` and `%%{` are escapes for `${` and `%{`. */
export function parseTemplate(text: string, depth = 0): Template {
  const parts: TemplatePart[] = [];
  let plain = "";
  let at = 0;
  while (at < text.length) {
    const open = openingAt(text, at);
    if (open === "escaped") {
      plain += text.slice(at + 1, at + 3);
      at += 3;
    } else if (open === undefined) {
      plain += text[at];
      at += 1;
    } else {
      const end = endOfExpression(text, at + 2);
      const isWhole = open === "interpolation" && end < text.length;
      const inner = isWhole ? text.slice(at + 2, end).trim() : text.slice(at, end + 1);
      if (plain !== "") parts.push(plain);
      plain = "";
      parts.push({
        text: inner,
        expression: isWhole ? parseExpression(inner, depth + 1) : other,
      });
      at = end + 1;
    }
  }
  if (plain !== "" || parts.length === 0) parts.push(plain);
  return parts;
}

function openingAt(text: string, at: number): "escaped" | "interpolation" | "directive" | undefined {
  if (text.startsWith("$${", at) || text.startsWith("%%{", at)) return "escaped";
  if (text.startsWith("${", at)) return "interpolation";
  return text.startsWith("%{", at) ? "directive" : undefined;
}

/** Offset of the brace that closes an expression; the end of the text if none does. */
function endOfExpression(text: string, start: number, level = 0): number {
  if (level > maxDepth) return text.length;
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    const character = text[at];
    if (character === '"') at = endOfString(text, at + 1, level);
    else if (character === "{") depth += 1;
    else if (character === "}") {
      if (depth === 0) return at;
      depth -= 1;
    }
  }
  return text.length;
}

/** Offset of the quotation mark that closes a text inside an expression; the end of the text if none does. */
function endOfString(text: string, start: number, level = 0): number {
  for (let at = start; at < text.length; at++) {
    if (text[at] === "\\") at += 1;
    else if (text[at] === '"') return at;
    else if (openingAt(text, at) === "escaped") at += 2;
    else if (openingAt(text, at) !== undefined) at = endOfExpression(text, at + 2, level + 1);
  }
  return text.length;
}

/** Parses the simple kinds of expressions. All others are `other`. */
export function parseExpression(text: string, depth = 0): Expression {
  const cursor = { text, at: 0, depth };
  const found = operand(cursor);
  skipBlanks(cursor);
  return cursor.at === text.length ? found : other;
}

interface Cursor {
  readonly text: string;
  at: number;
  /** Number of expressions around this one. */
  depth: number;
}

function operand(cursor: Cursor): Expression {
  skipBlanks(cursor);
  const first = cursor.text[cursor.at];
  if (first === '"') return quoted(cursor);
  if (first === "[") {
    const items = listed(cursor, "]");
    return items === undefined ? other : { kind: "list", items };
  }
  if (first === "(") {
    const items = listed(cursor, ")");
    return items?.[0] !== undefined && items.length === 1 ? items[0] : other;
  }
  const number = consume(cursor, /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y);
  if (number !== undefined) return { kind: "literal", value: Number(number) };
  const name = consume(cursor, namePattern);
  return name === undefined ? other : nameExpression(cursor, name);
}

const namePattern = /[A-Za-z_][\w-]*/y;

const constants = new Map<string, boolean | null>([
  ["true", true],
  ["false", false],
  ["null", null],
]);

function nameExpression(cursor: Cursor, name: string): Expression {
  if (cursor.text[cursor.at] === "(") {
    const args = listed(cursor, ")");
    return args === undefined ? other : { kind: "call", name, args };
  }
  const path: string[] = [];
  while (cursor.text[cursor.at] === ".") {
    cursor.at += 1;
    const step = consume(cursor, namePattern);
    if (step === undefined) return other;
    path.push(step);
  }
  if (path.length > 0) return { kind: "traversal", root: name, path };
  const constant = constants.get(name);
  return constant === undefined
    ? { kind: "traversal", root: name, path }
    : { kind: "literal", value: constant };
}

/** The expressions between a bracket and its partner. Undefined: it is not a plain list. */
function listed(cursor: Cursor, close: string): readonly Expression[] | undefined {
  cursor.at += 1;
  const items: Expression[] = [];
  for (;;) {
    skipBlanks(cursor);
    if (cursor.text[cursor.at] === close) {
      cursor.at += 1;
      return items;
    }
    cursor.depth += 1;
    items.push(cursor.depth > maxDepth ? other : operand(cursor));
    cursor.depth -= 1;
    skipBlanks(cursor);
    if (cursor.text[cursor.at] === ",") cursor.at += 1;
    else if (cursor.text[cursor.at] !== close) return undefined;
  }
}

function quoted(cursor: Cursor): Expression {
  const start = cursor.at + 1;
  const end = endOfString(cursor.text, start);
  if (cursor.text[end] !== '"') return other;
  cursor.at = end + 1;
  if (cursor.depth > maxDepth) return other;
  const template = parseTemplate(cursor.text.slice(start, end), cursor.depth);
  return {
    kind: "template",
    template: template.map((part) => (typeof part === "string" ? unescaped(part) : part)),
  };
}

const escapes: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t" };

function unescaped(text: string): string {
  return text.replace(
    /\\(?:u([0-9a-fA-F]{4})|(.))/gs,
    (_whole, code: string | undefined, character: string | undefined) =>
      code === undefined
        ? (escapes[character ?? ""] ?? character ?? "")
        : String.fromCharCode(Number.parseInt(code, 16)),
  );
}

function consume(cursor: Cursor, pattern: RegExp): string | undefined {
  pattern.lastIndex = cursor.at;
  const found = pattern.exec(cursor.text)?.[0];
  if (found !== undefined) cursor.at += found.length;
  return found;
}

function skipBlanks(cursor: Cursor): void {
  consume(cursor, /\s*/y);
}

/** Maximum number of an expression's characters in a message. */
const longestShown = 500;

/** An expression without its texts, which may be secret. */
export function withoutTexts(expression: string): string {
  return expression.slice(0, longestShown).replace(/"[^"\\]*(?:\\.[^"\\]*)*"?/gs, '"…"');
}
