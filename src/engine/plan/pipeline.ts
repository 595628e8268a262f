import type { PlannedSelection } from "../../model/plan/selection.ts";
import { composePlan, type PlanResult } from "./compose-plan.ts";
import { type DecidedLayout, decideLayout } from "./decide/decide-layout.ts";
import type { DecideSettings } from "./decide/plan-context.ts";
import { type LayoutInputs, type MatchedLayout, matchLayout } from "./match/match-layout.ts";
import { type SelectedLayout, selectLayout } from "./select/select-layout.ts";
import { type OrderedLayout, orderLayout } from "./steps/order-layout.ts";
import { withoutSecretTexts } from "./world/secret-texts.ts";

export interface PlanInputs extends LayoutInputs, DecideSettings {
  /** The selected part of the layout. Absent: all of it. */
  readonly selection?: PlannedSelection | undefined;
}

/**
 * Plans the changes that make the service match the layout. It is a pure function: no clock, no network, no randomness. Each stage is a
 * folder that imports only those of earlier stages (`stages` in `.dependency-cruiser.mjs`). A stage that finds errors passes them on without its result.
 */
export function planChanges(inputs: PlanInputs): PlanResult {
  const matched: MatchedLayout = matchLayout(inputs);
  const decided: DecidedLayout = decideLayout(matched, inputs);
  const ordered: OrderedLayout = orderLayout(decided);
  return planOf(ordered, inputs.selection);
}

/** Plans an ordered layout, or a selected part of it. */
export function planOf(ordered: OrderedLayout, selection: PlannedSelection | undefined): PlanResult {
  const selected: SelectedLayout = selectLayout(ordered, selection);
  const composed: PlanResult = composePlan(selected);
  return withoutSecretTexts(composed, selected.secretTexts);
}
