import type { Effect } from "../../model/plan/plan.ts";
import { selective } from "../../model/plan/selection.ts";
import { emitDrift } from "../../report/events/emit-drift.ts";
import { renderDrift } from "../../report/text/drift-text.ts";
import { driftView } from "../../report/view/drift-view.ts";
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
import { formerStateWarnings } from "../render/former-state.ts";
import { textShape } from "../view-of-plan.ts";
import { nameOfService, withClient } from "../with-client.ts";

type DriftSettings = SettingsOfCommand<"drift">;

/** Reports the changes since the last apply, and whether they were made on the service, in the layout or in both. */
export async function drift(context: Context, settings: DriftSettings): Promise<ExitCode> {
  const work = (layout: LoadedLayout) => compare(context, settings, layout);
  return forEachOrganization(context, settings, "shows", work, settings);
}

async function compare(context: Context, settings: DriftSettings, layout: LoadedLayout): Promise<ExitCode> {
  const { desired, moves } = layout;
  const places = statePlacesOf(context.io, settings, layout.home);
  const selection = selective(settings);
  const options = { moves, signal: context.io.signal, ...present({ selection }) };
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
  await context.report("drift", { layout, found, view });
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
