import type { LayoutFinding } from "../../report/sarif/finding.ts";
import type { Context } from "../command-context.ts";
import type { ExitCode } from "../exit-codes.ts";
import { isSameFile } from "../file-uses.ts";
import type { LayoutSettings, SarifSettings } from "../option-table.ts";
import { checkOutput } from "../refuse-other-file.ts";

/** Adds findings to the report. */
export type ReportFindings = (findings: readonly LayoutFinding[]) => void;

/** Runs `work`, and writes its findings to the file of `--sarif`, also if it fails. */
export async function withSarif(
  context: Context,
  settings: LayoutSettings & SarifSettings,
  work: (reportFindings: ReportFindings) => Promise<ExitCode>,
): Promise<ExitCode> {
  const { sarif } = settings;
  if (sarif === undefined) return await work(() => {});
  const { files } = context.io;
  checkOutput(files, sarif, "--sarif");
  const { reportOf } = await import("./report.ts");
  const findings: LayoutFinding[] = [];
  try {
    const exitCode = await work((found) => findings.push(...found));
    files.write(sarif, reportOf(context, settings, { findings, exitCode }));
    return exitCode;
  } catch (error) {
    // The error may be about the report's own file.
    if (isSameFile(error)) throw error;
    const exitCode = context.invocation.codeOf(error);
    files.write(sarif, reportOf(context, settings, { findings, exitCode, error }));
    throw error;
  }
}
