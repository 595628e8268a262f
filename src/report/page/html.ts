/** Markup. Text from elsewhere is escaped in it. */
export class Html {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  toString(): string {
    return this.#text;
  }
}

type Part = Html | string | number | undefined | readonly Part[];

/** Markup with values: escapes text, keeps markup, joins lists, and omits `undefined`. */
export function html(texts: TemplateStringsArray, ...parts: readonly Part[]): Html {
  let text = "";
  texts.forEach((fixed, at) => {
    text += fixed + markup(parts[at]);
  });
  return new Html(text);
}

function markup(part: Part): string {
  if (part === undefined) return "";
  if (part instanceof Html) return part.toString();
  if (typeof part !== "object") return escaped(String(part));
  let text = "";
  for (const each of part) text += markup(each);
  return text;
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function escaped(text: string): string {
  return /[&<>"']/.test(text)
    ? text.replace(/[&<>"']/gu, (character) => entities[character] as string)
    : text;
}
