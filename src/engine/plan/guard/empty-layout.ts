import type { Guard } from "./guard.ts";
import { refusal } from "./refusal.ts";

/** A layout that lost its objects looks like a layout that wants to delete everything. */
export const emptyLayout: Guard = (context, steps) => {
  // A destroy leaves a layout without declarations.
  if (context.purpose === "destroy") return [];
  if (context.desired.world.objects.length > 0 || steps.length === 0) return [];
  return [refusal("guard/empty-layout", [], {})];
};
