import type { PlanContext } from "../context.ts";
import type { PlanNote } from "../plan.ts";

/** Notes about incomplete lists, because objects that they omit look deleted. */
export function incompleteListNotes({ live, types }: PlanContext): readonly PlanNote[] {
  return (live.world.incompleteLists ?? []).map(({ types: listed, expected, received }) => ({
    code: "live/incomplete-list",
    message: `The service counts ${expected} objects, but its list of ${listed.map((name) => types.get(name).label.many).join(" and ")} has only ${received} after several reads. Missing objects look deleted.`,
  }));
}
