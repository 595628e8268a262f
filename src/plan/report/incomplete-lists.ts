import type { PlanContext } from "../context.ts";
import type { PlanNote } from "../plan.ts";

/** Told, because what is not in such a list looks as if it were gone. */
export function incompleteListNotes({ live, types }: PlanContext): readonly PlanNote[] {
  return (live.world.incompleteLists ?? []).map(({ types: listed, expected, received }) => ({
    code: "live/incomplete-list",
    message: `The service counts ${expected} objects, but its list of ${listed.map((name) => types.get(name).label.many).join(" and ")} has only ${received} after several reads. Missing objects look deleted.`,
  }));
}
