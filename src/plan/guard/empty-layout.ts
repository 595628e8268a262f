import type { Guard } from "./guard.ts";

/** A layout that lost its objects looks like one that wants nothing to be there. */
export const emptyLayout: Guard = (context, steps) => {
  // A destroy is meant to leave nothing declared.
  if (context.purpose === "destroy") return [];
  if (context.desired.world.objects.length > 0 || steps.length === 0) return [];
  return [
    {
      code: "guard/empty-layout",
      message: "The layout declares no object at all, so that everything would be forgotten or deleted.",
      remedy: "See whether its file is whole. To delete what it declared, run docsform destroy with it.",
      addresses: [],
    },
  ];
};
