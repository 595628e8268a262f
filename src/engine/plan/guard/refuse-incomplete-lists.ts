import type { GuardRefusal, PlanStep } from "../../../model/plan/plan.ts";
import type { ResourceType } from "../../../model/resource-type.ts";
import type { IncompleteList } from "../../../model/snapshot.ts";
import { once } from "../../../util/once.ts";
import type { PlanContext } from "../decide/plan-context.ts";
import { isPruned } from "../decide/pruned.ts";
import type { GapGuard } from "./guard.ts";
import { neededTypes } from "./needed-types.ts";
import { refusal } from "./refusal.ts";

/** Refuses a plan that needs a list if the service counts more objects than the list shows. An object that it omits may exist. */
export const incompleteLists: GapGuard = (context, steps, isSelected) => {
  const needed = once(() => neededTypes(context, steps, isSelected));
  return (context.live.world.incompleteLists ?? []).flatMap((list): readonly GuardRefusal[] => {
    const isNeeded = list.types.some((name) => needed().has(name));
    if (isNeeded && context.purpose === "apply") return [listRefusal(context, list, steps)];
    const isOwned = list.types.some((name) => deletesUndeclared(context, context.types.get(name)));
    return isOwned ? [deletesRefusal(context, list)] : [];
  });
};

function listRefusal(context: PlanContext, list: IncompleteList, steps: readonly PlanStep[]): GuardRefusal {
  const created = steps.filter((step) => step.action === "create" && list.types.includes(step.type));
  return refusal(
    "guard/incomplete-list",
    created.map(({ address }) => address),
    { case: created.length > 0 ? "creates" : "others", shortfall: shortfall(context, list) },
  );
}

function deletesRefusal(context: PlanContext, list: IncompleteList): GuardRefusal {
  return refusal("guard/incomplete-prune", [], {
    case: context.purpose === "destroy" ? "destroy" : "prune",
    shortfall: shortfall(context, list),
  });
}

function shortfall({ types }: PlanContext, { types: listed, expected, received }: IncompleteList): string {
  const labels = listed.map((name) => types.get(name).label.many).join(" and ");
  return `The service counts ${expected} ${labels}, but its list has only ${received} after several reads`;
}

/** Whether the layout deletes objects of this type because it does not declare them. */
function deletesUndeclared({ desired: { world } }: PlanContext, type: ResourceType): boolean {
  const isOwned = world.objects.some(({ owns }) => owns.includes(type.name));
  return isOwned || isPruned(world, type);
}
