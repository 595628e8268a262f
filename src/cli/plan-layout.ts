import type { Client } from "../http/client.ts";
import type { Places } from "../reconcile/disk/places.ts";
import type { PlannedRun } from "../reconcile/planned.ts";
import type { Reconciler } from "../reconcile/reconciler.ts";
import { warn } from "./answer.ts";
import type { Context } from "./context.ts";
import { LayoutError } from "./layout-error.ts";
import type { LoadedLayout } from "./load-layout.ts";
import { placesOf } from "./places.ts";
import { reconcilerFor } from "./reconciler.ts";
import type { ServiceSettings } from "./settings.ts";

/** A plan of a layout, with what can apply it and where its lock and journal are. */
export interface PlannedLayout {
  readonly planned: PlannedRun;
  readonly reconciler: Reconciler;
  readonly places: Places;
}

/** Plans a layout in the way that `decide` says. Throws what a person must put right in the layout. */
export async function planLayout(
  context: Context,
  settings: ServiceSettings,
  {
    client,
    layout,
    decide,
  }: {
    readonly client: Client;
    readonly layout: LoadedLayout;
    readonly decide: "plan" | "planDestroy";
  },
): Promise<PlannedLayout> {
  const { desired, moves, files } = layout;
  const places = placesOf(settings, layout.home, desired.organizationId);
  const reconciler = reconcilerFor(context, settings, client, places);
  const planned = await reconciler[decide](desired, { moves, signal: context.io.signal });
  if (planned.plan === undefined) throw new LayoutError(planned.diagnostics, files);
  warn(context, settings, planned.diagnostics, files);
  return { planned, reconciler, places };
}
