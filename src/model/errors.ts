import type { Code } from "./codes/code.ts";
import { type Diagnostic, shownDiagnostics } from "./diagnostic.ts";

/** Something that the world did, told for people; `code` is stable, for programs. */
export class DocsformError extends Error {
  /** `room/what`, for example `http/unexpected-status`. */
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

/** What a person wrote wrong, all of it at once. */
export class DiagnosticsError extends DocsformError {
  readonly diagnostics: readonly Diagnostic[];

  constructor(diagnostics: readonly Diagnostic[]) {
    const { shown: reported, more } = shownDiagnostics(diagnostics);
    const messages = reported.map(({ message }) => message);
    super("diagnostics", [...messages, ...(more === 0 ? [] : [`And ${more} more.`])].join("\n"));
    this.diagnostics = diagnostics;
  }
}
