import { present } from "../util/present.ts";
import type { Code } from "./codes/code.ts";
import type { OwnExitCode } from "./codes/code-entry.ts";
import { type Diagnostic, shownDiagnostics } from "./diagnostic.ts";

/** An error with a message for people, and a stable `code` for programs. */
export class DocsformError extends Error {
  /** Stable code, such as `http/unexpected-status`. */
  readonly code: Code;
  /** What to do about it. */
  readonly remedy: string | undefined;
  /** The flags of the command line that help. Only the command line adds them to the remedy. */
  readonly flagRemedy: string | undefined;
  /** The exit code of a command that this error ends before a write. */
  readonly exitCode: 1 | OwnExitCode;

  constructor(code: Code, message: string, options: ErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = new.target.name;
    this.code = code;
    this.remedy = options.remedy || undefined;
    this.flagRemedy = options.flagRemedy;
    this.exitCode = options.exitCode ?? 1;
  }
}

interface ErrorOptions {
  readonly remedy?: string;
  readonly flagRemedy?: string;
  readonly exitCode?: 1 | OwnExitCode;
  readonly cause?: unknown;
}

/** The same error with a message that hides, joins or shortens the messages of others. */
export function reworded(error: DocsformError, message: string): DocsformError {
  const { code, remedy, flagRemedy, exitCode } = error;
  return new DocsformError(code, message, { ...present({ remedy, flagRemedy }), exitCode });
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
