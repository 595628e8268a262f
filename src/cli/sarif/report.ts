import { DiagnosticsError } from "../../model/errors.ts";
import { failureOf } from "../../report/failure.ts";
import { type LayoutFinding, ofDiagnostic } from "../../report/sarif/finding.ts";
import { sarifLog } from "../../report/sarif/sarif-log.ts";
import { plainJson } from "../../report/text/plain-text.ts";
import type { Context } from "../command-context.ts";
import { allCodes, codeEntryOf } from "../commands/explain-command.ts";
import type { ExitCode } from "../exit-codes.ts";
import { findLayoutFiles } from "../layout-files.ts";
import type { LayoutSettings } from "../option-table.ts";

/** The findings of a command, its exit code, and the error that ended it. */
export interface CommandEnd {
  readonly findings: readonly LayoutFinding[];
  readonly exitCode: ExitCode;
  readonly error?: unknown;
}

/** The report as text. Errors of the layout become findings. Another error that ended the command becomes a notification beside them. */
export function reportOf(
  context: Context,
  settings: LayoutSettings,
  { findings, exitCode, error }: CommandEnd,
): string {
  const { io, types, invocation } = context;
  const entries = allCodes(types);
  const wrong = error instanceof DiagnosticsError ? error.diagnostics.map(ofDiagnostic) : [];
  const isFailure = error !== undefined && !(error instanceof DiagnosticsError);
  const log = sarifLog({
    command: invocation.command,
    version: invocation.version,
    findings: [...findings, ...wrong],
    exitCode,
    entryOf: (code) => codeEntryOf(entries, code),
    folder: io.files.folder,
    full: (path) => io.files.full(path),
    layout: firstFile(context, settings),
    ...(isFailure && { failure: failureOf(error) }),
  });
  return `${plainJson(log)}\n`;
}

/** The first file of the layout. */
function firstFile(context: Context, { file = ["docsform.yaml"] }: LayoutSettings): string {
  const [named = ""] = file;
  try {
    return findLayoutFiles(context, file).files[0]?.path ?? named;
  } catch {
    // There is no such file, which is the error that the report contains.
    return named;
  }
}
