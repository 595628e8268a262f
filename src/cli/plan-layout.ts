import type { Client } from "../contract/http/http-client.ts";
import type { DestroyLimits } from "../engine/plan/plan-destroy.ts";
import type { PlannedRun, PlanningResult } from "../engine/reconcile/planned.ts";
import type { ReadOptions } from "../engine/reconcile/read-inputs.ts";
import type { Reconciler } from "../engine/reconcile/reconciler.ts";
import type { DesiredWorld } from "../model/desired-world.ts";
import { selective } from "../model/plan/selection.ts";
import type { StatePlaces } from "../state/state-places.ts";
import { present } from "../util/present.ts";
import type { Context } from "./command-context.ts";
import { LayoutError } from "./layout-error.ts";
import type { LoadedLayout } from "./load-layout.ts";
import type { SelectionSettings, ServiceSettings, ThresholdSettings } from "./option-table.ts";
import { statePlacesOf } from "./places-of-state.ts";
import { warn } from "./print-result.ts";
import { diskAt, reconcilerFor } from "./reconciler-for.ts";
import { formerStateWarnings } from "./render/former-state.ts";

/** A reconciler for a layout, with the paths of its state and journal. */
export interface OpenedLayout {
  readonly reconciler: Reconciler;
  readonly places: StatePlaces;
  /** Throws errors that the user has to fix in the layout. */
  plan(more?: Pick<ReadOptions, "everything">): Promise<PlannedRun>;
  /** Plans the deletes. The user confirms them afterwards. */
  planDestroy(limits: Omit<DestroyLimits, "organizationId">): Promise<PlannedRun>;
}

export function openLayout(
  context: Context,
  settings: ServiceSettings & ThresholdSettings & SelectionSettings,
  client: Client,
  { desired: declared, moves, files, home }: LoadedLayout,
): OpenedLayout {
  const desired = withThresholds(declared, settings);
  const places = statePlacesOf(context.io, settings, home);
  const reconciler = reconcilerFor(context, settings, client, diskAt(context.io, places));
  const selection = selective(settings);
  const options = { moves, signal: context.io.signal, ...present({ selection }) };
  const requirePlan = (planned: PlanningResult): PlannedRun => {
    if (planned.plan === undefined) throw new LayoutError(planned.diagnostics, files);
    const former = formerStateWarnings(planned.remembered, settings);
    warn(context, settings, [...former, ...planned.diagnostics], files);
    return planned;
  };
  const emitRefreshing = () => context.emit({ kind: "refreshing", organization: desired.organizationId });
  return {
    reconciler,
    places,
    plan: async (more = {}) => {
      emitRefreshing();
      return requirePlan(await reconciler.plan(desired, { ...options, ...more }));
    },
    planDestroy: async (limits) => {
      emitRefreshing();
      const { organizationId } = desired;
      return requirePlan(await reconciler.planDestroy(desired, { ...options, ...limits, organizationId }));
    },
  };
}

/** The thresholds of this run override the layout's. */
function withThresholds(desired: DesiredWorld, { maxDeletes, maxChanges }: ThresholdSettings): DesiredWorld {
  return { ...desired, safety: { ...desired.safety, ...present({ maxDeletes, maxChanges }) } };
}
