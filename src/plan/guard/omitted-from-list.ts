import { groupBy } from "../../model/groups.ts";
import { once } from "../../model/once.ts";
import { type Guard } from "./guard.ts";
import { neededTypes } from "./needed-types.ts";

/** A list that omits an object that exists may omit others. Then docsform cannot decide what to create or to delete. */
export const omittedFromList: Guard = (context, steps, isSelected) => {
  const needed = once(() => neededTypes(context, steps, isSelected));
  const omitted = (context.live.world.omittedObjects ?? []).filter(
    (object) => isSelected(context.names.ofLive(object)) || needed().has(object.type),
  );
  return [...groupBy(omitted, ({ type }) => type)].map(([type, objects]) => {
    const { label } = context.types.get(type);
    const named = objects.map((object) => `${context.names.ofLive(object)} (${object.id})`).join(", ");
    return {
      code: "guard/incomplete-list",
      message: `The service's list of ${label.many} omits objects that exist: ${named}. docsform does not know which other objects it omits.`,
      remedy:
        "Run the command again. If that does not help, use a token that has access to all objects, or ask the service's support.",
      addresses: objects.map((object) => context.names.ofLive(object)),
      unreliable: true,
    };
  });
};
