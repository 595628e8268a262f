import { wordsOf } from "../../../model/codes/plan-words.ts";
import { noteOf } from "../../../model/plan/errors-and-notes.ts";
import type { PlanNote } from "../../../model/plan/plan.ts";
import type { PlanContext } from "../decide/plan-context.ts";

/** Notes about incomplete lists, because objects that they omit look deleted. */
export function incompleteListNotes({ live, types }: PlanContext): readonly PlanNote[] {
  return (live.world.incompleteLists ?? []).map(({ types: listed, expected, received }) => {
    const objects = listed.map((name) => types.get(name).label.many).join(" and ");
    return noteOf(wordsOf("live/incomplete-list", { case: "plan", objects, expected, received }));
  });
}
