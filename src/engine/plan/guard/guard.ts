import type { Address } from "../../../model/address.ts";
import type { PlanEffects } from "../audience/plan-effects.ts";
import type { PlanContext } from "../context.ts";
import { changesObject, deletesObject } from "../effects.ts";
import type { GuardRefusal, PlanStep } from "../plan.ts";

/** Returns the reasons for which an apply needs permission. `isSelected`: whether the plan is about an address. */
export type Guard = (
  context: PlanContext,
  steps: readonly PlanStep[],
  isSelected: (address: Address) => boolean,
  effects: PlanEffects,
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
