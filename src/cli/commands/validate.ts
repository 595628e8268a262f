import { answer, warn } from "../answer.ts";
import type { Context } from "../context.ts";
import { type ExitCode, exitCodes } from "../exit-codes.ts";
import { loadLayout } from "../load-layout.ts";
import { count } from "../render/value.ts";
import type { LayoutSettings } from "../settings.ts";

/** Checks the layout, all of it, without the service. */
export async function validate(context: Context, settings: LayoutSettings): Promise<ExitCode> {
  const { desired, files, warnings } = await loadLayout(context, settings);
  warn(context, settings, warnings, files);
  answer(context, settings, {
    of: "validate",
    json: { valid: true, objects: desired.objects.length, diagnostics: warnings },
    text:
      settings.quiet === true
        ? ""
        : `The layout is valid: ${count(desired.objects.length, "object")} in ${count(files.length, "file")}.\n`,
  });
  return exitCodes.done;
}
