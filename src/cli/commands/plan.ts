import { answer, tell, warn } from "../answer.ts";
import { withClient } from "../connection.ts";
import type { Context } from "../context.ts";
import { type ExitCode, exitCodes } from "../exit-codes.ts";
import { loadLayout } from "../load-layout.ts";
import { openLayout } from "../plan-layout.ts";
import { consentOf } from "../reconciler.ts";
import { renderComment } from "../render/comment.ts";
import { renderPlan } from "../render/plan.ts";
import { planText } from "../saved-plan.ts";
import type { PermissionSettings, ServiceSettings } from "../settings.ts";

interface PlanSettings extends ServiceSettings, PermissionSettings {
  readonly out?: string;
  readonly comment?: string;
  readonly commentLimit: number;
  readonly detailedExitcode?: true;
}

/** Shows what apply would do, and saves it where asked. Writes nothing to the service. */
export async function plan(context: Context, settings: PlanSettings): Promise<ExitCode> {
  const layout = await loadLayout(context, settings);
  warn(context, settings, layout.warnings, layout.files);
  const { planned, places } = await withClient(context.io, settings, layout.service, async (client) => {
    const opened = openLayout(context, settings, client, layout);
    return { planned: await opened.plan("plan"), places: opened.places };
  });
  const { plan: made } = planned;
  const refusals = planned.refusals(consentOf(settings));
  if (settings.out !== undefined) context.io.files.write(settings.out, planText(made, places));
  if (settings.comment !== undefined) {
    const about = { layout: layout.files[0]?.path ?? "", limit: settings.commentLimit };
    context.io.files.write(settings.comment, renderComment(made, refusals, about));
  }
  answer(context, settings, {
    json: { plan: made, refusals },
    text: renderPlan(made, refusals, context.palette),
  });
  if (settings.out !== undefined) tell(context, settings, `Saved to ${settings.out}.\n`);
  // An object that is only adopted is as declared: nothing of it is pending.
  const pending = settings.detailedExitcode === true && made.steps.some(({ action }) => action !== "adopt");
  return pending ? exitCodes.changesPending : exitCodes.done;
}
