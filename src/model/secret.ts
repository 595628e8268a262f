/** Where a secret value was read from, so that a saved plan can read it again without holding it. */
export type SecretSource =
  | { readonly kind: "environment"; readonly name: string }
  | { readonly kind: "file"; readonly path: string }
  | { readonly kind: "literal" };

/**
 * A value that must not appear in any output. It shows itself as `(secret)` in strings, JSON and inspections;
 * only {@link Secret.reveal} gives the text, and only the code that builds a request body or a hash calls it.
 */
export class Secret {
  readonly #value: string;
  readonly source: SecretSource;

  constructor(value: string, source: SecretSource) {
    this.#value = value;
    this.source = source;
  }

  /** The text in clear. */
  reveal(): string {
    return this.#value;
  }

  toString(): string {
    return "(secret)";
  }

  toJSON(): string {
    return "(secret)";
  }

  // Node prints objects through this symbol; without it a debugger's or a test's dump could show private state.
  [Symbol.for("nodejs.util.inspect.custom")](): string {
    return "(secret)";
  }
}
