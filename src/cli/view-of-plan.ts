import type { Consent } from "../engine/plan/guard/consent.ts";
import { unknownAddress } from "../engine/plan/world/unknown-address.ts";
import type { PlannedRun } from "../engine/reconcile/planned.ts";
import { DiagnosticsError } from "../model/errors.ts";
import type { Detail, TextShape } from "../report/text/text-shape.ts";
import { type PlanView, planView } from "../report/view/plan-view.ts";
import type { Context } from "./command-context.ts";
import type { DetailSettings } from "./option-table.ts";
import { widthOf } from "./width.ts";

/** Who may do what a plan does, and where. */
interface PlanSituation {
  readonly consent: Consent;
  readonly service: string;
  readonly isRun?: boolean;
}

/** The view of a planned run, with the refusals that the consent does not lift. Throws if the consent names an unknown address. */
export function viewOfPlan({ types }: Context, planned: PlannedRun, situation: PlanSituation): PlanView {
  const { consent, ...more } = situation;
  refuseUnknown(planned, consent);
  const { plan, purpose, live, desired } = planned;
  // A saved plan does not contain them.
  const constructPaths = desired.constructPaths instanceof Map ? desired.constructPaths : undefined;
  const refusals = planned.refusals(consent);
  return planView({ plan, purpose, live, types, consent, constructPaths, refusals, ...more });
}

/** The shape of a text that the settings ask for. */
export function textShape({ io }: Context, settings: DetailSettings): TextShape {
  return { width: widthOf(io), detail: detailLevel(settings) };
}

/** With both flags, `--full` wins. */
function detailLevel({ full, compact }: DetailSettings): Detail {
  if (full === true) return "full";
  return compact === true ? "compact" : "usual";
}

function refuseUnknown({ desired, state }: PlannedRun, { overwrite = new Set() }: Consent): void {
  const known = new Set([
    ...desired.objects.map(({ address }) => address),
    ...Object.keys(state?.objects ?? {}),
  ]);
  const unknown = [...overwrite].filter((address) => !known.has(address));
  if (unknown.length === 0) return;
  throw new DiagnosticsError(unknown.map((address) => unknownAddress("--overwrite-live", address, known)));
}
