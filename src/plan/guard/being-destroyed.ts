import { permissions } from "../permissions.ts";
import type { Guard } from "./guard.ts";

/** What a destroy that was interrupted has deleted is not missing: somebody wanted it to go. */
export const beingDestroyed: Guard = (context, steps) => {
  const going = new Set(context.going);
  const back = steps.filter(({ action, address }) => action === "create" && going.has(address));
  if (back.length === 0) return [];
  return [
    {
      code: "guard/being-destroyed",
      message: "These were being deleted by a docsform destroy that did not end, and would be made again.",
      remedy: `To delete the rest, run docsform destroy again. To have them back, allow it with ${permissions.recreates.flag}.`,
      addresses: back.map(({ address }) => address),
      permittedBy: permissions.recreates.flag,
    },
  ];
};
