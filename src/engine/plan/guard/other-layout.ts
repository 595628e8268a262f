import type { PlanStep } from "../../../model/plan/plan.ts";
import { isOfState } from "../../../model/plan/step-effects.ts";
import type { LiveObject } from "../../../model/snapshot.ts";
import type { PlanEffects } from "../audience/plan-effects.ts";
import { titleOfLive } from "../decide/object-names.ts";
import type { PlanContext } from "../decide/plan-context.ts";
import { otherLayoutLookup } from "../match/other-layouts.ts";
import { changedObjects } from "./changed-objects.ts";
import type { Guard } from "./guard.ts";
import { refusal, refuseFor } from "./refusal.ts";

/** An object belongs to one layout. This applies also if another layout finds it by its key, pins it or has it in its state. */
export const otherLayout: Guard = (...judged) => [
  ...managedByOtherLayout(...judged),
  ...unreadable(...judged),
];

const managedByOtherLayout: Guard = (context, steps, _isSelected, effects) => {
  const otherLayoutOf = otherLayoutLookup(context.types, context.otherLayouts);
  const managed = ownOf(context, steps, effects).flatMap((live) => {
    const other = otherLayoutOf(live);
    return other === undefined ? [] : [{ live, other }];
  });
  const named = managed.map(
    ({ live, other: { layout, path } }) =>
      `${context.names.ofLive(live)} (“${titleOfLive(context.types, live)}” ${live.id}) belongs to the layout ${layout} (${path})`,
  );
  return refuseFor(
    "guard/other-layout",
    managed.map(({ live }) => context.names.ofLive(live)),
    { case: "plan", conflicts: named },
  );
};

/** docsform does not know which objects are in a state that it cannot read. */
const unreadable: Guard = ({ otherLayouts }, steps) => {
  const paths = otherLayouts.flatMap(({ path, objects }) => (objects === undefined ? [path] : []));
  const writes = steps.some((step) => !isOfState(step));
  return paths.length === 0 || !writes
    ? []
    : [refusal("guard/other-layout", [], { case: "unreadable", paths })];
};

/** Live objects that the plan manages or changes. */
function ownOf(
  context: PlanContext,
  steps: readonly PlanStep[],
  effects: PlanEffects,
): readonly LiveObject[] {
  const changed = changedObjects(context, steps, effects).map(({ live }) => live);
  if (context.purpose === "destroy") return changed;
  return [...new Set([...[...context.decisions.retained.values()].map(({ live }) => live), ...changed])];
}
