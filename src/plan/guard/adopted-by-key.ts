import type { Address } from "../../model/address.ts";
import { isOnlyAdopted } from "../../model/resource-type.ts";
import type { PlanContext } from "../context.ts";
import type { Retained } from "../decide/decisions.ts";
import { titleOfLive } from "../names.ts";
import { knownById } from "../pair/known-by-id.ts";
import { permissions } from "../permissions.ts";
import type { PlanNote, Step } from "../plan.ts";
import { type Guard } from "./guard.ts";

/** What has the key of a declared object may be somebody else's all the same: it is not changed unasked. */
export const adoptedByKey: Guard = (context, steps) => {
  const adopted = context.keepsLock ? changedByKey(context, steps) : [];
  if (adopted.length === 0) return [];
  return [
    {
      code: "guard/adopt",
      message: `Neither an id nor the lock file says that these are what is meant, only ${adopted.length === 1 ? "its key" : "their keys"}; and they, or what is in them, would be changed: ${adopted.map((each) => named(context, each)).join(", ")}.`,
      remedy: `If they are, pin them with \`id:\`, or allow it with ${permissions.adopts.flag}.`,
      addresses: adopted.map(({ desired }) => desired.address),
      permittedBy: permissions.adopts.flag,
    },
  ];
};

/** The same, told where no lock is kept: each run would have to be permitted it. */
export function adoptionNotes(context: PlanContext, steps: readonly Step[]): readonly PlanNote[] {
  return changedByKey(context, steps).map((retained) => ({
    code: "plan/adopted-by-key",
    address: retained.desired.address,
    message: `Only its key says that ${named(context, retained)} is what is meant; it, or what is in it, would be changed.`,
  }));
}

function named(context: PlanContext, { desired, live }: Retained): string {
  return `${desired.address} (“${titleOfLive(context.types, live)}” ${live.id})`;
}

/** Objects of the organization that were recognised by their keys alone, and that a step changes, or something in them. */
function changedByKey(context: PlanContext, steps: readonly Step[]): readonly Retained[] {
  const isKnown = knownById(context.lock);
  const changed = new Set(steps.flatMap((step) => changedBy(context, step)));
  return [...context.decisions.retained.values()].filter(
    (retained) =>
      isMadeHere(context, retained.desired.type) &&
      !isKnown(retained) &&
      changed.has(retained.desired.address),
  );
}

/** Whether objects of the type can be created. Declaring one of a type that is only adopted always means to adopt it. */
function isMadeHere({ types }: PlanContext, name: string): boolean {
  const type = types.get(name);
  return type.scope === undefined && !isOnlyAdopted(type);
}

/** What a step changes: its object, what addresses that, and what something is put into or taken out of. */
function changedBy(context: PlanContext, step: Step): readonly (Address | null | undefined)[] {
  switch (step.action) {
    case "adopt":
    case "forget":
      return [];
    case "patch":
      return [step.address, scopeOf(context, step)];
    case "move":
      return [step.address, scopeOf(context, step), step.from, step.to];
    case "create":
    case "delete":
    case "replace":
      return [step.address, scopeOf(context, step), ...containersOf(context, step)];
  }
}

function scopeOf(context: PlanContext, step: Step): Address | undefined {
  const declared = context.desired.get(step.address)?.scope;
  const live = "id" in step ? context.live.get(step.type, step.id) : undefined;
  return declared ?? (live && context.names.scopeOf(live));
}

function containersOf(context: PlanContext, step: Step): readonly (Address | null | undefined)[] {
  const desired = context.desired.get(step.address);
  const live = "id" in step ? context.live.get(step.type, step.id) : undefined;
  return [desired && context.names.desiredContainerOf(desired), live && context.names.containerOf(live)];
}
