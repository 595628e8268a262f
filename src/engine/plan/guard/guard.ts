import type { Address } from "../../../model/address.ts";
import type { GuardRefusal, PlanStep } from "../../../model/plan/plan.ts";
import { changesObject, deletesObject } from "../../../model/plan/step-effects.ts";
import type { PlanEffects } from "../audience/plan-effects.ts";
import type { PlanContext } from "../decide/plan-context.ts";

/** Returns the reasons for which an apply needs permission. */
export type Guard = (...given: [...Parameters<GapGuard>, effects: PlanEffects]) => readonly GuardRefusal[];

/** Returns what makes a plan or a drift unreliable: an incomplete refresh. `isSelected`: whether it is about an address. */
export type GapGuard = (
  context: PlanContext,
  steps: readonly PlanStep[],
  isSelected: (address: Address) => boolean,
) => readonly GuardRefusal[];

export function deletesIn(steps: readonly PlanStep[]): readonly PlanStep[] {
  return steps.filter(deletesObject);
}

/** Steps that forget objects that still exist. */
export function forgetsIn(steps: readonly PlanStep[]): readonly PlanStep[] {
  return steps.filter((step) => step.action === "forget" && step.reason === "undeclared");
}

export function changesIn(steps: readonly PlanStep[]): readonly PlanStep[] {
  return steps.filter(changesObject);
}
