import type { Client } from "../../http/client.ts";
import { DocsformError } from "../../model/errors.ts";
import { present } from "../../model/present.ts";
import type { SavedPlan } from "../../plan/saved-plan.ts";
import { selectionFlags, selective } from "../../plan/select/selection.ts";
import type { Home } from "../../reconcile/disk/places.ts";
import type { PlannedRun } from "../../reconcile/planned.ts";
import type { Reconciler } from "../../reconcile/reconciler.ts";
import { emitPlanned } from "../../report/events/emit-plan.ts";
import { renderPlan } from "../../report/text/plan.ts";
import { questionBefore } from "../../report/text/question.ts";
import type { PlanView } from "../../report/view/plan-view.ts";
import type { ServiceDefaults } from "../../synthesized/read-provider.ts";
import { carryOut } from "../carry-out.ts";
import { nameOfService, withClient } from "../connection.ts";
import type { Context } from "../context.ts";
import { endedAtQuestion } from "../ended-at-question.ts";
import type { ExitCode } from "../exit-codes.ts";
import { fail } from "../fail.ts";
import { LayoutError } from "../layout-error.ts";
import { findLayoutFiles, type LayoutFiles } from "../layout-files.ts";
import { loadLayout } from "../load-layout.ts";
import { whileLocked } from "../locking.ts";
import { savedPlanLayoutName, statePlacesOf } from "../places.ts";
import { openLayout } from "../plan-layout.ts";
import { textShape, viewOfPlan } from "../plan-view.ts";
import { printProgress, warn } from "../print-result.ts";
import { consentOf, diskAt, reconcilerFor } from "../reconciler.ts";
import { reportRefusal } from "../report-refusal.ts";
import { isSavedPlan, parsePlan } from "../saved-plan.ts";
import {
  type DetailSettings,
  type PermissionSettings,
  type RunSettings,
  type SelectionSettings,
  type ServiceSettings,
  type ThresholdSettings,
  withNamed,
} from "../settings.ts";
import { widthOf } from "../width.ts";

interface ApplySettings
  extends ServiceSettings,
    PermissionSettings,
    ThresholdSettings,
    SelectionSettings,
    RunSettings,
    DetailSettings {
  readonly yes?: true;
  readonly expect?: string;
}

/** Makes the service match the layout, or applies a saved plan exactly as it was reviewed. `named`: a layout or a saved plan. */
export async function apply(
  context: Context,
  settings: ApplySettings,
  named: string | undefined,
): Promise<ExitCode> {
  if (named !== undefined && isSavedPlan(context.io.files, named))
    return applySaved(context, settings, named);
  return applyLayout(context, withNamed(settings, named));
}

async function applyLayout(context: Context, settings: ApplySettings): Promise<ExitCode> {
  const layout = await loadLayout(context, settings);
  warn(context, settings, layout.warnings, layout.files);
  return doReviewed(context, settings, layout.service, (client) => {
    const opened = openLayout(context, settings, client, layout);
    return { reconciler: opened.reconciler, plan: () => opened.plan() };
  });
}

/** A reconciler, and the plan that it makes or opens. */
interface Prepared {
  readonly reconciler: Reconciler;
  /** The plan was saved. */
  readonly isSaved?: true;
  plan(): Promise<PlannedRun>;
}

/** Under the lock on the layout, makes the plan, shows it, asks for confirmation if necessary, and applies it. */
function doReviewed(
  context: Context,
  settings: ApplySettings,
  service: ServiceDefaults,
  prepare: (client: Client) => Prepared,
): Promise<ExitCode> {
  return withClient(context, settings, service, async (client) => {
    const prepared = prepare(client);
    return whileLocked(context, settings, prepared.reconciler, async () =>
      reviewAndApply(
        context,
        settings,
        prepared,
        await prepared.plan(),
        nameOfService(context.io, settings, service),
      ),
    );
  });
}

async function reviewAndApply(
  context: Context,
  settings: ApplySettings,
  { reconciler, isSaved }: Prepared,
  planned: PlannedRun,
  service: string,
): Promise<ExitCode> {
  const consent = consentOf(settings);
  const view = viewOfPlan(context, planned, { consent, service, isRun: true });
  emitPlanned(context.emit, view, planned.recovered);
  const text = renderPlan(view, textShape(context, settings), context.palette);
  if (settings.json !== true) printProgress(context, settings, text);
  const { refusals } = view;
  if (refusals.length > 0)
    return reportRefusal(context, settings, { of: planned.purpose, refusals, ...present({ isSaved }) });
  await confirm(context, settings, view);
  return carryOut(context, settings, reconciler, planned);
}

async function applySaved(context: Context, settings: ApplySettings, saved: string): Promise<ExitCode> {
  const { io } = context;
  const plan = parsePlan(io.files.read(saved), saved);
  io.files.uses.read(saved, "the saved plan");
  const { organizationId } = plan;
  refuseThresholds(settings);
  refuseSelection(settings);
  refuseEnvironment(settings, plan);
  const given = settings.organization ?? io.environment["DOCSFORM_ORGANIZATION"];
  if (given !== undefined && given !== "" && given !== organizationId) {
    throw fail("cli/other-organization", { case: "plan", declared: organizationId, given });
  }
  const beside = layoutBeside(context, settings);
  // A saved plan does not contain an app's settings for the service.
  const service = beside?.kind === "terraform-json" ? (await loadLayout(context, settings)).service : {};
  const home = homeOfSaved(plan, beside);
  if (settings.state === undefined || settings.state === true) checkName(plan, savedPlanLayoutName(home));
  return doReviewed(context, settings, service, (client) => {
    const disk = diskAt(context.io, statePlacesOf(settings, home));
    const reconciler = reconcilerFor(context, settings, client, disk);
    return {
      reconciler,
      isSaved: true,
      plan: () => {
        context.emit({ kind: "refreshing", organization: organizationId });
        return openSaved(reconciler, plan, io.signal, settings.expect);
      },
    };
  });
}

function homeOfSaved({ desired }: SavedPlan, beside: LayoutFiles | undefined): Home {
  const { name, environment } = desired;
  return {
    ...(beside?.home ?? { folder: "." }),
    ...(typeof name === "string" && { declared: name }),
    ...(typeof environment === "string" && { environment }),
  };
}

async function openSaved(
  reconciler: Reconciler,
  plan: SavedPlan,
  signal: AbortSignal,
  expect: string | undefined,
): Promise<PlannedRun> {
  const planned = await reconciler.open(plan, { signal, ...present({ expect }) });
  if (planned.plan === undefined) throw new LayoutError(planned.diagnostics, []);
  return planned;
}

/** Refuses thresholds, because docsform applied them when it made the plan. */
function refuseThresholds({ maxDeletes, maxChanges }: ThresholdSettings): void {
  if (maxDeletes === undefined && maxChanges === undefined) return;
  throw fail("cli/threshold-of-saved-plan");
}

/** Refuses another environment than the one that the plan was made for. */
function refuseEnvironment({ env }: ApplySettings, { desired, layout }: SavedPlan): void {
  if (env === undefined || env === desired["environment"]) return;
  throw fail("saved-plan/other-layout", { case: "environment", planned: layout, environment: env });
}

/** Refuses a selection, because docsform selected the steps when it made the plan. */
function refuseSelection(settings: SelectionSettings): void {
  if (selective(settings) === undefined) return;
  throw fail("cli/selection-of-saved-plan", { flags: Object.values(selectionFlags) });
}

/** Checks that the plan is for this layout. The settings of apply determine the state's file, and never the plan. */
function checkName({ layout }: SavedPlan, here: string): void {
  if (layout === here) return;
  throw fail("saved-plan/other-layout", { case: "name", planned: layout, layout: here });
}

// docsform applies a saved plan without its layout. It reads only an app, for the app's settings for the service.
function layoutBeside({ io }: Context, settings: ApplySettings): LayoutFiles | undefined {
  try {
    return findLayoutFiles(io.files, settings.file);
  } catch (error) {
    if (settings.file === undefined && error instanceof DocsformError) return undefined;
    throw error;
  }
}

async function confirm({ io }: Context, settings: ApplySettings, view: PlanView): Promise<void> {
  // A plan that writes to the state alone needs no confirmation.
  if (settings.yes === true || view.writeCalls === 0) return;
  if (io.ask === undefined) {
    throw fail("cli/not-interactive", { case: "apply" });
  }
  const typed = await io.ask(questionBefore(view, widthOf(io)));
  if (typed === undefined) throw endedAtQuestion();
  if (typed.trim() === "yes") return;
  throw fail("cli/declined", { case: "command" });
}
