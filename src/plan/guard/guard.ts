import type { Address } from "../../model/address.ts";
import type { PlanContext } from "../context.ts";
import type { GuardRefusal, PlanStep } from "../plan.ts";

/** Gives a reason for which apply must not go on without a person's word, where there is one. `isSelected`: what the plan is about. */
export type Guard = (
  context: PlanContext,
  steps: readonly PlanStep[],
  isSelected: (address: Address) => boolean,
) => readonly GuardRefusal[];

export function deletesIn(steps: readonly PlanStep[]): readonly PlanStep[] {
  return steps.filter(({ action }) => action === "delete" || action === "replace");
}

/** What the state forgets although it is there. */
export function forgetsIn(steps: readonly PlanStep[]): readonly PlanStep[] {
  return steps.filter((step) => step.action === "forget" && step.reason === "undeclared");
}

export function changesIn(steps: readonly PlanStep[]): readonly PlanStep[] {
  return steps.filter(({ action }) => action === "patch" || action === "move");
}
