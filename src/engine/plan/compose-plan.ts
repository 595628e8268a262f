import type { Address } from "../../model/address.ts";
import { unmanagedAddress } from "../../model/address.ts";
import { isReference } from "../../model/desired-world.ts";
import type { Diagnostic } from "../../model/diagnostic.ts";
import { keyOf, type ObjectKey } from "../../model/object-key.ts";
import type { DesiredOrder, ManagedObject, Plan, UnmanagedObject } from "../../model/plan/plan.ts";
import { planVersion } from "../../model/plan/plan.ts";
import { present } from "../../util/present.ts";
import { effectsOfPlan } from "./audience/plan-effects.ts";
import { titleOfLive } from "./decide/object-names.ts";
import type { PlanContext } from "./decide/plan-context.ts";
import { rememberOptions, undeclaredOf } from "./decide/remember-values.ts";
import { externalOwnerNotes } from "./guard/external-owners.ts";
import { judge } from "./guard/judge.ts";
import { emptyMeanwhileNotes } from "./guard/structure-kinds.ts";
import { formerKeyValues } from "./match/keys.ts";
import { otherLayoutLookup } from "./match/other-layouts.ts";
import { withCommonCalls } from "./order/common-calls.ts";
import type { SiblingList } from "./order/sibling-lists.ts";
import type { LayoutPart, SelectedLayout } from "./select/select-layout.ts";
import { expectedIds } from "./steps/expected-ids.ts";
import { foundNotes, foundObjects } from "./steps/found.ts";
import { incompleteListNotes } from "./steps/incomplete-list-notes.ts";
import { openMeanwhileNotes } from "./steps/open-meanwhile.ts";
import { possibleMatchNotes } from "./steps/possible-matches.ts";
import { possibleMoves } from "./steps/possible-moves.ts";
import { recoveredNotes } from "./steps/recovered.ts";
import { renameNotes } from "./steps/renamed.ts";
import { undeclaredNotes } from "./steps/undeclared-notes.ts";
import { unknownObjectNotes } from "./steps/unknown-objects.ts";
import { unreadableNotes } from "./steps/unreadable-notes.ts";
import { valueNotes } from "./steps/value-notes.ts";

/** A plan, or the errors that prevent it. Beside a plan, diagnostics are warnings. */
export interface PlanResult {
  readonly plan?: Plan;
  readonly diagnostics: readonly Diagnostic[];
  /** The live objects that the layout declares and the plan keeps, also those outside the selection. Absent without a plan. */
  readonly retained?: ReadonlySet<ObjectKey>;
}

/** Composes the plan that is shown, saved and applied: its effects on people, what the guards refuse, and its notes. */
export function composePlan({ part, diagnostics }: SelectedLayout): PlanResult {
  if (part === undefined) return { diagnostics };
  const retained = new Set([...part.allDecisions.decisions.retained.values()].map(({ live }) => keyOf(live)));
  return { plan: planOfPart(part), diagnostics, retained };
}

function planOfPart(part: LayoutPart): Plan {
  const { context, allDecisions: whole, steps, lists, existing, apiVersion, worlds } = part;
  const { isSelected, leftOut = [], selection } = part;
  const idle = new Set(leftOut.map(({ address }) => address));
  const found = foundObjects(context).filter(({ address }) => isSelected(address));
  const nodes = withCommonCalls(context.types, { apiVersion, existing }, part.nodes);
  const effects = effectsOfPlan(whole, part);
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
    ...present({ selection }),
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
