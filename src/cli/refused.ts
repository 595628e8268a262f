import type { Purpose } from "../plan/context.ts";
import type { GuardRefusal } from "../plan/plan.ts";
import { answer } from "./answer.ts";
import type { Context } from "./context.ts";
import { type ExitCode, exitCodes } from "./exit-codes.ts";
import type { OutputSettings } from "./settings.ts";

/** Answers that guards refuse a plan, which was shown with the reasons unless only an answer is wanted. */
export function refused(
  context: Context,
  settings: OutputSettings,
  of: Purpose,
  refusals: readonly GuardRefusal[],
): ExitCode {
  if (settings.json === true)
    answer(context, settings, { of, json: { outcome: "refused", refusals }, text: "" });
  else if (settings.quiet === true) {
    for (const { message, code } of refusals) context.io.stderr(`Refused: ${message} [${code}]\n`);
  }
  return exitCodes.refused;
}
