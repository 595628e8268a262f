import type { GuardRefusal, Purpose } from "../model/plan/plan.ts";
import { renderPermit } from "../report/text/permit-text.ts";
import { permitView } from "../report/view/permit-view.ts";
import type { Context } from "./command-context.ts";
import { type ExitCode, exitCodes } from "./exit-codes.ts";
import type { OutputSettings } from "./option-table.ts";
import { printResult } from "./print-result.ts";

/** A run that guards refused. */
interface RefusedRunResult {
  readonly of: Purpose;
  readonly refusals: readonly GuardRefusal[];
  /** The plan was saved, so it keeps the thresholds that it was made with. */
  readonly isSaved?: boolean;
}

/** Reports the refusal of a plan. The plan with the reasons was printed before, except with `--json` or `--quiet`. */
export function reportRefusal(context: Context, settings: OutputSettings, run: RefusedRunResult): ExitCode {
  const { of, refusals, isSaved = false } = run;
  const permit = renderPermit(permitView(refusals, isSaved));
  if (settings.json !== true && settings.quiet === true) {
    for (const { message, code } of refusals) context.io.stderr(`Refused: ${message} [${code}]\n`);
    context.io.stderr(`Nothing was written. ${permit}\n`);
  } else {
    const text = `\nRefused. Nothing was written.\n${permit}\n`;
    printResult(context, settings, { of, json: { outcome: "refused", refusals }, text });
  }
  return exitCodes.refused;
}
