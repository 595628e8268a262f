import type { Address } from "../../model/address.ts";
import { unmanagedAddress, unmanagedObject } from "../../model/address.ts";
import { isReference } from "../../model/desired-world.ts";
import { keyOf } from "../../model/object-key.ts";
import { once } from "../../util/once.ts";
import { present } from "../../util/present.ts";
import type { PlanContext } from "./context.ts";
import { externalOwnerNotes } from "./guard/external-owners.ts";
import { judge } from "./guard/judge.ts";
import { otherLayoutLookup } from "./guard/other-layout.ts";
import { emptyMeanwhileNotes } from "./guard/structure-kinds.ts";
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
import { planVersion, stepAddress } from "./plan.ts";
import { rememberOptions, undeclaredOf } from "./remember-values.ts";
import { dangersOf } from "./report/dangers.ts";
import { foundNotes, foundObjects } from "./report/found.ts";
import { incompleteListNotes } from "./report/incomplete-lists.ts";
import { possibleMatchNotes } from "./report/possible-matches.ts";
import { possibleMoves } from "./report/possible-moves.ts";
import { renameNotes } from "./report/renamed.ts";
import { undeclaredNotes } from "./report/undeclared.ts";
import { unknownObjectNotes } from "./report/unknown-objects.ts";
import { unreadableNotes } from "./report/unreadable.ts";
import type { SelectedPart } from "./select/select-steps.ts";

/** The parts of a plan, or of a selected part of one. */
interface Assembled extends Partial<Pick<SelectedPart, "isSelected" | "leftOut">> {
  readonly context: PlanContext;
  readonly steps: readonly PlanStep[];
  readonly nodes: readonly PlanNode[];
  readonly lists: readonly SiblingList[];
}

/** Composes the plan that is shown, saved and applied. `whole`: the context with all decisions. The context of a part has only its own. */
export function composePlan(assembled: Assembled, whole: PlanContext): Plan {
  const { context, steps, nodes, lists, isSelected = () => true, leftOut = [] } = assembled;
  const idle = new Set(leftOut.map(({ address }) => address));
  const found = foundObjects(context).filter(({ address }) => isSelected(address));
  return {
    docsformPlan: planVersion,
    organizationId: context.desired.world.organizationId,
    apiVersion: context.live.world.apiVersion,
    salt: context.options.salt,
    temporarySuffix: context.options.temporarySuffix,
    steps,
    dangers: dangersOf(whole, steps),
    nodes,
    existing: existingObjects(whole, steps, nodes, isSelected),
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
      ...externalOwnerNotes(context),
      ...emptyMeanwhileNotes(context),
      ...undeclaredNotes(context, isSelected),
      ...foundNotes(context, found),
    ],
    guard: judge(context, steps, isSelected),
    writeCalls: nodes.reduce((sum, node) => sum + node.calls, 0),
  };
}

/** The order at the end, without the siblings that the selection omits. */
function orderOf({ scope, container, siblings }: SiblingList, idle: ReadonlySet<Address>): DesiredOrder {
  return { scope, container, siblings: siblings.filter((address) => !idle.has(address)) };
}

/** Every existing object that the steps name, or that the nodes refer to. */
function existingObjects(
  context: PlanContext,
  steps: readonly PlanStep[],
  nodes: readonly PlanNode[],
  isSelected: (address: Address) => boolean,
): Readonly<Record<Address, ExistingObject>> {
  const existing: Record<Address, ExistingObject> = {};
  const add = (address: Address, object: { type: string; id: string; scopeId?: string }) => {
    existing[address] = present({ type: object.type, id: object.id, scopeId: object.scopeId });
  };
  const named = new Set([...nodes.flatMap(namedByNode), ...steps.flatMap(namedByStep)]);
  const within = once(() => new Set([...named, ...namedByPart(context, nodes, isSelected)]));
  for (const { desired, live } of context.decisions.retained.values())
    if (isSelected(desired.address) || within().has(desired.address)) add(desired.address, live);
  for (const { live, address } of context.decisions.deleted.values())
    if (isSelected(stepAddress(address)) || within().has(address)) add(address, live);
  for (const address of named) {
    if (existing[address] || context.decisions.created.has(address)) continue;
    const { type, id } = unmanagedObject(address);
    add(address, context.live.get(type, id) ?? { type, id });
  }
  return existing;
}

function namedByNode(node: PlanNode): readonly Address[] {
  const ends: Readonly<Record<PlanNode["kind"], readonly (Address | null | undefined)[]>> = {
    create: [node.kind === "create" ? node.container : null],
    "set-default": [node.kind === "set-default" ? node.container : null],
    reparent: node.kind === "reparent" ? [node.from, node.to] : [],
    write: [],
    reorder: [],
    delete: [],
  };
  return [node.scope, ...ends[node.kind]].filter((end) => typeof end === "string");
}

function namedByStep(step: PlanStep): readonly Address[] {
  return step.action === "move" ? [step.from, step.to].filter((end) => end !== null) : [];
}

/** The other objects that a part of a plan names: neighbors of sorted objects, objects that values refer to, and parents. */
function namedByPart(
  context: PlanContext,
  nodes: readonly PlanNode[],
  isSelected: (address: Address) => boolean,
): readonly Address[] {
  const beside = nodes.flatMap((node) =>
    node.kind !== "reorder" ? [] : "after" in node.position ? [node.position.after] : [node.position.before],
  );
  const selected = context.desired.world.objects.filter(({ address }) => isSelected(address));
  const values = selected.flatMap(({ attributes, container, scope }) => [
    ...Object.values(attributes).flatMap((value) => (isReference(value) ? [value.$ref] : [])),
    ...(isReference(container) ? [container.$ref] : []),
    ...(scope === undefined ? [] : [scope]),
  ]);
  return [...beside, ...values];
}

function managedObjects(
  context: PlanContext,
  isSelected: (address: Address) => boolean,
): Readonly<Record<Address, ManagedObject>> {
  const managed: Record<Address, ManagedObject> = {};
  const remembering = rememberOptions(context);
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
