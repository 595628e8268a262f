import { fileWithoutTokens, tokenTexts, withoutTokens } from "../../layout/hide-tokens.ts";
import { DocsformError } from "../../model/errors.ts";
import { count } from "../../util/count.ts";
import type { Context } from "../command-context.ts";
import { forEachOrganization } from "../each-organization.ts";
import { type ExitCode, exitCodes } from "../exit-codes.ts";
import { tokensOf } from "../known-tokens.ts";
import { LayoutError } from "../layout-error.ts";
import { findFiles, type LayoutFile } from "../layout-files.ts";
import type { LoadedLayout } from "../load-layout.ts";
import type { LayoutSettings } from "../option-table.ts";
import { printResult } from "../print-result.ts";

/** Checks the whole layout without the service. */
export async function validate(context: Context, settings: LayoutSettings): Promise<ExitCode> {
  try {
    const work = async (layout: LoadedLayout) => check(context, settings, layout);
    return await forEachOrganization(context, settings, "shows", work);
  } catch (error) {
    if (!(error instanceof DocsformError) || error.code !== "cli/git-sync-file") throw error;
    const found = findFiles(context, settings.file);
    if (found.kind !== "structure") throw error;
    return await validateStructureFiles(context, settings, found.files);
  }
}

/** Checks files that set the structure of a site through Git Sync. */
async function validateStructureFiles(
  context: Context,
  settings: LayoutSettings,
  files: readonly LayoutFile[],
): Promise<ExitCode> {
  const { checkStructureFile } = await import("../../layout/git-sync/check-structure-file.ts");
  const checked = files.map(({ path, text }) => checkStructureFile({ file: path, text }));
  const diagnostics = checked.flatMap((each) => each.diagnostics);
  const tokens = tokenTexts(tokensOf(context.io, settings));
  if (diagnostics.length > 0)
    throw new LayoutError(
      withoutTokens(diagnostics, tokens),
      files.map(({ path, text }) => ({ path, text: fileWithoutTokens({ file: path, text }, tokens).text })),
    );
  const objects = checked.reduce((sum, { nodes }) => sum + nodes, 0);
  const text = `The structure is valid: ${count(objects, "node")} in ${count(files.length, "file")}.\n`;
  printResult(context, settings, {
    of: "validate",
    json: { valid: true, objects, diagnostics },
    text: settings.quiet === true ? "" : text,
  });
  return exitCodes.done;
}

function check(context: Context, settings: LayoutSettings, layout: LoadedLayout): ExitCode {
  const { desired, files, warnings } = layout;
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
