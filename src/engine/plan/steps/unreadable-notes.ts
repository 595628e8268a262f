import { wordsOf } from "../../../model/codes/plan-words.ts";
import { noteOf } from "../../../model/plan/errors-and-notes.ts";
import type { PlanNote } from "../../../model/plan/plan.ts";
import type { PlanContext } from "../decide/plan-context.ts";

/** Notes about fields that docsform cannot read. It treats them as absent. */
export function unreadableNotes({ live }: PlanContext): readonly PlanNote[] {
  return (live.world.unreadable ?? []).map(({ operation, object, field }) => {
    const facts = { operation, object, field: field.join(".") };
    return noteOf(wordsOf("live/unreadable-field", { case: "undeclarable", ...facts }));
  });
}
