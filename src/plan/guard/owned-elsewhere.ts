import type { Address } from "../../model/address.ts";
import type { LiveObject, OwnedElsewhere } from "../../model/live-world.ts";
import type { PlanContext } from "../context.ts";
import { isOfState, type PlanNote, type Step } from "../plan.ts";
import { type Guard } from "./guard.ts";

/** What something else keeps as it wants it (Git Sync): writing it would fight with that. */
export const ownedElsewhere: Guard = (context, steps) =>
  ownedIn(context).flatMap(({ address, live, owned }) => {
    const written = steps.filter((step) => writesOwned(context, step, address, live, owned));
    if (written.length === 0) return [];
    return [
      {
        code: "guard/owned-elsewhere" as const,
        message: `${address}: ${owned.why}`,
        remedy: owned.remedy,
        addresses: [...new Set(written.map((step) => step.address))],
      },
    ];
  });

/** Notes tell of owners elsewhere even where the plan changes nothing of theirs. */
export function ownedElsewhereNotes(context: PlanContext): readonly PlanNote[] {
  return ownedIn(context).map(({ address, owned }) => ({
    code: "plan/owned-elsewhere",
    address,
    message: owned.why,
  }));
}

interface Owned {
  readonly address: Address;
  readonly live: LiveObject;
  readonly owned: OwnedElsewhere;
}

function ownedIn({ decisions }: PlanContext): readonly Owned[] {
  const replaced = [...decisions.created.values()].flatMap(({ desired, replaces }) =>
    replaces === undefined ? [] : [{ desired, live: replaces.live }],
  );
  return [...decisions.retained.values(), ...replaced].flatMap(({ desired: { address }, live }) =>
    live.ownedElsewhere === undefined ? [] : [{ address, live, owned: live.ownedElsewhere }],
  );
}

function writesOwned(
  context: PlanContext,
  step: Step,
  address: Address,
  live: LiveObject,
  { attributes = [], contents }: OwnedElsewhere,
): boolean {
  if (isOfState(step)) return false;
  if (step.address === address) {
    // A replace takes all of it away.
    if (step.action !== "patch") return step.action === "replace";
    return step.changes.some(({ attribute }) => attributes.includes(attribute));
  }
  const isInside =
    context.desired.get(step.address)?.scope === address ||
    ("id" in step && context.live.get(step.type, step.id)?.scopeId === live.id);
  return contents === true && isInside;
}
