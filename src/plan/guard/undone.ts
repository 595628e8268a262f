import type { PlanContext } from "../context.ts";
import type { DangerKind, PlanStep } from "../plan.ts";
import { dangersOf } from "../report/dangers.ts";
import { type Undone, undoneIn } from "../report/undone.ts";
import type { Guard } from "./guard.ts";
import { refuseFor } from "./refusal.ts";

/** Kinds of dangers that need permission if a step undoes a change on the service. */
const kindsToPermit: ReadonlySet<DangerKind> = new Set(["unpublish", "unlist", "visibility", "access"]);

export const undone: Guard = (context, steps) => {
  const refusesAll = context.desired.world.safety.undo === "refuse";
  const found = refusesAll ? steps.flatMap(undoneIn) : undonePermitted(context, steps);
  return refuseFor(
    "guard/undo",
    found.map(({ address }) => address),
    {
      case: refusesAll ? "refused" : "affecting",
      changes: found.map(({ what, address }) => `${what} of ${address}`),
    },
  );
};

function undonePermitted(context: PlanContext, steps: readonly PlanStep[]): readonly Undone[] {
  return dangersOf(context, steps).flatMap(({ kind, step: at, attribute, address }) => {
    const step = steps[at];
    if (step === undefined || attribute === undefined || !kindsToPermit.has(kind)) return [];
    const isUndone = undoneIn(step).some(({ what }) => what === attribute || what === "the deletion");
    return isUndone ? [{ address, what: attribute }] : [];
  });
}
