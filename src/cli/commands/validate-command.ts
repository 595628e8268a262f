import { ofDiagnostic } from "../../report/sarif/finding.ts";
import { count } from "../../util/count.ts";
import type { Context } from "../command-context.ts";
import { forEachOrganization } from "../each-organization.ts";
import { type ExitCode, exitCodes } from "../exit-codes.ts";
import type { LoadedLayout } from "../load-layout.ts";
import type { LayoutSettings, SarifSettings } from "../option-table.ts";
import { printResult, warn } from "../print-result.ts";
import { type ReportFindings, withSarif } from "../sarif/with-sarif.ts";

/** Checks the whole layout without the service. */
export async function validate(
  context: Context,
  settings: LayoutSettings & SarifSettings,
): Promise<ExitCode> {
  return withSarif(context, settings, (reportFindings) =>
    forEachOrganization(context, settings, "shows", async (layout) =>
      check(context, settings, layout, reportFindings),
    ),
  );
}

function check(
  context: Context,
  settings: LayoutSettings,
  { desired, files, warnings }: LoadedLayout,
  reportFindings: ReportFindings,
): ExitCode {
  reportFindings(warnings.map(ofDiagnostic));
  warn(context, settings, warnings, files);
  printResult(context, settings, {
    of: "validate",
    json: { valid: true, objects: desired.objects.length, diagnostics: warnings },
    text:
      settings.quiet === true
        ? ""
        : `The layout is valid: ${count(desired.objects.length, "object")} in ${count(files.length, "file")}.\n`,
  });
  return exitCodes.done;
}
