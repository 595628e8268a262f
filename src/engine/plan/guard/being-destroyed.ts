import type { Guard } from "./guard.ts";
import { refuseFor } from "./refusal.ts";

/** An object that an interrupted destroy has deleted is not missing: a person wanted to delete it. */
export const beingDestroyed: Guard = (context, steps) => {
  const toDestroy = new Set(context.recovered?.deleting);
  const back = steps.filter(({ action, address }) => action === "create" && toDestroy.has(address));
  return refuseFor(
    "guard/destroy-interrupted",
    back.map(({ address }) => address),
    {},
  );
};
