import type { ApplyEvent, ApplyResult } from "../apply/events.ts";
import type { PlannedRun } from "../reconcile/planned.ts";
import type { Reconciler } from "../reconcile/reconciler.ts";
import { answer, tell } from "./answer.ts";
import type { Context } from "./context.ts";
import { type ExitCode, exitCodes } from "./exit-codes.ts";
import { consentOf } from "./reconciler.ts";
import { renderEvent } from "./render/event.ts";
import { renderResult, resultJson } from "./render/result.ts";
import type { PermissionSettings, RunSettings, ServiceSettings } from "./settings.ts";

const codes = {
  done: exitCodes.done,
  nothing: exitCodes.done,
  differs: exitCodes.appliedInPart,
  partial: exitCodes.appliedInPart,
  refused: exitCodes.refused,
  stale: exitCodes.planOutdated,
  interrupted: exitCodes.interrupted,
  failed: exitCodes.error,
} as const satisfies Record<ApplyResult["outcome"], ExitCode>;

/** Does the plan, telling each event, and answers with the result. */
export async function carryOut(
  context: Context,
  settings: ServiceSettings & PermissionSettings & RunSettings,
  reconciler: Reconciler,
  planned: PlannedRun,
): Promise<ExitCode> {
  const { io, palette } = context;
  const tellEvent = (event: ApplyEvent) => tell(context, settings, `${renderEvent(event, palette)}\n`);
  const { finalRead } = settings;
  const run = reconciler.apply(planned, consentOf(settings), { signal: io.signal, finalRead });
  try {
    for await (const event of run) tellEvent(event);
  } finally {
    // Also where printing an event failed: the connections close after this, so what was begun must have ended.
    await run.result;
  }
  const result = await run.result;
  const text = renderResult(result, planned.purpose, palette, planned.plan.selection !== undefined);
  const isGood = codes[result.outcome] === exitCodes.done;
  if (settings.json !== true && settings.quiet === true) io.stderr(isGood ? "" : text);
  else answer(context, settings, { json: resultJson(result), text });
  return codes[result.outcome];
}
