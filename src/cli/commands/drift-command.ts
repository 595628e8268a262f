import type { Drift } from "../../engine/reconcile/reconciler.ts";
import type { Effect } from "../../model/plan/plan.ts";
import { selective } from "../../model/plan/selection.ts";
import type { ResourceType } from "../../model/resource-type.ts";
import { indexTypes } from "../../model/type-index.ts";
import { emitDrift } from "../../report/events/emit-drift.ts";
import { ofDiagnostic, placesIn } from "../../report/sarif/finding.ts";
import { findingsOfDrift } from "../../report/sarif/of-drift.ts";
import { renderDrift } from "../../report/text/drift-text.ts";
import { driftView } from "../../report/view/drift-view.ts";
import type { TreeChange } from "../../report/view/tree-view.ts";
import { worldTrees } from "../../report/view/world-trees.ts";
import { present } from "../../util/present.ts";
import type { Context } from "../command-context.ts";
import type { SettingsOfCommand } from "../command-table.ts";
import { forEachOrganization } from "../each-organization.ts";
import { type ExitCode, exitCodes } from "../exit-codes.ts";
import { LayoutError } from "../layout-error.ts";
import type { LoadedLayout } from "../load-layout.ts";
import { statePlacesOf } from "../places-of-state.ts";
import { printResult, warn } from "../print-result.ts";
import { diskAt, reconcilerFor } from "../reconciler-for.ts";
import { checkOutput } from "../refuse-other-file.ts";
import { formerStateWarnings } from "../render/former-state.ts";
import { type ReportFindings, withSarif } from "../sarif/with-sarif.ts";
import { textShape } from "../view-of-plan.ts";
import { baseUrlFor, nameOfService, withClient } from "../with-client.ts";

type DriftSettings = SettingsOfCommand<"drift">;

/** Reports the changes since the last apply, and whether they were made on the service, in the layout or in both. */
export async function drift(context: Context, settings: DriftSettings): Promise<ExitCode> {
  return withSarif(context, settings, (reportFindings) =>
    forEachOrganization(
      context,
      settings,
      "shows",
      (layout) => compare(context, settings, layout, reportFindings),
      settings,
    ),
  );
}

async function compare(
  context: Context,
  settings: DriftSettings,
  layout: LoadedLayout,
  reportFindings: ReportFindings,
): Promise<ExitCode> {
  reportFindings(layout.warnings.map(ofDiagnostic));
  warn(context, settings, layout.warnings, layout.files);
  const { desired, moves } = layout;
  const places = statePlacesOf(context.io, settings, layout.home);
  const selection = selective(settings);
  const options = { moves, signal: context.io.signal, ...present({ selection }) };
  if (settings.html !== undefined) checkOutput(context.io.files, settings.html, "--html");
  context.emit({ kind: "refreshing", organization: desired.organizationId });
  const found = await withClient(context, settings, layout.service, (client) =>
    reconcilerFor(context, settings, client, diskAt(context.io, places)).drift(desired, options),
  );
  const { entries, drifted, diagnostics, comparedWith, leftOut, gaps, remembered } = found;
  const reliable = gaps.length === 0;
  if (diagnostics.some(({ severity }) => severity === "error"))
    throw new LayoutError(diagnostics, layout.files);
  warn(context, settings, [...formerStateWarnings(remembered, settings), ...diagnostics], layout.files);
  const view = driftView(found, context.types);
  emitDrift(context.emit, view);
  reportFindings(findingsOfDrift(view, diagnostics, placesIn(desired)));
  if (settings.html !== undefined) {
    const { driftPage } = await import("../../report/page/drift-page.ts");
    const { renderPage } = await import("../../report/page/page.ts");
    const page = driftPage(
      view,
      treesOf(found, context.types),
      baseUrlFor(context.io, settings, layout.service),
    );
    context.io.files.write(settings.html, renderPage(page));
  }
  printResult(context, settings, {
    of: "drift",
    json: {
      reliable,
      drifted,
      neverApplied: found.neverApplied,
      comparedWith,
      gaps,
      dangers: found.dangers.map(withEntries),
      effects: found.effects.map(withEntries),
      entries,
      ...(selection && { selection: { ...selection, leftOut } }),
    },
    text: renderDrift(
      view,
      { ...textShape(context, settings), service: nameOfService(context.io, settings, layout.service) },
      context.palette,
    ),
  });
  if (!reliable) return exitCodes.error;
  return drifted ? exitCodes.changesPending : exitCodes.done;
}

/** The causes of an effect of a drift are entries. */
function withEntries<Each extends Effect<string>>({ steps: entries, ...effect }: Each) {
  return { ...effect, entries };
}

/** The navigation before and after an apply. Without a plan there is none. */
function treesOf({ plan, ...drift }: Drift, types: readonly ResourceType[]): readonly TreeChange[] {
  return plan === undefined ? [] : worldTrees({ ...drift, plan }, indexTypes(types));
}
