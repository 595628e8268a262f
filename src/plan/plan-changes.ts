import type { Address } from "../model/address.ts";
import { unmanagedAddress } from "../model/address.ts";
import type { DesiredWorld } from "../model/desired-world.ts";
import { isReference } from "../model/desired-world.ts";
import type { Diagnostic } from "../model/diagnostic.ts";
import type { LiveObject, LiveWorld } from "../model/live-world.ts";
import type { Lock, Recovered } from "../model/lock.ts";
import { keyOf } from "../model/object-key.ts";
import { present } from "../model/present.ts";
import { isOnlyAdopted, type ResourceType } from "../model/resource-type.ts";
import { indexTypes } from "../model/type-index.ts";
import { contextOf, type PlanContext, type PlanOptions, type Purpose } from "./context.ts";
import type { Hash } from "./decide/compare.ts";
import { decide } from "./decide/decide.ts";
import type { Decisions } from "./decide/decisions.ts";
import { indexDesired } from "./desired-index.ts";
import { adoptionNotes } from "./guard/adopted-by-key.ts";
import { checkMergedWorld } from "./guard/check-merged.ts";
import { checkServed } from "./guard/check-served.ts";
import { judge } from "./guard/judge.ts";
import { ownedElsewhereNotes } from "./guard/owned-elsewhere.ts";
import { indexLive } from "./live-index.ts";
import { titleOfLive } from "./names.ts";
import { decideForEach } from "./open-generation.ts";
import { breakCycles } from "./order/break-cycles.ts";
import type { DependencyGraph } from "./order/dependency-graph.ts";
import type { Draft } from "./order/draft.ts";
import { draftNodes } from "./order/draft-nodes.ts";
import { orderNodes } from "./order/order-nodes.ts";
import type { SiblingList } from "./order/sibling-lists.ts";
import { findReplacement, type PairInputs, type Pairing, pairObjects, repair } from "./pair/pair.ts";
import type {
  DesiredOrder,
  ExistingObject,
  ManagedObject,
  NodeId,
  Plan,
  PlanNode,
  PlanNote,
  Step,
  UnmanagedObject,
} from "./plan.ts";
import { stepAddress } from "./plan.ts";
import { type SelectedPart, selectSteps, unknownSelected } from "./select/select-steps.ts";
import { type Selection, selectionOf } from "./select/selection.ts";
import { dangersOf } from "./tell/dangers.ts";
import { sameElsewhere } from "./tell/same-elsewhere.ts";
import { secretTextsOf, tellingNoSecret } from "./tell/secret-texts.ts";
import { buildSteps, stepIndex } from "./tell/steps.ts";
import { unseenNotes } from "./tell/unseen.ts";

export interface PlanInputs {
  /** Absent: to make the service as declared. */
  readonly purpose?: Purpose;
  readonly types: readonly ResourceType[];
  readonly desired: DesiredWorld;
  readonly live: LiveWorld;
  readonly lock?: Lock | undefined;
  /** Whether what is done will be remembered in a lock. Absent: it will. */
  readonly keepsLock?: boolean;
  /** What the journal of an interrupted run knows. */
  readonly recovered?: Recovered | undefined;
  readonly options: PlanOptions;
  /** Absent: all of it. */
  readonly selection?: PlannedSelection | undefined;
}

/** A selection, as it is planned. */
export interface PlannedSelection extends Selection {
  /** What it names was there before, and may be gone by now. */
  readonly mayBeGone?: true;
}

/** A plan, or what stands against making one. Diagnostics may be warnings beside a plan. */
export interface PlanResult {
  readonly plan?: Plan;
  readonly diagnostics: readonly Diagnostic[];
}

/** Decides what makes the live world match the layout. Pure: no clock, no network, no chance. */
export function planChanges(inputs: PlanInputs): PlanResult {
  const { live, types } = inputs;
  const decided =
    live.openGenerations === undefined
      ? decideChanges(inputs)
      : decideForEach(types, live.openGenerations, (generation) =>
          decideChanges({ ...inputs, live: { ...live, generation } }),
        );
  return tellingNoSecret(decided, secretTextsOf(inputs));
}

function decideChanges(inputs: PlanInputs): PlanResult {
  const types = indexTypes(inputs.types);
  const desired = indexDesired(inputs.desired);
  const live = indexLive(inputs.live, types);
  const { lock, recovered, options, keepsLock = true, purpose = "apply" } = inputs;
  const pairInputs = { types, desired, live, lock, recovered };
  const { pairing, decisions } = pairAndDecide(pairInputs, options.hash);
  const going = recovered?.going ?? [];
  const context = contextOf({ ...pairInputs, purpose, keepsLock, pairing, decisions, going, options });
  const diagnostics = [...pairing.diagnostics, ...decisions.diagnostics];
  if (diagnostics.some(isError)) return { diagnostics };
  const assembled = assemble(context, [...diagnostics, ...checkMergedWorld(context)], inputs.selection);
  const unserved = assembled.plan === undefined ? [] : checkServed(context, assembled.plan);
  return unserved.length === 0 ? assembled : { diagnostics: [...assembled.diagnostics, ...unserved] };
}

/** Pairs and decides; again where a replacement turns out to be half done, with the new object in the place of the old. */
function pairAndDecide(inputs: PairInputs, hash: Hash): { pairing: Pairing; decisions: Decisions } {
  const first = pairObjects(inputs);
  const decisions = decide({ ...inputs, pairing: first, hash });
  const instead = new Map<Address, LiveObject>();
  const superseded: LiveObject[] = [];
  for (const { desired, replaces } of decisions.created.values()) {
    // Nothing was put in the place of what was never made here.
    if (isOnlyAdopted(inputs.types.get(desired.type))) continue;
    const replacement = replaces && findReplacement(inputs, first, desired);
    if (!replaces || !replacement || desired.pin !== undefined) continue;
    instead.set(desired.address, replacement);
    superseded.push(replaces.live);
  }
  if (instead.size === 0) return { pairing: first, decisions };
  const pairing = repair(first, instead);
  return { pairing, decisions: decide({ ...inputs, pairing, hash, superseded }) };
}

function assemble(
  context: PlanContext,
  diagnostics: readonly Diagnostic[],
  selection: PlannedSelection | undefined,
): PlanResult {
  if (diagnostics.some(isError)) return { diagnostics };
  const drafted = draftNodes(context);
  const graph = orderNodes(context, drafted);
  const nodes = new Map(drafted.nodes);
  const cycles = breakCycles(context, graph, nodes);
  if (cycles.length > 0) return { diagnostics: [...diagnostics, ...cycles] };
  const steps = buildSteps(context, drafted.lists);
  const whole = { context, steps, nodes: placeNodes(nodes, graph, steps), lists: drafted.lists };
  if (selection === undefined) return { plan: planOf(whole, context), diagnostics };
  const unknown = selection.mayBeGone === true ? [] : unknownSelected(context, steps, selection);
  if (unknown.length > 0) return { diagnostics: [...diagnostics, ...unknown] };
  const part = selectSteps(context, { ...whole, graph }, selection);
  return { plan: { ...planOf({ ...whole, ...part }, context), ...told(selection, part) }, diagnostics };
}

function told(selection: PlannedSelection, { leftOut }: SelectedPart): Pick<Plan, "selection"> {
  return { selection: { ...selectionOf(selection), leftOut } };
}

/** What is to be done, whole or in part. */
interface Assembled extends Partial<Pick<SelectedPart, "isSelected" | "leftOut">> {
  readonly context: PlanContext;
  readonly steps: readonly Step[];
  readonly nodes: readonly PlanNode[];
  readonly lists: readonly SiblingList[];
}

/** `whole` is the context with all that is decided; that of a part has only its own. */
function planOf(assembled: Assembled, whole: PlanContext): Plan {
  const { context, steps, nodes, lists, isSelected = () => true, leftOut = [] } = assembled;
  const idle = new Set(leftOut.map(({ address }) => address));
  return {
    docsformPlan: 2,
    organizationId: context.desired.world.organizationId,
    generation: context.live.world.generation,
    salt: context.options.salt,
    temporarySuffix: context.options.temporarySuffix,
    steps,
    dangers: dangersOf(whole, steps),
    nodes,
    existing: existingObjects(whole, steps, nodes, isSelected),
    managed: managedObjects(whole, isSelected),
    orders: lists.map((list) => orderOf(list, idle)),
    unmanaged: unmanagedObjects(whole),
    notes: [
      ...context.decisions.notes,
      ...incompleteLists(context),
      ...sameElsewhere(context),
      ...unseenNotes(context),
      ...ownedElsewhereNotes(context),
      ...(context.keepsLock ? [] : adoptionNotes(context, steps)),
    ],
    guard: judge(context, steps),
    writeCalls: nodes.reduce((sum, node) => sum + node.calls, 0),
  };
}

/** Told, because what is not in such a list looks as if it were gone. */
function incompleteLists({ live, types }: PlanContext): readonly PlanNote[] {
  return (live.world.incomplete ?? []).map(({ types: listed, expected, got }) => ({
    code: "live/incomplete-list",
    message: `The service counts ${expected} where its list of ${listed.map((name) => types.get(name).label.many).join(" and ")} holds ${got}, however often it is read: what is missing from it looks as if it were gone.`,
  }));
}

function isError(diagnostic: Diagnostic): boolean {
  return diagnostic.severity === "error";
}

function placeNodes(
  nodes: ReadonlyMap<NodeId, Draft>,
  graph: DependencyGraph<NodeId>,
  steps: readonly Step[],
): readonly PlanNode[] {
  const indexOf = stepIndex(steps);
  return [...nodes.values()].map(
    (draft) =>
      ({ ...draft, step: indexOf(draft.address, draft.kind), after: graph.after(draft.id) }) as PlanNode,
  );
}

/** What is left out stands where it stands, and the others are in order all the same. */
function orderOf({ scope, container, siblings }: SiblingList, idle: ReadonlySet<Address>): DesiredOrder {
  return { scope, container, siblings: siblings.filter((address) => !idle.has(address)) };
}

/** Every existing object that the plan names: by its steps, and by what their nodes refer to. */
function existingObjects(
  context: PlanContext,
  steps: readonly Step[],
  nodes: readonly PlanNode[],
  isSelected: (address: Address) => boolean,
): Readonly<Record<Address, ExistingObject>> {
  const existing: Record<Address, ExistingObject> = {};
  const add = (address: Address, object: { type: string; id: string; scopeId?: string }) => {
    existing[address] = {
      type: object.type,
      id: object.id,
      ...present({ scopeId: object.scopeId }),
    };
  };
  const named = new Set([...nodes.flatMap(namedByNode), ...steps.flatMap(namedByStep)]);
  const within = new Set([...named, ...namedByPart(context, nodes, isSelected)]);
  for (const { desired, live } of context.decisions.retained.values())
    if (isSelected(desired.address) || within.has(desired.address)) add(desired.address, live);
  for (const { live, address } of context.decisions.deleted.values())
    if (isSelected(stepAddress(address)) || within.has(address)) add(address, live);
  for (const address of named) {
    if (existing[address] || context.decisions.created.has(address)) continue;
    const [type, id] = [address.slice(0, address.indexOf(".")), address.slice(address.indexOf("@") + 1)];
    add(address, context.live.get(type, id) ?? { type, id });
  }
  return existing;
}

function namedByNode(node: PlanNode): readonly Address[] {
  const ends: Readonly<Record<PlanNode["kind"], readonly (Address | null | undefined)[]>> = {
    create: [node.kind === "create" ? node.container : null],
    point: [node.kind === "point" ? node.container : null],
    enter: node.kind === "enter" ? [node.from, node.to] : [],
    write: [],
    sort: [],
    delete: [],
  };
  return [node.scope, ...ends[node.kind]].filter((end) => typeof end === "string");
}

function namedByStep(step: Step): readonly Address[] {
  return step.action === "move" ? [step.from, step.to].filter((end) => end !== null) : [];
}

/** What else a part of a plan names, of what is there: where it is sorted to, what its values refer to, and what it is in. */
function namedByPart(
  context: PlanContext,
  nodes: readonly PlanNode[],
  isSelected: (address: Address) => boolean,
): readonly Address[] {
  const beside = nodes.flatMap((node) =>
    node.kind !== "sort" ? [] : "after" in node.position ? [node.position.after] : [node.position.before],
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
  for (const object of context.desired.world.objects) {
    if (!isSelected(object.address)) continue;
    const type = context.types.get(object.type);
    const retained = context.decisions.retained.get(object.address);
    const names = Object.keys(object.attributes).filter((name) => !object.ignore.includes(name));
    managed[object.address] = {
      ...(retained && { id: retained.live.id }),
      ...present({ scope: object.scope }),
      attributes: context.values.declared(type, object, names),
      ...(object.container !== undefined && {
        container: isReference(object.container) ? { $ref: object.container.$ref } : object.container,
      }),
      ...(object.isDefault && { isDefault: true as const }),
      ...(type.order && { rank: object.rank }),
      ...(isProtected(context, object.address, object.protect) && { protect: true as const }),
    };
  }
  return managed;
}

/** Protection is remembered until a layout takes it back. */
function isProtected(context: PlanContext, address: Address, declared: boolean | undefined): boolean {
  return declared ?? context.lock?.objects[address]?.protect ?? false;
}

function unmanagedObjects(context: PlanContext): readonly UnmanagedObject[] {
  return context.live.world.objects
    .filter((live) => {
      const type = context.types.get(live.type);
      const key = keyOf(live);
      return (
        type.scope === undefined &&
        type.creation !== undefined &&
        !context.pairing.byLive.has(key) &&
        !context.decisions.deleted.has(key)
      );
    })
    .map((live) => ({
      address: unmanagedAddress(live.type, live.id),
      type: live.type,
      id: live.id,
      title: titleOfLive(context.types, live),
    }));
}
