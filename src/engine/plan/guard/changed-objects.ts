import type { Address } from "../../../model/address.ts";
import { isReference } from "../../../model/desired-world.ts";
import { keyOf, type ObjectKey } from "../../../model/object-key.ts";
import type { PlanStep, PlanValue } from "../../../model/plan/plan.ts";
import { deletesObject, isOfState } from "../../../model/plan/step-effects.ts";
import type { LiveObject } from "../../../model/snapshot.ts";
import { addressesInState } from "../../../model/state.ts";
import { isOpening } from "../../audience/compare-audiences.ts";
import type { PlanEffects } from "../audience/plan-effects.ts";
import type { PlanContext } from "../decide/plan-context.ts";

/** An object of the organization that steps change, in itself or in its contents. */
export interface ChangedObject {
  readonly live: LiveObject;
  /** Only deletes change it. */
  readonly byDeletesAlone: boolean;
  /** A step deletes it or something in it, or opens it or something in it to more people. */
  readonly isOpenedOrDeleted: boolean;
}

/**
 * Objects of the organization that the steps change, delete, show in a scope or open. The contents of a scope are part of it. A container
 * does not count as changed if a step changes an object inside it that has an origin of its own.
 */
export function changedObjects(
  context: PlanContext,
  steps: readonly PlanStep[],
  effects: PlanEffects,
): readonly ChangedObject[] {
  const changed = new Map<ObjectKey, ChangedObject>();
  const add = (live: LiveObject | undefined, isDelete: boolean, isOpenedOrDeleted: boolean) => {
    if (live === undefined) return;
    const before = changed.get(keyOf(live));
    changed.set(keyOf(live), {
      live,
      byDeletesAlone: before?.byDeletesAlone !== false && isDelete,
      isOpenedOrDeleted: before?.isOpenedOrDeleted === true || isOpenedOrDeleted,
    });
  };
  const inState = addressesInState(context.state);
  for (const step of steps) {
    const isDelete = step.action === "delete";
    add(changedBy(context, step), isDelete, deletesObject(step));
    for (const live of shownBy(context, step)) add(live, isDelete, false);
    if (isDelete) add(replacementOf(context, inState.get(keyOf(step))), isDelete, false);
  }
  for (const live of openedBy(context, steps, effects)) add(live, false, true);
  return [...changed.values()];
}

function changedBy(context: PlanContext, step: PlanStep): LiveObject | undefined {
  if (isOfState(step)) return undefined;
  const own = "id" in step ? context.live.get(step.type, step.id) : undefined;
  if (own !== undefined || isOfItself(context, step)) return partOf(context, own);
  return liveOf(context, context.desired.get(step.address)?.scope);
}

/** Whether an object has an origin of its own. */
function isOfItself({ types }: PlanContext, { type }: Pick<LiveObject, "type">): boolean {
  return types.get(type).scope === undefined;
}

/**
 * Objects that a scope begins to show, be it open or not. It omits objects that the layout names by their ids, because the layout asks for
 * them explicitly.
 */
function shownBy(context: PlanContext, step: PlanStep): readonly LiveObject[] {
  if (isOfItself(context, step)) return [];
  return writtenBy(step).flatMap((value) => {
    const live = isReference(value) ? liveOf(context, value.$ref) : undefined;
    return live === undefined || !isOfItself(context, live) ? [] : [live];
  });
}

function writtenBy(step: PlanStep): readonly PlanValue[] {
  if (step.action === "create" || step.action === "replace") return Object.values(step.attributes);
  return step.action === "patch" ? step.changes.map(({ after }) => after) : [];
}

/** Declared objects that become open to more people, and those that the steps change for it. */
function* openedBy(
  context: PlanContext,
  steps: readonly PlanStep[],
  { dangers, effects }: PlanEffects,
): Generator<LiveObject | undefined> {
  for (const { kind, address, steps: causes } of [...dangers, ...effects]) {
    if (kind === "delete" || kind === "replace" || !isOpening({ kind })) continue;
    yield partOf(context, liveOf(context, address));
    for (const at of causes) {
      const step = steps[at];
      if (step !== undefined && "id" in step) yield changedBy(context, step);
    }
  }
}

/** The object with the origin of an object: its scope, or itself. */
function partOf({ types, live }: PlanContext, object: LiveObject | undefined): LiveObject | undefined {
  const scope = object && types.get(object.type).scope;
  return scope === undefined ? object : live.get(scope, object?.scopeId ?? "");
}

/** The match that counts as the new object of an unfinished replace. `address`: the one in the state of the former object. */
function replacementOf(context: PlanContext, address: Address | undefined): LiveObject | undefined {
  return address !== undefined && context.desired.get(address) ? liveOf(context, address) : undefined;
}

function liveOf({ decisions, matches }: PlanContext, address: Address | undefined): LiveObject | undefined {
  if (address === undefined) return undefined;
  return (decisions.retained.get(address) ?? matches.byAddress.get(address))?.live;
}
