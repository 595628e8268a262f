import { generalCodes } from "../model/codes/general-codes.ts";
import { type Diagnostic, shownDiagnostics } from "../model/diagnostic.ts";
import { DiagnosticsError, DocsformError } from "../model/errors.ts";
import { present } from "../util/present.ts";

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
    remedy: generalCodes["docsform/unexpected"].remedy,
  };
}

/** The remedy, with the flags that help. */
function remedyOf({ remedy, flagRemedy }: DocsformError): string | undefined {
  return [remedy, flagRemedy].filter((each) => each !== undefined).join(" ") || undefined;
}
