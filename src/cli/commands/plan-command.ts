import type { PlannedRun } from "../../engine/reconcile/planned.ts";
import { withTextsOnce } from "../../model/long-texts.ts";
import { isOfState } from "../../model/plan/step-effects.ts";
import { indexTypes } from "../../model/type-index.ts";
import { emitPlanned } from "../../report/events/emit-plan.ts";
import { ofDiagnostic, placesIn } from "../../report/sarif/finding.ts";
import { findingsOfPlan } from "../../report/sarif/of-plan.ts";
import { renderPlan } from "../../report/text/plan-text.ts";
import type { PlanView } from "../../report/view/plan-view.ts";
import { worldTrees } from "../../report/view/world-trees.ts";
import { present } from "../../util/present.ts";
import type { Context } from "../command-context.ts";
import type { SettingsOfCommand } from "../command-table.ts";
import { forEachOrganization } from "../each-organization.ts";
import { type ExitCode, exitCodes } from "../exit-codes.ts";
import type { LoadedLayout } from "../load-layout.ts";
import { savedPlanLayoutName } from "../places-of-state.ts";
import { planText } from "../plan-file.ts";
import { openLayout } from "../plan-layout.ts";
import { printResult, warn } from "../print-result.ts";
import { consentOf } from "../reconciler-for.ts";
import { checkOutput } from "../refuse-other-file.ts";
import { type ReportFindings, withSarif } from "../sarif/with-sarif.ts";
import { textShape, viewOfPlan } from "../view-of-plan.ts";
import { baseUrlFor, nameOfService, withClient } from "../with-client.ts";

type PlanSettings = SettingsOfCommand<"plan">;

/** Shows the steps that apply would take, and saves the plan with `--out`. Writes nothing to the service. */
export async function plan(context: Context, settings: PlanSettings): Promise<ExitCode> {
  return withSarif(context, settings, (reportFindings) =>
    forEachOrganization(
      context,
      settings,
      "shows",
      (layout) => makePlan(context, settings, layout, reportFindings),
      settings,
    ),
  );
}

async function makePlan(
  context: Context,
  settings: PlanSettings,
  layout: LoadedLayout,
  reportFindings: ReportFindings,
): Promise<ExitCode> {
  reportFindings(layout.warnings.map(ofDiagnostic));
  warn(context, settings, layout.warnings, layout.files);
  tryOutputs(context, settings);
  const { planned, reconciler } = await withClient(context, settings, layout.service, async (client) => {
    const opened = openLayout(context, settings, client, layout);
    return { planned: await opened.plan(), reconciler: opened.reconciler };
  });
  const { plan: made } = planned;
  const service = nameOfService(context.io, settings, layout.service);
  const view = viewOfPlan(context, planned, { consent: consentOf(settings), service });
  emitPlanned(context.emit, view, planned.recovered);
  const { refusals, isReliable } = view;
  reportFindings(findingsOfPlan(view, planned.diagnostics, placesIn(layout.desired)));
  const saved =
    settings.out === undefined ? undefined : reconciler.save(planned, savedPlanLayoutName(layout.home));
  const hash = saved?.hash;
  if (settings.out !== undefined && saved !== undefined)
    context.io.files.write(settings.out, planText(saved));
  const shown = { ...view, ...(hash !== undefined && { saved: { path: settings.out ?? "", hash } }) };
  await writePages(context, settings, layout, planned, shown);
  printResult(context, settings, {
    of: "plan",
    json: { plan: withTextsOnce(made), reliable: isReliable, refusals, ...present({ hash }) },
    get text() {
      return renderPlan(shown, textShape(context, settings), context.palette);
    },
  });
  if (!isReliable) return exitCodes.error;
  const records = keepsState(settings, layout);
  const isPending = made.steps.some((step) => records || !isOfState(step)) || (records && view.confirmed > 0);
  return settings.detailedExitcode === true && isPending ? exitCodes.changesPending : exitCodes.done;
}

/** Without a state, nothing records anything. */
function keepsState({ state }: PlanSettings, { home }: LoadedLayout): boolean {
  return state !== false && home.keepsState !== false;
}

/** Writes the plan for reviewers: as a comment, and as a page. Loads what prints these only for that. */
async function writePages(
  { io, types }: Context,
  settings: PlanSettings,
  layout: LoadedLayout,
  planned: PlannedRun,
  view: PlanView,
): Promise<void> {
  if (settings.comment !== undefined) {
    const { renderComment } = await import("../../report/markdown/comment.ts");
    const about = { layout: layout.files[0]?.path ?? "", limit: settings.commentLimit };
    io.files.write(settings.comment, renderComment(view, about));
  }
  if (settings.html !== undefined) {
    const service = baseUrlFor(io, settings, layout.service);
    const { planPage } = await import("../../report/page/plan-page.ts");
    const { renderPage } = await import("../../report/page/page.ts");
    const page = planPage(view, worldTrees(planned, indexTypes(types)), service);
    io.files.write(settings.html, renderPage(page));
  }
}

/** Checks the outputs before planning, because a failure afterwards would waste all calls of the refresh. */
function tryOutputs({ io }: Context, { out, comment, html }: PlanSettings): void {
  if (out !== undefined) checkOutput(io.files, out, "--out");
  if (comment !== undefined) checkOutput(io.files, comment, "--comment");
  if (html !== undefined) checkOutput(io.files, html, "--html");
}
