import type { Address } from "../../../model/address.ts";
import { writtenOver } from "../../../model/attribute-value.ts";
import { isReference } from "../../../model/desired-world.ts";
import { keyOf, type ObjectKey, objectKey } from "../../../model/object-key.ts";
import type { ExistingObject, Plan, PlanStep } from "../../../model/plan/plan.ts";
import { isOfState } from "../../../model/plan/step-effects.ts";
import type { LiveObject } from "../../../model/snapshot.ts";
import { parentOf } from "../../../model/type-index.ts";
import { groupBy } from "../../../util/groups.ts";
import { isJsonObject, type Json, type JsonObject } from "../../../util/json.ts";
import { audienceOf } from "../../audience/audience.ts";
import { compareAudiences, type Difference, type DifferenceKind } from "../../audience/compare-audiences.ts";
import type { PlanContext } from "../decide/plan-context.ts";
import type { PlannedWorlds } from "./planned-worlds.ts";
import { simulate } from "./simulate.ts";

/** Deletes have a permission of their own, and no person can have closed new content. */
const kinds: ReadonlySet<DifferenceKind> = new Set([
  "opens",
  "lists",
  "access",
  "sign-in",
  "closes",
  "unlists",
]);

/**
 * What the plan opens or closes although a person, and not the layout, decided about it since the last apply. It compares the planned world
 * with the merged one: the live world, and the layout's own edits.
 */
export function undoneDifferences(
  context: PlanContext,
  { steps, nodes, existing }: Pick<Plan, "steps" | "nodes" | "existing">,
  { planned, world, changed, sources }: PlannedWorlds,
): readonly Difference[] {
  const undoing = steps.filter(isUndoing);
  const deleted = deletedObjects(context);
  if (undoing.length + deleted.size === 0) return [];
  const { types, live } = context;
  const meant = { nodes, existing: { ...existing, ...Object.fromEntries(deleted) } };
  const { objects } = simulate({ ...meant, apiVersion: world.apiVersion }, live.world, types.all);
  const merged = new Map(objects.map((object) => [keyOf(object), object]));
  for (const step of undoing) revert(context, merged, step);
  const gone = new Set([...deleted.values(), ...objects].map(keyOf).filter((key) => !merged.has(key)));
  revertContents(context, merged, gone);
  const before = audienceOf({ ...world, objects: [...merged.values()] }, types);
  const found = compareAudiences({
    before,
    after: planned,
    types,
    changed: changed.keys(),
    sources,
  });
  // To let fewer people in needs no permission, and to hide something that exists does.
  const isHidden = ({ places, of }: Difference) => places?.after === null && !gone.has(of);
  return found.filter((each) => kinds.has(each.kind) && (each.kind !== "closes" || isHidden(each)));
}

/**
 * The objects that a person deleted and whose addresses have other objects by now, by their keys or contents. What the layout says of such an
 * address, it says of the deleted object.
 */
function deletedObjects({ state, matches, who }: PlanContext): ReadonlyMap<Address, ExistingObject> {
  const found = new Map<Address, ExistingObject>();
  for (const [address, { desired, by }] of matches.byAddress) {
    const entry = state?.objects[address];
    if (entry === undefined || by === "pin" || by === "journal" || who.absence(address) !== "live") continue;
    found.set(address, { type: desired.type, id: entry.id });
  }
  return found;
}

/** Whether a step undoes a change on the service, other than that a person added an object. */
export function isUndoing(step: PlanStep): boolean {
  if (step.action === "delete" || isOfState(step)) return false;
  const isWhole = "undoes" in step && step.undoes === true;
  return isWhole || ("changes" in step && step.changes.some(({ undoes }) => undoes === true));
}

/** Takes back what a step undoes. */
function revert(context: PlanContext, objects: Map<ObjectKey, LiveObject>, step: PlanStep): void {
  const key = objectKey(
    step.type,
    step.action === "create" || step.action === "replace" ? step.address : step.id,
  );
  const planned = objects.get(key);
  if (planned === undefined) return;
  if (step.action === "create") {
    if (step.undoes === true) objects.delete(key);
    return;
  }
  const live = "id" in step ? context.live.get(step.type, step.id) : undefined;
  if (live === undefined) return;
  const isMoved = (step.action === "move" || step.action === "replace") && step.undoes === true;
  objects.set(key, {
    ...planned,
    ...(isMoved && { container: live.container }),
    attributes: { ...planned.attributes, ...undoneValues(context, step, live) },
  });
}

/** What the layout puts into an object that a person deleted has no place in the merged world. */
function revertContents(
  { types, live }: PlanContext,
  merged: Map<ObjectKey, LiveObject>,
  gone: Set<ObjectKey>,
): void {
  if (gone.size === 0) return;
  // Outer objects need not come first. The loop also visits what it adds.
  const inside = groupBy(merged.values(), (object) => {
    const parent = parentOf(types, object);
    return parent && objectKey(parent.type, parent.id);
  });
  for (const key of gone)
    for (const object of inside.get(key) ?? []) {
      const stays = live.get(object.type, object.id);
      if (stays !== undefined) merged.set(keyOf(object), stays);
      else if (merged.delete(keyOf(object))) gone.add(keyOf(object));
    }
}

function undoneValues(context: PlanContext, step: PlanStep, live: LiveObject): JsonObject {
  if (!("changes" in step)) return {};
  const { attributes } = context.types.get(live.type);
  const undone = step.changes.filter(({ undoes }) => undoes === true);
  return Object.fromEntries(
    undone.map(({ attribute, undoneParts }): [string, Json] => {
      const now = live.attributes[attribute] ?? null;
      const merged = undoneParts === undefined ? undefined : context.who.merged(step.address, attribute);
      if (merged === undefined) return [attribute, now];
      const rule = attributes[attribute] ?? {};
      const declared = resolved(context, merged.declared as Json);
      return [attribute, writtenOver(rule, now, declared, context.live.world.currentUser)];
    }),
  );
}

function resolved({ decisions }: PlanContext, value: Json): Json {
  if (!isJsonObject(value) || !isReference(value)) return value;
  return decisions.retained.get(value.$ref)?.live.id ?? value.$ref;
}
