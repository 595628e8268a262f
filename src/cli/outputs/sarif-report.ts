import { DiagnosticsError } from "../../model/errors.ts";
import { failureOf } from "../../report/failure.ts";
import { type LayoutFinding, ofDiagnostic, placesIn } from "../../report/sarif/finding.ts";
import { findingsOfDrift } from "../../report/sarif/of-drift.ts";
import { findingsOfPlan } from "../../report/sarif/of-plan.ts";
import { sarifLog } from "../../report/sarif/sarif-log.ts";
import { plainJson } from "../../report/text/plain-text.ts";
import type { Context } from "../command-context.ts";
import { allCodes, codeEntryOf } from "../commands/explain-command.ts";
import { findLayoutFiles } from "../layout-files.ts";
import type { LayoutSettings } from "../option-table.ts";
import type { StartFile } from "./start-file.ts";

/** The findings of a command, also if it fails. */
export const sarifReport: StartFile = (context, settings, write) => {
  const { io, types, invocation } = context;
  const findings: LayoutFinding[] = [];
  return {
    layout: ({ warnings }) => findings.push(...warnings.map(ofDiagnostic)),
    plan: ({ layout, planned, view }) =>
      findings.push(...findingsOfPlan(view, planned.diagnostics, placesIn(layout.desired))),
    drift: ({ layout, found, view }) =>
      findings.push(...findingsOfDrift(view, found.diagnostics, placesIn(layout.desired))),
    end: ({ exitCode, error }) => {
      // Errors of the layout become findings. Another error that ended the command becomes a notification beside them.
      const wrong = error instanceof DiagnosticsError ? error.diagnostics : undefined;
      const entries = allCodes(types);
      const log = sarifLog({
        command: invocation.command,
        version: invocation.version,
        findings: [...findings, ...(wrong ?? []).map(ofDiagnostic)],
        exitCode,
        entryOf: (code) => codeEntryOf(entries, code),
        folder: io.files.folder,
        full: (path) => io.files.full(path),
        layout: firstFile(context, settings),
        ...(error !== undefined && wrong === undefined && { failure: failureOf(error) }),
      });
      write(`${plainJson(log)}\n`);
    },
  };
};

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
