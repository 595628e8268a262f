import { keyOf, type ObjectKey, objectKey } from "../../../model/object-key.ts";
import type { PlanStep } from "../../../model/plan/plan.ts";
import type { Deleted } from "../decide/decisions.ts";
import type { PlanContext } from "../decide/plan-context.ts";
import { deletesIn } from "./guard.ts";

/**
 * Objects that the plan deletes because they, or the objects around them, are recreated, if unmanaged contents are lost with those. One
 * guard asks about them together, and they do not count as deletes.
 */
export function partsOfRecreated({ decisions, types }: PlanContext): ReadonlySet<ObjectKey> {
  const outermost = (deleted: Deleted) =>
    (deleted.deletedWith === undefined ? undefined : decisions.deleted.get(deleted.deletedWith)) ?? deleted;
  const isPart = (deleted: Deleted) =>
    hasSuccessor(deleted) &&
    hasSuccessor(outermost(deleted)) &&
    types.get(outermost(deleted).live.type).unmanagedContents !== undefined;
  return new Set([...decisions.deleted.values()].filter(isPart).map(({ live }) => keyOf(live)));
}

function hasSuccessor({ replacedBy, succeededBy }: Deleted): boolean {
  return replacedBy !== undefined || succeededBy !== undefined;
}

/** Splits the deletes into those that belong to recreated objects, and all others. */
export function splitDeletes(
  context: PlanContext,
  steps: readonly PlanStep[],
): { readonly ofRecreated: readonly PlanStep[]; readonly others: readonly PlanStep[] } {
  const parts = partsOfRecreated(context);
  const isPart = (step: PlanStep) => parts.has(objectKey(step.type, "id" in step ? step.id : ""));
  const deletes = deletesIn(steps);
  return { ofRecreated: deletes.filter(isPart), others: deletes.filter((step) => !isPart(step)) };
}
