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
  return new Html(texts.reduce((before, text, at) => before + markup(parts[at - 1]) + text));
}

function markup(part: Part): string {
  if (part === undefined) return "";
  if (part instanceof Html) return part.toString();
  return typeof part === "object" ? part.map(markup).join("") : escaped(String(part));
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function escaped(text: string): string {
  return text.replace(/[&<>"']/gu, (character) => entities[character] as string);
}
