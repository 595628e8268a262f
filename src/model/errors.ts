import type { Code } from "./codes/code.ts";
import { type Diagnostic, shownDiagnostics } from "./diagnostic.ts";

/** An error with a message for people, and a stable `code` for programs. */
export class DocsformError extends Error {
  /** Stable code, such as `http/unexpected-status`. */
  readonly code: Code;
  /** What to do about it. */
  readonly remedy: string | undefined;

  constructor(code: Code, message: string, options: { remedy?: string; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = new.target.name;
    this.code = code;
    this.remedy = options.remedy;
  }
}

/** All errors and warnings of a layout at once. */
export class DiagnosticsError extends DocsformError {
  readonly diagnostics: readonly Diagnostic[];

  constructor(diagnostics: readonly Diagnostic[]) {
    const { shown: reported, more } = shownDiagnostics(diagnostics);
    const messages = reported.map(({ message }) => message);
    super("diagnostics", [...messages, ...(more === 0 ? [] : [`And ${more} more.`])].join("\n"));
    this.diagnostics = diagnostics;
  }
}
