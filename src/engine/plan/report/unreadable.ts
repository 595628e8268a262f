import { wordsOf } from "../../../model/codes/plan-words.ts";
import type { PlanContext } from "../context.ts";
import { noteOf } from "../errors-and-notes.ts";
import type { PlanNote } from "../plan.ts";

/** Notes about fields that docsform cannot read. It treats them as absent. */
export function unreadableNotes({ live }: PlanContext): readonly PlanNote[] {
  return (live.world.unreadable ?? []).map(({ operation, object, field }) => {
    const facts = { operation, object, field: field.join(".") };
    return noteOf(wordsOf("live/unreadable-field", { case: "undeclarable", ...facts }));
  });
}
