import { keyOf } from "../../model/object-key.ts";
import type { Step } from "../plan.ts";
import { type Guard } from "./guard.ts";

/** Something else owns the structure (Git Sync): writing it would fight with that. */
export const blockedScopes: Guard = (context, steps) => {
  return context.live.world.objects.flatMap((live) => {
    if (live.blocked === undefined) return [];
    const pair = context.pairing.byLive.get(keyOf(live));
    const isInside = (step: Step) =>
      context.desired.get(step.address)?.scope === pair?.desired.address ||
      ("id" in step && context.live.get(step.type, step.id)?.scopeId === live.id);
    if (!pair || !steps.some((step) => writes(step) && isInside(step))) return [];
    return [
      {
        code: "guard/blocked",
        message: `${pair.desired.address}: ${live.blocked}`,
        remedy: "Make the change where its structure is kept, or end the synchronization.",
        addresses: [pair.desired.address],
      },
    ];
  });
};

function writes(step: Step): boolean {
  return step.action !== "adopt" && step.action !== "forget";
}
