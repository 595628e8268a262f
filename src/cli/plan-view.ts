import type { Consent } from "../plan/guard/permissions.ts";
import type { PlannedRun } from "../reconcile/planned.ts";
import type { Detail, PlanView } from "../report/text/plan-view.ts";
import type { Context } from "./context.ts";
import type { DetailSettings } from "./settings.ts";
import { widthOf } from "./width.ts";

/** The view of a plan that the settings ask for. */
export function planView(
  { io, types }: Context,
  settings: DetailSettings,
  planned: PlannedRun,
  { consent, service }: { readonly consent: Consent; readonly service: string },
): PlanView {
  const { plan, purpose, live } = planned;
  return {
    plan,
    purpose,
    live,
    types,
    service,
    refusals: planned.refusals(consent),
    width: widthOf(io),
    detail: detailLevel(settings),
  };
}

/** With both flags, `--full` wins. */
export function detailLevel({ full, compact }: DetailSettings): Detail {
  if (full === true) return "full";
  return compact === true ? "compact" : "usual";
}
