import { DiagnosticsError, type DocsformError } from "../../model/errors.ts";
import { type CommandFailure, failureOf } from "../../report/failure.ts";
import { fitted } from "../../report/text/columns.ts";
import type { Palette } from "../../report/text/palette.ts";
import { plainLines, plainText } from "../../report/text/plain-text.ts";
import { LayoutError } from "../layout-error.ts";
import { renderDiagnostics } from "./render-diagnostics.ts";

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
