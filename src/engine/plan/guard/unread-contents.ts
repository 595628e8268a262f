import type { GuardRefusal } from "../../../model/plan/plan.ts";
import type { PlanContext } from "../decide/plan-context.ts";
import {
  contentsToDelete,
  deletesUndeclared,
  type NeededContents,
  unreadAmong,
} from "../world/needed-contents.ts";
import type { GapGuard } from "./guard.ts";
import { refusal } from "./refusal.ts";

/** Refuses a plan that depends on contents that the refresh has not read: they may contain what it creates, or use what it deletes. */
export const unreadContents: GapGuard = (context) => {
  const { types, live } = context;
  return unreadAmong(types, live, [...creating(context), ...deleting(context)]).map(
    (owner): GuardRefusal => refusalOf(context, owner),
  );
};

function creating({ decisions, matches }: PlanContext): readonly NeededContents[] {
  return [...decisions.created.values()].flatMap(({ desired: { type, scope } }) => {
    const owner = scope === undefined ? undefined : matches.byAddress.get(scope)?.live;
    return owner === undefined ? [] : [{ type: owner.type, id: owner.id, types: new Set([type]) }];
  });
}

function deleting({ types, live, decisions, desired: { world } }: PlanContext): readonly NeededContents[] {
  const deleted = [...decisions.deleted.values()].map((each) => each.live);
  return contentsToDelete(
    types,
    live,
    deleted,
    ({ id }) => deletesUndeclared(world) || live.world.contentsReadOf.has(id),
  );
}

function refusalOf({ types, names }: PlanContext, owner: NeededContents): GuardRefusal {
  const address = names.ofLive(owner);
  const unread = [...owner.types].map((name) => types.get(name).label.many);
  return refusal("guard/unread-contents", [address], { contents: unread, address });
}
