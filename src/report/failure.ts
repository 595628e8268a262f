import type { DeclaredCode } from "../model/codes/code.ts";
import { type Diagnostic, shownDiagnostics } from "../model/diagnostic.ts";
import { DiagnosticsError, DocsformError } from "../model/errors.ts";
import { present } from "../model/present.ts";
import { flagRemedies } from "./flag-remedies.ts";

/** An error as JSON. */
export interface CommandFailure {
  readonly code: string;
  readonly message: string;
  readonly remedy?: string;
  readonly diagnostics?: readonly Diagnostic[];
  /** The number of further diagnostics. */
  readonly more?: number;
}

/** An error as data. It contains neither a stack trace nor a secret. */
export function failureOf(error: unknown): CommandFailure {
  if (error instanceof DiagnosticsError) {
    const { shown: reported, more } = shownDiagnostics(error.diagnostics);
    return {
      code: error.code,
      message: error.message,
      diagnostics: reported,
      ...(more === 0 ? {} : { more }),
    };
  }
  if (error instanceof DocsformError) {
    return {
      code: error.code,
      message: error.message,
      ...present({ remedy: remedyOf(error) }),
    };
  }
  return {
    code: "docsform/unexpected",
    message: error instanceof Error ? error.message : String(error),
    remedy:
      "This is a bug in docsform. Run the command again with DOCSFORM_DEBUG=1, and report what it prints.",
  };
}

/** The remedy, with the flag that helps. */
function remedyOf({ code, remedy }: DocsformError): string | undefined {
  const flag = flagRemedies[code as DeclaredCode];
  return [remedy, flag].filter((each) => each !== undefined).join(" ") || undefined;
}
