import type { PlanContext } from "../context.ts";
import type { DangerKind, PlanStep } from "../plan.ts";
import { withParts } from "../report/changed-parts.ts";
import { dangersOf, dangersOfChange } from "../report/dangers.ts";
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
      changes: found.map(({ what, parts, address }) => `${withParts(what, parts)} of ${address}`),
    },
  );
};

function undonePermitted(context: PlanContext, steps: readonly PlanStep[]): readonly Undone[] {
  return dangersOf(context, steps).flatMap(({ kind, step: at, attribute }) => {
    const step = steps[at];
    if (step === undefined || attribute === undefined || !kindsToPermit.has(kind)) return [];
    const found = undoneIn(step).find(({ what }) => what === attribute || what === "the deletion");
    if (found === undefined || isOfLayout(context, step, attribute, kind)) return [];
    return [{ ...found, what: attribute }];
  });
}

/**
 * Whether the danger comes from the layout's own edit of other parts of the value. The undo alone is the change from the value with the edits
 * of both sides to the declared one.
 */
function isOfLayout(context: PlanContext, step: PlanStep, name: string, kind: DangerKind): boolean {
  const change =
    step.action === "patch" ? step.changes.find(({ attribute }) => attribute === name) : undefined;
  const merged = change?.undoneParts === undefined ? undefined : context.who.merged(step.address, name);
  if (change === undefined || merged === undefined) return false;
  const dangers = dangersOfChange(context.types.get(step.type), name, merged.declared, change.after);
  return !dangers.includes(kind);
}
