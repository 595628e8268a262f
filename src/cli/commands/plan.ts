import { present } from "../../model/present.ts";
import { type GuardRefusal, gapsIn } from "../../plan/plan.ts";
import type { PlannedRun } from "../../reconcile/planned.ts";
import { answer, tell, warn } from "../answer.ts";
import { baseUrlFor, nameOfService, withClient } from "../connection.ts";
import type { Context } from "../context.ts";
import { tellPlanned } from "../events/tell-plan.ts";
import { type ExitCode, exitCodes } from "../exit-codes.ts";
import { type LoadedLayout, loadLayout } from "../load-layout.ts";
import { pageAssets } from "../picture/generated/page-assets.ts";
import { renderPage } from "../picture/page.ts";
import { planPicture } from "../picture/plan-picture.ts";
import { nameOf } from "../places.ts";
import { openLayout } from "../plan-layout.ts";
import { viewOf } from "../plan-view.ts";
import { consentOf } from "../reconciler.ts";
import { renderComment } from "../render/comment.ts";
import { renderPlan } from "../render/plan.ts";
import { ofDiagnostic, placesIn } from "../sarif/finding.ts";
import { findingsOfPlan } from "../sarif/of-plan.ts";
import { type Found, withSarif } from "../sarif/with-sarif.ts";
import { planText } from "../saved-plan.ts";
import type {
  DetailSettings,
  PermissionSettings,
  SarifSettings,
  SelectionSettings,
  ServiceSettings,
  ThresholdSettings,
} from "../settings.ts";

interface PlanSettings
  extends ServiceSettings,
    PermissionSettings,
    ThresholdSettings,
    SelectionSettings,
    DetailSettings,
    SarifSettings {
  readonly out?: string;
  readonly comment?: string;
  readonly html?: string;
  readonly commentLimit: number;
  readonly detailedExitcode?: true;
}

/** Shows what apply would do, and saves it where asked. Writes nothing to the service. */
export async function plan(context: Context, settings: PlanSettings): Promise<ExitCode> {
  return withSarif(context, settings, (found) => makePlan(context, settings, found));
}

async function makePlan(context: Context, settings: PlanSettings, found: Found): Promise<ExitCode> {
  const layout = await loadLayout(context, settings);
  found(layout.warnings.map(ofDiagnostic));
  warn(context, settings, layout.warnings, layout.files);
  tryOutputs(context, settings);
  const { planned, reconciler } = await withClient(context, settings, layout.service, async (client) => {
    const opened = openLayout(context, settings, client, layout);
    return { planned: await opened.plan(), reconciler: opened.reconciler };
  });
  const { plan: made } = planned;
  const consent = consentOf(settings);
  const refusals = planned.refusals(consent);
  const isReliable = gapsIn(refusals).length === 0;
  tellPlanned(context.emit, planned, consent);
  found(findingsOfPlan(planned, refusals, placesIn(layout.desired)));
  const saved = settings.out === undefined ? undefined : reconciler.save(planned, nameOf(layout.home));
  const hash = saved?.hash;
  if (settings.out !== undefined && saved !== undefined)
    context.io.files.write(settings.out, planText(saved));
  writePages(context, settings, layout, { planned, refusals, hash });
  answer(context, settings, {
    of: "plan",
    json: { plan: made, reliable: isReliable, refusals, ...present({ hash }) },
    text: renderPlan(
      viewOf(context, settings, planned, {
        consent,
        service: nameOfService(context.io, settings, layout.service),
      }),
      context.palette,
    ),
  });
  if (hash !== undefined) tell(context, settings, savedAs(settings.out ?? "", hash));
  if (!isReliable) return exitCodes.error;
  // An object that is only imported is as declared: nothing of it is pending.
  const pending = settings.detailedExitcode === true && made.steps.some(({ action }) => action !== "import");
  return pending ? exitCodes.changesPending : exitCodes.done;
}

interface Told {
  readonly planned: PlannedRun;
  readonly refusals: readonly GuardRefusal[];
  readonly hash: string | undefined;
}

/** The plan for those who review it: as a comment, and as a page. */
function writePages(
  { io, types }: Context,
  settings: PlanSettings,
  layout: LoadedLayout,
  { planned, refusals, hash }: Told,
): void {
  if (settings.comment !== undefined) {
    const layoutPath = layout.files[0]?.path ?? "";
    const about = { layout: layoutPath, limit: settings.commentLimit, ...present({ hash }) };
    io.files.write(settings.comment, renderComment(planned.plan, refusals, about));
  }
  if (settings.html !== undefined) {
    const service = baseUrlFor(io, settings, layout.service);
    const picture = planPicture(planned, refusals, { types, service, ...present({ hash }) });
    io.files.write(settings.html, renderPage(picture, pageAssets));
  }
}

function savedAs(path: string, hash: string): string {
  return `Saved to ${path}. To apply exactly this plan: docsform apply ${path} --expect ${hash}\n`;
}

/** What is found out after planning would cost all the calls of planning. */
function tryOutputs({ io }: Context, { out, comment, html }: PlanSettings): void {
  const outputs = { "--out": out, "--comment": comment, "--html": html };
  for (const [option, path] of Object.entries(outputs)) {
    if (path === undefined) continue;
    io.files.uses.write(path, option);
    io.files.tryWriting(path);
  }
}
