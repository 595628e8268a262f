import type { DeclaredCode } from "../../model/codes/code.ts";
import { type Diagnostic, shownDiagnostics } from "../../model/diagnostic.ts";
import { DiagnosticsError, DocsformError } from "../../model/errors.ts";
import { present } from "../../model/present.ts";
import { LayoutError } from "../layout-error.ts";
import { fitted } from "./columns.ts";
import { renderDiagnostics } from "./diagnostics.ts";
import { flagRemedies } from "./flag-remedies.ts";
import type { Palette } from "./palette.ts";
import { plainLines, plainText } from "./plain-text.ts";

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

/** The message, remedy and code. For a layout, every error at its place. */
export function renderError(error: unknown, palette: Palette, width: number): string {
  if (error instanceof LayoutError) return renderDiagnostics(error.diagnostics, error.files, palette, width);
  if (error instanceof DiagnosticsError) return renderDiagnostics(error.diagnostics, [], palette, width);
  return fitted(renderFailure(failureOf(error), palette), width);
}

/** An error about an additional output. The run continues without it. */
export function renderFailedOutput(what: string, { message, code, remedy = "" }: DocsformError): string {
  return `Error: ${what}: ${plainText(message)} [${code}]\n  ${plainText(remedy)} The run itself was not affected.\n`;
}

function renderFailure(failure: CommandFailure, palette: Palette): string {
  const sentence = `${palette.removed("Error:")} ${plainLines(failure.message)} ${palette.faint(`[${failure.code}]`)}`;
  return failure.remedy === undefined ? `${sentence}\n` : `${sentence}\n  ${plainText(failure.remedy)}\n`;
}
