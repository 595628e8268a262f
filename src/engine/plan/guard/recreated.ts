import type { Address } from "../../../model/address.ts";
import { keyOf, objectKey } from "../../../model/object-key.ts";
import type { GuardRefusal, PlanStep } from "../../../model/plan/plan.ts";
import type { ObjectName } from "../../../model/snapshot.ts";
import type { PlanContext } from "../decide/plan-context.ts";
import type { Guard } from "./guard.ts";
import { losses } from "./losses.ts";
import { refuseFor } from "./refusal.ts";
import { splitDeletes } from "./split-deletes.ts";

/** A recreated object does not have the contents that no layout declares. */
export const recreated: Guard = (context, steps) => [...lostBefore(context), ...replacedNow(context, steps)];

/** Existing objects that the service cannot change to what the layout declares. */
function replacedNow(context: PlanContext, steps: readonly PlanStep[]): readonly GuardRefusal[] {
  const { ofRecreated } = splitDeletes(context, steps);
  const whole = ofRecreated.filter(({ type }) => context.types.get(type).unmanagedContents !== undefined);
  const named = whole.map((step) => {
    const { unmanagedContents = "" } = context.types.get(step.type);
    const why = step.action === "replace" ? `: ${step.reason}` : "";
    return `${step.address} (“${step.title}”${"id" in step ? ` ${step.id}` : ""}${why}) loses its id and ${unmanagedContents}`;
  });
  const parts = ofRecreated.length - whole.length;
  const inside = parts === 0 ? "" : ` The ${parts} declared objects inside are recreated too.`;
  const refusals = refuseFor(
    "guard/recreate",
    ofRecreated.map(({ address }) => address),
    { case: "replaced", objects: named, inside, losses: losses(ofRecreated) },
  );
  return refusals.map((each) => ({ ...each, deletes: true }));
}

/** docsform can create a lost object again, but not its contents. */
function lostBefore(context: PlanContext): readonly GuardRefusal[] {
  const lost = [...context.decisions.created.values()].flatMap(({ desired: { address, type }, replaces }) => {
    const id = knownId(context, address);
    const { unmanagedContents } = context.types.get(type);
    if (replaces !== undefined || unmanagedContents === undefined || id === undefined) return [];
    return context.live.get(type, id) === undefined
      ? [{ address, type, id, contents: unmanagedContents }]
      : [];
  });
  const trashed = new Set((context.live.world.trashed ?? []).map(keyOf));
  const restorable = lost.filter(({ type, id }) => trashed.has(objectKey(type, id)));
  const restoring =
    restorable.length === 0
      ? ""
      : `Restore these from the trash in the app: ${restorable.map(({ address }) => address).join(", ")}. `;
  return refuseFor(
    "guard/recreate",
    lost.map(({ address }) => address),
    {
      case: "lost",
      objects: lost.map(({ address, id, contents }) => `${address} (${id}) without ${contents}`),
      advice: `${restoring}${transferRemedy(context, lost)}`,
    },
  );
}

/** What to do about objects that were transferred to another organization. */
function transferRemedy({ live }: PlanContext, lost: readonly (ObjectName & { address: Address })[]): string {
  const organizations = new Map(
    (live.world.transferredObjects ?? []).map((object) => [keyOf(object), object.organizationId]),
  );
  const named = lost.flatMap(({ address, type, id }) => {
    const organizationId = organizations.get(objectKey(type, id));
    return organizationId === undefined ? [] : [`${address} (in ${organizationId})`];
  });
  return named.length === 0
    ? ""
    : `Transferred to another organization: ${named.join(", ")}; transfer it back, or remove it from the layout. `;
}

function knownId({ state, recovered }: PlanContext, address: Address): string | undefined {
  return state?.objects[address]?.id ?? recovered?.matches[address];
}
