import { fail } from "../../model/codes/command-words.ts";
import { emitPlanned } from "../../report/events/emit-plan.ts";
import { renderPlan } from "../../report/text/plan-text.ts";
import { questionBeforeDestroy } from "../../report/text/question.ts";
import type { PlanView } from "../../report/view/plan-view.ts";
import { present } from "../../util/present.ts";
import { carryOut } from "../carry-out.ts";
import type { Context } from "../command-context.ts";
import type { SettingsOfCommand } from "../command-table.ts";
import { forEachOrganization } from "../each-organization.ts";
import { endedAtQuestion } from "../ended-at-question.ts";
import type { ExitCode } from "../exit-codes.ts";
import type { LoadedLayout } from "../load-layout.ts";
import type { ServiceSettings } from "../option-table.ts";
import { openLayout } from "../plan-layout.ts";
import { printForQuestion, printProgress } from "../print-result.ts";
import { consentOf } from "../reconciler-for.ts";
import { reportRefusal } from "../report-refusal.ts";
import { textShape, viewOfPlan } from "../view-of-plan.ts";
import { whileLocked } from "../while-locked.ts";
import { widthOf } from "../width.ts";
import { nameOfService, withClient } from "../with-client.ts";

type DestroySettings = SettingsOfCommand<"destroy">;

/** Deletes the objects that the layout declares. The user confirms with the organization's id, at the question or as `--organization`. */
export async function destroyCommand(context: Context, settings: DestroySettings): Promise<ExitCode> {
  return forEachOrganization(context, settings, "writes", (layout) => destroy(context, settings, layout));
}

async function destroy(context: Context, settings: DestroySettings, layout: LoadedLayout): Promise<ExitCode> {
  const permitted = { ...settings, allowDeletes: true } as const;
  const service = nameOfService(context.io, settings, layout.service);
  return withClient(context, settings, layout.service, async (client) => {
    const { maxDeletes, ...rest } = settings;
    const opened = openLayout(context, rest, client, layout);
    const { reconciler } = opened;
    const work = async () => {
      const planned = await opened.planDestroy(present({ maxDeletes }));
      const consent = consentOf(permitted);
      const view = viewOfPlan(context, planned, { consent, service, isRun: true });
      emitPlanned(context.emit, view, planned.recovered);
      const text = renderPlan(view, textShape(context, settings), context.palette);
      if (settings.json !== true) printProgress(context, settings, text);
      if (view.refusals.length > 0)
        return reportRefusal(context, settings, { of: planned.purpose, refusals: view.refusals });
      if (planned.plan.steps.length > 0) await confirm(context, settings, view, text);
      return carryOut(context, permitted, reconciler, planned);
    };
    return whileLocked(context, settings, reconciler, work, layout);
  });
}

async function confirm(
  context: Context,
  settings: ServiceSettings,
  view: PlanView,
  text: string,
): Promise<void> {
  const { io } = context;
  const organizationId = view.organization.id;
  // Only the option confirms: an id in the environment was not meant for this command.
  if (settings.organization === organizationId) return;
  if (io.ask === undefined) throw fail("cli/not-interactive", { case: "destroy", organizationId });
  printForQuestion(context, settings, text);
  const typed = await io.ask(questionBeforeDestroy(view, widthOf(io)));
  if (typed === undefined) throw endedAtQuestion();
  if (typed.trim() === organizationId) return;
  throw fail("cli/declined", { case: "destroy", organizationId });
}
