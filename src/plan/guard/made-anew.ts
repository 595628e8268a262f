import { keyOf, type ObjectKey, objectKey } from "../../model/object-key.ts";
import type { PlanContext } from "../context.ts";
import type { Deleted } from "../decide/decisions.ts";
import type { PlanStep } from "../plan.ts";
import { deletesIn } from "./guard.ts";

/**
 * Objects that go because another takes the place of them, or of what they are in, where no layout says all that is lost with it:
 * they are asked about as one, and not as deletes.
 */
export function madeAnew({ decisions, types }: PlanContext): ReadonlySet<ObjectKey> {
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

/** The steps that make something anew, and those that delete and do not. */
export function splitDeletes(
  context: PlanContext,
  steps: readonly PlanStep[],
): { readonly anew: readonly PlanStep[]; readonly others: readonly PlanStep[] } {
  const parts = madeAnew(context);
  const isPart = (step: PlanStep) => parts.has(objectKey(step.type, "id" in step ? step.id : ""));
  const deletes = deletesIn(steps);
  return { anew: deletes.filter(isPart), others: deletes.filter((step) => !isPart(step)) };
}
