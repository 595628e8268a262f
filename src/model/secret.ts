/** Where a secret value was read from, so that a saved plan can read it again without holding it. */
export type SecretSource =
  | { readonly kind: "environment"; readonly name: string }
  | { readonly kind: "file"; readonly path: string }
  | { readonly kind: "literal" }
  /** A text that was put together: what stands between the secrets is none. */
  | { readonly kind: "joined"; readonly parts: readonly (string | SecretSource)[] };

/** Whether a secret stands where only its layout has it, be it a part of it. */
export function isLiteral(source: SecretSource): boolean {
  if (source.kind !== "joined") return source.kind === "literal";
  return source.parts.some((part) => typeof part !== "string" && isLiteral(part));
}

/**
 * A value that must not appear in any output. It shows itself as `(secret)` in strings, JSON and inspections;
 * only {@link Secret.reveal} gives the text, and only the code that builds a request body or a hash calls it.
 */
export class Secret {
  readonly #value: string;
  readonly #parts: readonly string[];
  readonly source: SecretSource;

  /** `parts`: the secrets that a text was put together from, each of which is one by itself. */
  constructor(value: string, source: SecretSource, parts: readonly string[] = []) {
    this.#value = value;
    this.#parts = parts;
    this.source = source;
  }

  /** The text in clear. */
  reveal(): string {
    return this.#value;
  }

  /** All that is not to be shown: the text in clear, and the secrets in it. */
  texts(): readonly string[] {
    return [this.#value, ...this.#parts];
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
