import { isOwnUser } from "../../model/resource-type/identity.ts";
import type { PlanContext } from "../context.ts";
import { permissions } from "../permissions.ts";
import { type Guard } from "./guard.ts";
import { refusal } from "./refusal.ts";

/** A user who reduces their own permissions may be unable to do the rest of the plan, or to undo it. */
export const ownAccess: Guard = (context) => {
  const own = [...context.decisions.retained.values()].filter(
    ({ desired, live, changed }) =>
      isOwnUser(context.types.get(live.type), live.id, context.live.world.currentUser) &&
      changed.some((name) => changesAccess(context, desired.type, name)),
  );
  if (own.length === 0) return [];
  const addresses = own.map(({ desired }) => desired.address);
  return [
    {
      ...refusal("guard/own-access", { addresses, flag: permissions.ownAccess.flag }),
      addresses,
      permittedBy: permissions.ownAccess.flag,
    },
  ];
};

function changesAccess({ types }: PlanContext, type: string, attribute: string): boolean {
  return types.get(type).attributes[attribute]?.givesAccess === true;
}
