import { wordsOf } from "../../../model/codes/plan-words.ts";
import { countUnknown } from "../../../model/count-unknown.ts";
import { keyOf } from "../../../model/object-key.ts";
import { noteOf } from "../../../model/plan/errors-and-notes.ts";
import type { GuardRefusal, PlanNote } from "../../../model/plan/plan.ts";
import { decidesAccess } from "../../../model/resource-type/opens.ts";
import { audienceOf, isOpen } from "../../audience/audience.ts";
import type { PlanContext } from "../decide/plan-context.ts";
import type { StructureChange } from "../decide/structure-changes.ts";
import type { Guard } from "./guard.ts";
import { refusal, refuseFor } from "./refusal.ts";

/** A site is either flat or made of sections. To change that, the plan deletes everything there before it creates anything. */
export const structureKinds: Guard = (context) =>
  context
    .structureChanges()
    .flatMap((change) => [
      ...keptByUnknown(context, change),
      ...wouldBeShown(context, change),
      ...emptyMeanwhile(context, change),
    ]);

/** Notes that appear also if a flag permits the change. */
export function emptyMeanwhileNotes(context: PlanContext): readonly PlanNote[] {
  return context
    .structureChanges()
    .filter((change) => isVisible(context, change))
    .map(({ desired: { address } }) => noteOf(wordsOf("plan/empty-meanwhile", { address }), address));
}

function emptyMeanwhile(context: PlanContext, change: StructureChange): readonly GuardRefusal[] {
  if (!isVisible(context, change)) return [];
  const { address } = change.desired;
  const facts = { address, former: formerKindOf(context, change), wanted: newKindOf(context, change) };
  return [{ ...refusal("guard/structure-kind", [address], { case: "published", ...facts }), deletes: true }];
}

/**
 * A run that ends between the deletes and the creates would lose the values that decide who sees the objects, and the next run would show
 * the objects to everybody.
 */
function wouldBeShown(context: PlanContext, { desired }: StructureChange): readonly GuardRefusal[] {
  const carried = [...context.decisions.created.values()].flatMap(({ desired: { address, scope, type } }) => {
    const { names = [] } = scope === desired.address ? (context.decisions.carried.get(address) ?? {}) : {};
    const deciding = names.filter((name) => {
      const rule = context.types.get(type).attributes[name];
      return decidesAccess(rule?.opens);
    });
    return deciding.length === 0 ? [] : [{ address, names: deciding }];
  });
  const named = carried.map(({ address, names }) => `${names.join(", ")} of ${address}`);
  return refuseFor(
    "guard/structure-kind",
    carried.map(({ address }) => address),
    { case: "access", values: named },
  );
}

/** docsform cannot delete items that it does not know, and because of them the service would keep the old kind. */
function keptByUnknown(
  context: PlanContext,
  { desired: { address }, live }: StructureChange,
): readonly GuardRefusal[] {
  const unknownObjects = context.live.unknownIn(live.type, live.id);
  if (unknownObjects.length === 0) return [];
  const items = countUnknown(unknownObjects);
  return [refusal("guard/structure-kind", [address], { case: "unmanaged", address, items })];
}

function isVisible({ types, live: index }: PlanContext, { live }: StructureChange): boolean {
  return isOpen(audienceOf(index.world, types).ownOf(keyOf(live)));
}

function formerKindOf({ types }: PlanContext, { toDelete }: StructureChange): string {
  return labels(toDelete.map(({ type }) => types.get(type).label.many));
}

function newKindOf(
  { types, desired }: PlanContext,
  { desired: { address }, isWanted }: StructureChange,
): string {
  const coming = desired.inside(address).filter(({ type }) => isWanted(type));
  return labels(coming.map(({ type }) => types.get(type).label.many));
}

function labels(names: readonly string[]): string {
  return [...new Set(names)].join(" and ");
}
