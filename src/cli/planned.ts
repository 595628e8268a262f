import type { Client } from "../http/client.ts";
import { unpermitted } from "../plan/guard/permissions.ts";
import type { GuardRefusal, Plan } from "../plan/plan.ts";
import type { PlanInputs, PlanResult } from "../plan/plan-changes.ts";
import { warn } from "./answer.ts";
import type { Context } from "./context.ts";
import { LayoutError } from "./layout-error.ts";
import type { LoadedLayout } from "./load-layout.ts";
import { type Places, placesOf } from "./places.ts";
import type { PermissionSettings, ServiceSettings } from "./settings.ts";
import { survey } from "./survey.ts";

/** A plan, what it was made from, and what still stands against applying it. */
export interface Planned {
  readonly plan: Plan;
  readonly refusals: readonly GuardRefusal[];
  readonly inputs: PlanInputs;
  readonly places: Places;
}

/** Reads the service and decides. Throws what a person must put right in the layout. */
export async function makePlan(
  context: Context,
  settings: ServiceSettings & PermissionSettings,
  {
    client,
    layout,
    decide,
  }: {
    readonly client: Client;
    readonly layout: LoadedLayout;
    readonly decide: (inputs: PlanInputs) => PlanResult;
  },
): Promise<Planned> {
  const places = placesOf(settings, layout.home, layout.desired.organizationId);
  const inputs = await survey(context, settings, { client, layout, places });
  const { plan, diagnostics } = decide(inputs);
  if (plan === undefined) throw new LayoutError(diagnostics, layout.files);
  warn(context, settings, diagnostics, layout.files);
  return { plan, refusals: unpermitted(plan.guard, settings), inputs, places };
}
