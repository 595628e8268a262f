import type { ResourceType } from "../../model/resource-type.ts";
import type { PlanContext } from "../context.ts";
import { isPruned } from "../decide/pruned.ts";
import { type Guard } from "./guard.ts";

/** What is not in a list that the service itself calls longer may be there all the same. */
export const incompleteLists: Guard = (context, steps) => {
  return (context.live.world.incomplete ?? []).flatMap((list) => {
    const types = list.types.map((name) => context.types.get(name));
    const lacks = `The service counts ${list.expected} where its list of ${types.map(({ label }) => label.many).join(" and ")} holds ${list.got}, however often it is read`;
    const remedy = "Run it again. If that does not help, ask the service's support for what it counts.";
    const told =
      context.purpose === "destroy"
        ? { why: "what else is in what would be deleted", remedy }
        : {
            why: "what else is not declared and would be deleted",
            remedy: `${remedy} --skip-deletes does the rest.`,
          };
    const created = steps.filter((step) => step.action === "create" && list.types.includes(step.type));
    return [
      ...(created.length === 0
        ? []
        : [
            {
              code: "guard/incomplete-list" as const,
              message: `${lacks}, so what would be created may be there already.`,
              remedy,
              addresses: created.map((step) => step.address),
            },
          ]),
      ...(types.some((type) => deletesUndeclared(context, type))
        ? [
            {
              code: "guard/incomplete-prune" as const,
              message: `${lacks}, so nobody can say ${told.why}.`,
              remedy: told.remedy,
              addresses: [],
            },
          ]
        : []),
    ];
  });
};

/** Whether something of this type is deleted only because it is not declared. */
function deletesUndeclared({ desired: { world } }: PlanContext, type: ResourceType): boolean {
  const isOwned = world.objects.some(({ owns }) => owns.includes(type.name));
  return isOwned || isPruned(world, type);
}
