import type { Address } from "../../../model/address.ts";
import { isReference } from "../../../model/desired-world.ts";
import { keyOf, type ObjectKey } from "../../../model/object-key.ts";
import type { LiveObject } from "../../../model/snapshot.ts";
import { addressesInState } from "../../../model/state.ts";
import type { PlanContext } from "../context.ts";
import { isOfState } from "../effects.ts";
import { type PlanStep, type PlanValue } from "../plan.ts";

/** An object of the organization that steps change, in itself or in its contents. */
export interface ChangedObject {
  readonly live: LiveObject;
  /** Only deletes change it. */
  readonly byDeletesAlone: boolean;
}

/**
 * Objects of the organization that the steps change, delete or make visible. The contents of a scope are part of it, and an object that
 * they refer to becomes visible where the scope is. A container does not count as changed if a step changes an object inside it that has an
 * origin of its own.
 */
export function changedObjects(context: PlanContext, steps: readonly PlanStep[]): readonly ChangedObject[] {
  const changed = new Map<ObjectKey, ChangedObject>();
  const inState = addressesInState(context.state);
  for (const step of steps) {
    const isDelete = step.action === "delete";
    const replacement = isDelete ? replacementOf(context, inState.get(keyOf(step))) : undefined;
    for (const live of [changedBy(context, step), ...openedBy(context, step), replacement]) {
      if (live === undefined) continue;
      const { byDeletesAlone = true } = changed.get(keyOf(live)) ?? {};
      changed.set(keyOf(live), { live, byDeletesAlone: byDeletesAlone && isDelete });
    }
  }
  return [...changed.values()];
}

function changedBy(context: PlanContext, step: PlanStep): LiveObject | undefined {
  if (isOfState(step)) return undefined;
  const own = "id" in step ? context.live.get(step.type, step.id) : undefined;
  const { scope } = context.types.get(step.type);
  if (scope === undefined) return own;
  if (own !== undefined) return context.live.get(scope, own.scopeId ?? "");
  return liveOf(context, context.desired.get(step.address)?.scope);
}

/**
 * Objects that become visible in a scope. It omits objects that the layout names by their ids, because the layout asks for them explicitly.
 */
function openedBy(context: PlanContext, step: PlanStep): readonly LiveObject[] {
  if (context.types.get(step.type).scope === undefined) return [];
  return writtenBy(step).flatMap((value) => {
    const live = isReference(value) ? liveOf(context, value.$ref) : undefined;
    return live === undefined || context.types.get(live.type).scope !== undefined ? [] : [live];
  });
}

function writtenBy(step: PlanStep): readonly PlanValue[] {
  if (step.action === "create" || step.action === "replace") return Object.values(step.attributes);
  return step.action === "patch" ? step.changes.map(({ after }) => after) : [];
}

/** The match that counts as the new object of an unfinished replace. `address`: the one in the state of the former object. */
function replacementOf(context: PlanContext, address: Address | undefined): LiveObject | undefined {
  return address !== undefined && context.desired.get(address) ? liveOf(context, address) : undefined;
}

function liveOf({ decisions, matches }: PlanContext, address: Address | undefined): LiveObject | undefined {
  if (address === undefined) return undefined;
  return (decisions.retained.get(address) ?? matches.byAddress.get(address))?.live;
}
