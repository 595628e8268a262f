import { groupBy } from "../../model/groups.ts";
import { type Guard } from "./guard.ts";

/** A list that leaves out what is known to be there may leave out more: nobody can say what is to be created or deleted. */
export const unlisted: Guard = (context) => {
  const left = context.live.world.unlisted ?? [];
  return [...groupBy(left, ({ type }) => type)].map(([type, objects]) => {
    const { label } = context.types.get(type);
    const named = objects.map((object) => `${context.names.ofLive(object)} (${object.id})`).join(", ");
    return {
      code: "guard/incomplete-list",
      message: `The service's list of ${label.many} leaves out what is there, as asking for it by its id or a second time has shown: ${named}. So nobody can say what else is there.`,
      remedy:
        "Run it again. If that does not help, use a token that sees all of it, or ask the service's support.",
      addresses: objects.map((object) => context.names.ofLive(object)),
    };
  });
};
