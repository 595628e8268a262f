import type { Client } from "../../contract/http/http-client.ts";
import type { PlannedRun } from "../../engine/reconcile/planned.ts";
import type { Reconciler } from "../../engine/reconcile/reconciler.ts";
import type { ServiceDefaults } from "../../layout/synthesized/read-provider.ts";
import { fail } from "../../model/codes/command-words.ts";
import { DocsformError } from "../../model/errors.ts";
import type { SavedPlan } from "../../model/plan/saved-plan.ts";
import { selectionFlags, selective } from "../../model/plan/selection.ts";
import { emitPlanned } from "../../report/events/emit-plan.ts";
import { renderPlan } from "../../report/text/plan-text.ts";
import { questionBefore } from "../../report/text/question.ts";
import type { PlanView } from "../../report/view/plan-view.ts";
import type { Home } from "../../state/state-places.ts";
import { present } from "../../util/present.ts";
import { carryOut } from "../carry-out.ts";
import type { Context } from "../command-context.ts";
import type { SettingsOfCommand } from "../command-table.ts";
import { forEachOrganization } from "../each-organization.ts";
import { endedAtQuestion } from "../ended-at-question.ts";
import { namedOrganization } from "../environment.ts";
import type { ExitCode } from "../exit-codes.ts";
import { LayoutError } from "../layout-error.ts";
import { findFiles, type LayoutFiles, type StructureFiles } from "../layout-files.ts";
import { type LoadedLayout, loadLayouts } from "../load-layout.ts";
import { type SelectionSettings, type ThresholdSettings, withLayoutArgument } from "../option-table.ts";
import { savedPlanLayoutName, statePlacesOf } from "../places-of-state.ts";
import { isSavedPlan, parsePlan } from "../plan-file.ts";
import { openLayout } from "../plan-layout.ts";
import { printForQuestion, printProgress } from "../print-result.ts";
import { consentOf, diskAt, reconcilerFor } from "../reconciler-for.ts";
import { reportRefusal } from "../report-refusal.ts";
import { textShape, viewOfPlan } from "../view-of-plan.ts";
import { whileLocked } from "../while-locked.ts";
import { widthOf } from "../width.ts";
import { nameOfService, withClient } from "../with-client.ts";

type ApplySettings = SettingsOfCommand<"apply">;

/** Makes the service match the layout, or applies a saved plan exactly as it was reviewed. */
export async function apply(
  context: Context,
  settings: ApplySettings,
  planOrLayout: string | undefined,
): Promise<ExitCode> {
  if (planOrLayout !== undefined && isSavedPlan(context.io.files, planOrLayout))
    return applySaved(context, settings, planOrLayout);
  if (settings.expect !== undefined) throw fail("cli/without-saved-plan", { flag: "--expect" });
  const ofLayout = withLayoutArgument(settings, planOrLayout);
  const work = (layout: LoadedLayout) => applyLayout(context, ofLayout, layout);
  return forEachOrganization(context, ofLayout, "writes", work, ofLayout);
}

function applyLayout(context: Context, settings: ApplySettings, layout: LoadedLayout): Promise<ExitCode> {
  return planAndApply(context, settings, layout.service, (client) => {
    const opened = openLayout(context, settings, client, layout);
    return { reconciler: opened.reconciler, layout, plan: () => opened.plan() };
  });
}

/** A reconciler, and the plan that it makes or opens. */
interface PlanSource {
  readonly reconciler: Reconciler;
  /** Absent: the plan was saved. */
  readonly layout?: LoadedLayout;
  /** The plan was saved. */
  readonly isSaved?: true;
  plan(): Promise<PlannedRun>;
}

/** Under the lock on the layout, makes the plan, shows it, asks for confirmation if necessary, and applies it. */
function planAndApply(
  context: Context,
  settings: ApplySettings,
  service: ServiceDefaults,
  sourceWith: (client: Client) => PlanSource,
): Promise<ExitCode> {
  return withClient(context, settings, service, async (client) => {
    const source = sourceWith(client);
    const work = async () => {
      const planned = await source.plan();
      const serviceName = nameOfService(context.io, settings, service);
      return reviewAndApply(context, settings, source, planned, serviceName);
    };
    return whileLocked(context, settings, source.reconciler, work, source.layout);
  });
}

async function reviewAndApply(
  context: Context,
  settings: ApplySettings,
  { reconciler, isSaved }: PlanSource,
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
  await confirm(context, settings, view, text);
  return carryOut(context, settings, reconciler, planned);
}

async function applySaved(context: Context, settings: ApplySettings, path: string): Promise<ExitCode> {
  const { io } = context;
  const plan = parsePlan(io.files.read(path), path);
  io.files.uses.read(path, "the saved plan");
  refuseThresholds(settings);
  refuseSelection(settings);
  refuseInputs(settings);
  refuseEnvironment(settings, plan);
  refuseOrganization(context, settings, plan);
  const layout = layoutBeside(context, settings);
  const app =
    layout !== undefined && layout.kind !== "yaml" && layout.kind !== "structure"
      ? await appOfSaved(context, settings, plan)
      : undefined;
  // A saved plan does not contain an app's settings for the service.
  const { service = {} } = app ?? {};
  const home = homeOfSaved(plan, app ?? layout);
  const usesStateOfLayout = settings.state === undefined || settings.state === true;
  if (usesStateOfLayout) refuseLayout(plan, savedPlanLayoutName(home));
  return planAndApply(context, settings, service, (client) => {
    const disk = diskAt(io, statePlacesOf(io, settings, home));
    const reconciler = reconcilerFor(context, settings, client, disk);
    return {
      reconciler,
      isSaved: true,
      plan: () => {
        context.emit({ kind: "refreshing", organization: plan.organizationId });
        return openSaved(reconciler, plan, io.signal, settings.expect);
      },
    };
  });
}

/** The layout of the plan's organization in an app, which may be for several. */
async function appOfSaved(
  context: Context,
  settings: ApplySettings,
  { organizationId }: SavedPlan,
): Promise<LoadedLayout | undefined> {
  const layouts = await loadLayouts(context, settings);
  return layouts.find(({ desired }) => desired.organizationId === organizationId) ?? layouts[0];
}

function homeOfSaved({ desired }: SavedPlan, layout: Pick<LayoutFiles, "home"> | undefined): Home {
  const { name, environment } = desired;
  return {
    ...(layout?.home ?? { folder: "." }),
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

/** Refuses a selection, because docsform selected the steps when it made the plan. */
function refuseSelection(settings: SelectionSettings): void {
  if (selective(settings) === undefined) return;
  throw fail("cli/selection-of-saved-plan", { flags: Object.values(selectionFlags) });
}

/** Refuses inputs of a layout, because the plan contains the values that they had when docsform made it. */
function refuseInputs(settings: ApplySettings): void {
  const given = { "--var": settings.var, "--files-from": settings.filesFrom, "--site": settings.site };
  const flag = Object.entries(given).find(([, value]) => value !== undefined)?.[0];
  if (flag !== undefined) throw fail("cli/input-of-saved-plan", { flag });
}

/** Refuses another environment than the one that the plan was made for. */
function refuseEnvironment({ env }: ApplySettings, { desired, layout }: SavedPlan): void {
  if (env === undefined || env === desired["environment"]) return;
  throw fail("saved-plan/other-layout", { case: "environment", planned: layout, environment: env });
}

/** Refuses another organization than the one that the plan was made for. */
function refuseOrganization({ io }: Context, settings: ApplySettings, { organizationId }: SavedPlan): void {
  const given = namedOrganization(io, settings);
  if (given === undefined || given === organizationId) return;
  throw fail("cli/other-organization", { case: "plan", declared: organizationId, given });
}

/** Refuses another layout than the one that the plan was made for, because its state is another one. */
function refuseLayout({ layout: planned }: SavedPlan, layout: string): void {
  if (layout === planned) return;
  throw fail("saved-plan/other-layout", { case: "name", planned, layout });
}

/**
 * The layout that the settings name, or the one in this folder, if there is one. The saved plan contains what to apply. The layout
 * determines only where the state is and, for an app, the settings for the service.
 */
function layoutBeside(context: Context, settings: ApplySettings): LayoutFiles | StructureFiles | undefined {
  try {
    return findFiles(context, settings.file);
  } catch (error) {
    if (settings.file === undefined && error instanceof DocsformError) return undefined;
    throw error;
  }
}

async function confirm(
  context: Context,
  settings: ApplySettings,
  view: PlanView,
  text: string,
): Promise<void> {
  const { io } = context;
  // A plan that writes to the state alone needs no confirmation.
  if (settings.yes === true || view.writeCalls === 0) return;
  if (io.ask === undefined) throw fail("cli/not-interactive", { case: "apply" });
  printForQuestion(context, settings, text);
  const typed = await io.ask(questionBefore(view, widthOf(io)));
  if (typed === undefined) throw endedAtQuestion();
  if (typed.trim() === "yes") return;
  throw fail("cli/declined", { case: "command" });
}
