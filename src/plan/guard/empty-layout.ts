import type { Guard } from "./guard.ts";

/** A layout that lost its objects looks like a layout that wants to delete everything. */
export const emptyLayout: Guard = (context, steps) => {
  // A destroy leaves a layout without declarations.
  if (context.purpose === "destroy") return [];
  if (context.desired.world.objects.length > 0 || steps.length === 0) return [];
  return [
    {
      code: "guard/empty-layout",
      message: "The layout declares no objects, so the plan would forget or delete everything.",
      remedy: "Check that its file is complete. To delete what it declared, run docsform destroy.",
      addresses: [],
    },
  ];
};
