import { isOwnUser } from "../../../model/resource-type/identity.ts";
import { givesRights } from "../../../model/resource-type/opens.ts";
import type { PlanContext } from "../decide/plan-context.ts";
import type { Guard } from "./guard.ts";
import { refuseFor } from "./refusal.ts";

/** A user who reduces their own permissions may be unable to do the rest of the plan, or to undo it. */
export const ownAccess: Guard = (context) => {
  const own = [...context.decisions.retained.values()].filter(
    ({ desired, live, changed }) =>
      isOwnUser(context.types.get(live.type), live.id, context.live.world.currentUser) &&
      changed.some((name) => changesAccess(context, desired.type, name)),
  );
  const addresses = own.map(({ desired }) => desired.address);
  return refuseFor("guard/own-access", addresses, { addresses });
};

function changesAccess({ types }: PlanContext, type: string, attribute: string): boolean {
  return givesRights(types.get(type).attributes[attribute]?.opens);
}
