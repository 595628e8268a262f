import type { Address } from "../../model/address.ts";
import { unmanagedAddress } from "../../model/address.ts";
import { isReference } from "../../model/desired-world.ts";
import { keyOf } from "../../model/object-key.ts";
import { present } from "../../util/present.ts";
import { effectsOfPlan } from "./audience/plan-effects.ts";
import type { PlannedWorlds } from "./audience/planned-worlds.ts";
import type { PlanContext } from "./context.ts";
import { externalOwnerNotes } from "./guard/external-owners.ts";
import { judge } from "./guard/judge.ts";
import { otherLayoutLookup } from "./guard/other-layout.ts";
import { emptyMeanwhileNotes } from "./guard/structure-kinds.ts";
import { formerKeyValues } from "./match/keys.ts";
import { titleOfLive } from "./names.ts";
import type { SiblingList } from "./order/sibling-lists.ts";
import type {
  DesiredOrder,
  ExistingObject,
  ManagedObject,
  Plan,
  PlanNode,
  PlanStep,
  UnmanagedObject,
} from "./plan.ts";
import { planVersion } from "./plan.ts";
import { rememberOptions, undeclaredOf } from "./remember-values.ts";
import { expectedIds } from "./report/expected-ids.ts";
import { foundNotes, foundObjects } from "./report/found.ts";
import { incompleteListNotes } from "./report/incomplete-lists.ts";
import { openMeanwhileNotes } from "./report/open-meanwhile.ts";
import { possibleMatchNotes } from "./report/possible-matches.ts";
import { possibleMoves } from "./report/possible-moves.ts";
import { recoveredNotes } from "./report/recovered.ts";
import { renameNotes } from "./report/renamed.ts";
import { undeclaredNotes } from "./report/undeclared.ts";
import { unknownObjectNotes } from "./report/unknown-objects.ts";
import { unreadableNotes } from "./report/unreadable.ts";
import { valueNotes } from "./report/value-notes.ts";
import type { SelectedPart } from "./select/select-steps.ts";

/** The parts of a plan, or of a selected part of one. */
interface Assembled extends Partial<Pick<SelectedPart, "isSelected" | "leftOut">> {
  readonly context: PlanContext;
  readonly steps: readonly PlanStep[];
  readonly nodes: readonly PlanNode[];
  readonly lists: readonly SiblingList[];
  readonly existing: Readonly<Record<Address, ExistingObject>>;
  readonly worlds: () => PlannedWorlds | undefined;
}

/** Composes the plan that is shown, saved and applied. `whole`: the context with all decisions. The context of a part has only its own. */
export function composePlan(assembled: Assembled, whole: PlanContext): Plan {
  const { context, steps, nodes, lists, existing, worlds, isSelected = () => true, leftOut = [] } = assembled;
  const idle = new Set(leftOut.map(({ address }) => address));
  const found = foundObjects(context).filter(({ address }) => isSelected(address));
  const { apiVersion } = context.live.world;
  const effects = effectsOfPlan(whole, assembled);
  return {
    docsformPlan: planVersion,
    organizationId: context.desired.world.organizationId,
    apiVersion,
    salt: context.options.salt,
    temporarySuffix: context.options.temporarySuffix,
    steps,
    dangers: effects.dangers,
    effects: effects.effects,
    nodes,
    existing,
    ...expectedIds(whole, steps),
    managed: managedObjects(whole, isSelected),
    orders: lists.map((list) => orderOf(list, idle)),
    found,
    unmanaged: unmanagedObjects(whole),
    notes: [
      ...possibleMatchNotes(steps),
      ...context.decisions.notes,
      ...incompleteListNotes(context),
      ...renameNotes(context, steps),
      ...possibleMoves(context),
      ...unknownObjectNotes(context),
      ...unreadableNotes(context),
      ...valueNotes(context, isSelected),
      ...externalOwnerNotes(context),
      ...emptyMeanwhileNotes(context),
      ...undeclaredNotes(context, isSelected),
      ...foundNotes(context, found),
      ...recoveredNotes(context, found, isSelected),
      ...openMeanwhileNotes({ types: context.types, apiVersion }, nodes, worlds),
    ],
    guard: judge(context, steps, isSelected, effects),
    writeCalls: nodes.reduce((sum, node) => sum + node.calls, 0),
  };
}

/** The order at the end, without the siblings that the selection omits. */
function orderOf({ scope, container, siblings }: SiblingList, idle: ReadonlySet<Address>): DesiredOrder {
  return { scope, container, siblings: siblings.filter((address) => !idle.has(address)) };
}

function managedObjects(
  context: PlanContext,
  isSelected: (address: Address) => boolean,
): Readonly<Record<Address, ManagedObject>> {
  const managed: Record<Address, ManagedObject> = {};
  const remembering = rememberOptions(context);
  const matched = { ...context, byAddress: context.matches.byAddress };
  for (const object of context.desired.world.objects) {
    if (!isSelected(object.address)) continue;
    const type = context.types.get(object.type);
    const retained = context.decisions.retained.get(object.address);
    const carried = context.decisions.carried.get(object.address);
    const names = Object.keys(object.attributes).filter(
      (name) => !object.ignore.includes(name) && carried?.names.includes(name) !== true,
    );
    const { undeclared, unknown } = undeclaredOf(context, remembering, object);
    managed[object.address] = present({
      id: retained?.live.id,
      origin: retained && context.origins.of(retained.live),
      scope: object.scope,
      attributes: context.values.declared(type, object, names),
      undeclared,
      unknown,
      container: isReference(object.container) ? { $ref: object.container.$ref } : object.container,
      isDefault: object.isDefault && carried?.isDefault !== true ? (true as const) : undefined,
      rank: type.order && object.isUnordered !== true ? object.rank : undefined,
      protect: isProtected(context, object.address, object.protect) ? (true as const) : undefined,
      was: formerKeyValues(matched, object),
    });
  }
  return managed;
}

/** Protection stays in the state until a layout removes it. */
function isProtected(context: PlanContext, address: Address, declared: boolean | undefined): boolean {
  return declared ?? context.state?.objects[address]?.protect ?? false;
}

function unmanagedObjects(context: PlanContext): readonly UnmanagedObject[] {
  const otherLayoutOf = otherLayoutLookup(context.types, context.otherLayouts);
  return context.live.world.objects
    .filter((live) => {
      const type = context.types.get(live.type);
      const key = keyOf(live);
      return (
        type.scope === undefined &&
        type.creation !== undefined &&
        !context.matches.byLive.has(key) &&
        !context.decisions.deleted.has(key)
      );
    })
    .map((live) => ({
      address: unmanagedAddress(live.type, live.id),
      type: live.type,
      id: live.id,
      title: titleOfLive(context.types, live),
      ...present({ layout: otherLayoutOf(live)?.layout }),
    }));
}
