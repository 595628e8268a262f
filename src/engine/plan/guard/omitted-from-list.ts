import { groupBy } from "../../../util/groups.ts";
import { once } from "../../../util/once.ts";
import type { GapGuard } from "./guard.ts";
import { neededTypes } from "./needed-types.ts";
import { refusal } from "./refusal.ts";

/** A list that omits an object that exists may omit others. Then docsform cannot decide what to create or to delete. */
export const omittedFromList: GapGuard = (context, steps, isSelected) => {
  const needed = once(() => neededTypes(context, steps, isSelected));
  const omitted = (context.live.world.omittedObjects ?? []).filter(
    (object) => isSelected(context.names.ofLive(object)) || needed().has(object.type),
  );
  return [...groupBy(omitted, ({ type }) => type)].map(([type, objects]) => {
    const { label } = context.types.get(type);
    const named = objects.map((object) => `${context.names.ofLive(object)} (${object.id})`);
    const addresses = objects.map((object) => context.names.ofLive(object));
    return refusal("guard/incomplete-list", addresses, {
      case: "omitted",
      label: label.many,
      objects: named,
    });
  });
};
