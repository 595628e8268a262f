import type { PlanContext } from "../context.ts";
import type { PlanNote } from "../plan.ts";

/** What the service shows in a form that docsform does not know counts as absent, and is told. */
export function unreadableNotes({ live }: PlanContext): readonly PlanNote[] {
  return (live.world.unreadable ?? []).map(({ operation, object, field }) => ({
    code: "live/unreadable-field",
    message: `docsform cannot read the field ${field.join(".")} of ${object} in the answer of ${operation}, and ignores it.`,
  }));
}
