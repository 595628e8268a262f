import type { Purpose } from "../plan/context.ts";
import { flagFor } from "../plan/guard/permissions.ts";
import type { GuardRefusal } from "../plan/plan.ts";
import type { Context } from "./context.ts";
import { type ExitCode, exitCodes } from "./exit-codes.ts";
import { printResult } from "./print-result.ts";
import type { OutputSettings } from "./settings.ts";

/** A run that guards refuse. */
interface RefusedRunResult {
  readonly of: Purpose;
  readonly refusals: readonly GuardRefusal[];
  /** It was to apply a saved plan, whose thresholds are those that it was made with. */
  readonly isSaved?: boolean;
}

/** Answers that guards refuse a plan, which was shown with the reasons unless only an answer is wanted. */
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

/** The flags that permit all of it, in one line to copy from. */
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

/** Each of them once. */
function flagsFor(refusals: readonly GuardRefusal[]): string {
  return [...new Set(refusals.flatMap((refusal) => flagFor(refusal) ?? []))].join(" ");
}
