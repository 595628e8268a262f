import { flagFor } from "../plan/guard/permissions.ts";
import type { GuardRefusal, Purpose } from "../plan/plan.ts";
import type { Context } from "./context.ts";
import { type ExitCode, exitCodes } from "./exit-codes.ts";
import { printResult } from "./print-result.ts";
import type { OutputSettings } from "./settings.ts";

/** A run that guards refused. */
interface RefusedRunResult {
  readonly of: Purpose;
  readonly refusals: readonly GuardRefusal[];
  /** The plan was saved, so it keeps the thresholds that it was made with. */
  readonly isSaved?: boolean;
}

/** Reports the refusal of a plan. The plan with the reasons was printed before, except with `--json` or `--quiet`. */
export function reportRefusal(context: Context, settings: OutputSettings, run: RefusedRunResult): ExitCode {
  const { of, refusals } = run;
  if (settings.json !== true && settings.quiet === true) {
    for (const { message, code } of refusals) context.io.stderr(`Refused: ${message} [${code}]\n`);
    context.io.stderr(`Nothing was written. ${whatPermits(run)}\n`);
  } else {
    const text = `\nRefused. Nothing was written.\n${whatPermits(run)}\n`;
    printResult(context, settings, { of, json: { outcome: "refused", refusals }, text });
  }
  return exitCodes.refused;
}

/** The flags that permit everything, in one line for copying. */
function whatPermits({ refusals, isSaved = false }: RefusedRunResult): string {
  const never = refusals.filter((refusal) => flagFor(refusal) === undefined);
  const ofPlan = refusals.filter(({ threshold }) => isSaved && threshold !== undefined);
  const ofRun = refusals.filter((refusal) => !ofPlan.includes(refusal));
  const again = flagsFor(ofPlan);
  const added = flagsFor(ofRun);
  const what = [
    ...(again === "" ? [] : [`plan again with ${again}`]),
    ...(added === "" ? [] : [`add ${added}`]),
  ].join(", and ");
  if (never.length === 0) return `To permit everything, ${what}`;
  const codes = [...new Set(never.map(({ code }) => code))].join(", ");
  return `No flag permits ${codes}.${what === "" ? "" : ` To permit the rest, ${what}`}`;
}

function flagsFor(refusals: readonly GuardRefusal[]): string {
  return [...new Set(refusals.flatMap((refusal) => flagFor(refusal) ?? []))].join(" ");
}
