/** Where a secret value comes from. A saved plan contains the source and not the value, and reads it again. */
export type SecretSource =
  | { readonly kind: "environment"; readonly name: string }
  | { readonly kind: "file"; readonly path: string }
  | { readonly kind: "literal" }
  /** A text that contains secrets. Its plain parts are not secret. */
  | { readonly kind: "joined"; readonly parts: readonly (string | SecretSource)[] };

/** Whether a secret, or a part of it, is written in its layout. */
export function isLiteral(source: SecretSource): boolean {
  if (source.kind !== "joined") return source.kind === "literal";
  return source.parts.some((part) => typeof part !== "string" && isLiteral(part));
}

/**
 * A value that must not appear in any output. In strings, JSON and inspections it is `(secret)`. Only {@link Secret.reveal}
 * returns the text, and only code that builds a request or a hash calls it.
 */
export class Secret {
  readonly #value: string;
  readonly #parts: readonly string[];
  readonly source: SecretSource;

  /** `parts`: the secrets in a text that contains several. Each of them is a secret by itself. */
  constructor(value: string, source: SecretSource, parts: readonly string[] = []) {
    this.#value = value;
    this.#parts = parts;
    this.source = source;
  }

  /** The text in clear. */
  reveal(): string {
    return this.#value;
  }

  /** All texts that no output may show: the whole text, and the secrets in it. */
  texts(): readonly string[] {
    return [this.#value, ...this.#parts];
  }

  /** A secret of the same source with another form of the text. Forms of a secret are secret too. */
  mapped(form: (text: string) => string): Secret {
    const text = form(this.#value);
    return text === this.#value ? this : new Secret(text, this.source, this.texts());
  }

  toString(): string {
    return "(secret)";
  }

  toJSON(): string {
    return "(secret)";
  }

  // Node prints objects with this method. Without it, the output of a debugger or a test could contain private fields.
  [Symbol.for("nodejs.util.inspect.custom")](): string {
    return "(secret)";
  }
}
