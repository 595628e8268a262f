import { withTextsOnce } from "../../model/long-texts.ts";
import { isOfState } from "../../model/plan/step-effects.ts";
import { emitPlanned } from "../../report/events/emit-plan.ts";
import { renderPlan } from "../../report/text/plan-text.ts";
import { present } from "../../util/present.ts";
import type { Context } from "../command-context.ts";
import type { SettingsOfCommand } from "../command-table.ts";
import { forEachOrganization } from "../each-organization.ts";
import { type ExitCode, exitCodes } from "../exit-codes.ts";
import type { LoadedLayout } from "../load-layout.ts";
import { savedPlanLayoutName } from "../places-of-state.ts";
import { openLayout } from "../plan-layout.ts";
import { printResult } from "../print-result.ts";
import { consentOf } from "../reconciler-for.ts";
import { textShape, viewOfPlan } from "../view-of-plan.ts";
import { nameOfService, withClient } from "../with-client.ts";

type PlanSettings = SettingsOfCommand<"plan">;

/** Shows the steps that apply would take, and saves the plan with `--out`. Writes nothing to the service. */
export async function plan(context: Context, settings: PlanSettings): Promise<ExitCode> {
  const work = (layout: LoadedLayout) => makePlan(context, settings, layout);
  return forEachOrganization(context, settings, "shows", work, settings);
}

async function makePlan(context: Context, settings: PlanSettings, layout: LoadedLayout): Promise<ExitCode> {
  const { planned, reconciler } = await withClient(context, settings, layout.service, async (client) => {
    const opened = openLayout(context, settings, client, layout);
    return { planned: await opened.plan(), reconciler: opened.reconciler };
  });
  const { plan: made } = planned;
  const service = nameOfService(context.io, settings, layout.service);
  const view = viewOfPlan(context, planned, { consent: consentOf(settings), service });
  emitPlanned(context.emit, view, planned.recovered);
  const { refusals, isReliable } = view;
  const saved =
    settings.out === undefined ? undefined : reconciler.save(planned, savedPlanLayoutName(layout.home));
  const shown = { ...view, ...(saved && { saved: { path: settings.out ?? "", hash: saved.hash } }) };
  await context.report("plan", { layout, planned, saved, view: shown });
  printResult(context, settings, {
    of: "plan",
    json: { plan: withTextsOnce(made), reliable: isReliable, refusals, ...present({ hash: saved?.hash }) },
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
