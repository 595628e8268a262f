import type { Address } from "../../../model/address.ts";
import { wordsOf } from "../../../model/codes/plan-words.ts";
import { noteOf } from "../../../model/plan/errors-and-notes.ts";
import { type PlanNote, type PlanStep } from "../../../model/plan/plan.ts";
import { isOfState } from "../../../model/plan/step-effects.ts";
import type { ExternalOwner, LiveObject } from "../../../model/snapshot.ts";
import type { PlanContext } from "../decide/plan-context.ts";
import type { Guard } from "./guard.ts";
import { refuseFor } from "./refusal.ts";

/** Refuses writes to what another system, such as Git Sync, keeps in its own state: the two would overwrite each other. */
export const externalOwners: Guard = (context, steps) =>
  ownedIn(context).flatMap(({ address, live, owner }) => {
    const written = steps.filter((step) => writesOwned(context, step, address, live, owner));
    return refuseFor(
      "guard/external-owner",
      written.map((step) => step.address),
      { address, reason: owner.reason, remedy: owner.remedy },
    );
  });

/** Notes name external owners even if the plan changes nothing of theirs. */
export function externalOwnerNotes(context: PlanContext): readonly PlanNote[] {
  return ownedIn(context).map(({ address, owner }) =>
    noteOf(wordsOf("plan/external-owner", { reason: owner.reason }), address),
  );
}

interface ExternallyOwned {
  readonly address: Address;
  readonly live: LiveObject;
  readonly owner: ExternalOwner;
}

function ownedIn({ decisions }: PlanContext): readonly ExternallyOwned[] {
  const replaced = [...decisions.created.values()].flatMap(({ desired, replaces }) =>
    replaces === undefined ? [] : [{ desired, live: replaces.live }],
  );
  return [...decisions.retained.values(), ...replaced].flatMap(({ desired: { address }, live }) =>
    live.externalOwner === undefined ? [] : [{ address, live, owner: live.externalOwner }],
  );
}

function writesOwned(
  context: PlanContext,
  step: PlanStep,
  address: Address,
  live: LiveObject,
  { attributes = [], contents }: ExternalOwner,
): boolean {
  if (isOfState(step)) return false;
  if (step.address === address) {
    // A replace deletes all of it.
    if (step.action !== "patch") return step.action === "replace";
    return step.changes.some(({ attribute }) => attributes.includes(attribute));
  }
  const isInside =
    context.desired.get(step.address)?.scope === address ||
    ("id" in step && context.live.get(step.type, step.id)?.scopeId === live.id);
  return contents === true && isInside;
}
