import type { PlanContext } from "../context.ts";
import type { PlanNote } from "../plan.ts";

/** Notes about fields that docsform cannot read. It treats them as absent. */
export function unreadableNotes({ live }: PlanContext): readonly PlanNote[] {
  return (live.world.unreadable ?? []).map(({ operation, object, field }) => ({
    code: "live/unreadable-field",
    message: `docsform cannot read the field ${field.join(".")} of ${object} in the response of ${operation}, and ignores it.`,
  }));
}
