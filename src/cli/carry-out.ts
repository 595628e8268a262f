import type { Outcome } from "../engine/apply/apply-events.ts";
import type { PlannedRun } from "../engine/reconcile/planned.ts";
import type { Reconciler } from "../engine/reconcile/reconciler.ts";
import { emitResult, eventOfApply } from "../report/events/emit-plan.ts";
import { resultJson } from "../report/output/result-json.ts";
import { fitted } from "../report/text/columns.ts";
import { renderResult } from "../report/text/result-text.ts";
import { namesIn } from "../report/view/names-view.ts";
import { resultView } from "../report/view/result-view.ts";
import type { Context } from "./command-context.ts";
import { type ExitCode, exitCodes } from "./exit-codes.ts";
import type { PermissionSettings, RunSettings, ServiceSettings } from "./option-table.ts";
import { printResult } from "./print-result.ts";
import { lineReporter } from "./progress/report-run.ts";
import { type RunProgress, trackProgress } from "./progress/run-progress.ts";
import { consentOf } from "./reconciler-for.ts";
import { renderProgress, renderRunning } from "./render/render-progress.ts";
import { widthAtTerminal } from "./width.ts";

const codes = {
  done: exitCodes.done,
  nothing: exitCodes.done,
  differs: exitCodes.appliedInPart,
  partial: exitCodes.appliedInPart,
  refused: exitCodes.refused,
  stale: exitCodes.planOutdated,
  interrupted: exitCodes.interrupted,
  failed: exitCodes.error,
} as const satisfies Record<Outcome, ExitCode>;

/** Applies a plan, reports each event, and prints the result. */
export async function carryOut(
  context: Context,
  settings: ServiceSettings & PermissionSettings & RunSettings,
  reconciler: Reconciler,
  planned: PlannedRun,
): Promise<ExitCode> {
  const { io, palette, emit } = context;
  const { finalRead } = settings;
  const progress = trackProgress(planned.plan, io.clock, io.signal);
  const reportEvent = lineReporter(context, settings, progress);
  const unwatch = watch(context, settings, progress);
  const run = reconciler.apply(planned, consentOf(settings), { signal: io.signal, finalRead });
  try {
    for await (const event of run) {
      emit(eventOfApply(event));
      progress.onEvent(event);
      reportEvent(event);
    }
  } finally {
    // Also if printing an event failed: the connections close after this, so every started call must have ended.
    await run.result.finally(unwatch);
  }
  const { plan, purpose, readCalls } = planned;
  const isPart = plan.selection !== undefined;
  const names = namesIn(plan, context.types);
  const result = resultView(await run.result, { purpose, isPart, readCalls }, names);
  emitResult(emit, result);
  const text = fitted(renderResult(result, palette), widthAtTerminal(io));
  if (settings.json !== true && settings.quiet === true) io.stderr(result.isGood ? "" : text);
  else printResult(context, settings, { of: purpose, json: resultJson(result), text });
  return codes[result.outcome];
}

/** Shows the progress of a run, and the calls in flight if the process ends at once. The returned function stops both. */
function watch({ io, palette }: Context, settings: ServiceSettings, progress: RunProgress): () => void {
  const restore = io.lastWords?.(() => renderRunning(progress.state()));
  const hide =
    settings.quiet === true
      ? undefined
      : io.screen?.show((columns) => renderProgress(progress.state(), columns, palette));
  return () => {
    restore?.();
    hide?.();
  };
}
