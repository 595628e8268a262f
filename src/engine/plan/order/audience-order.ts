import { typeOfAddress } from "../../../model/address.ts";
import type { ObjectKey } from "../../../model/object-key.ts";
import type { NodeId, PlanNode } from "../../../model/plan/plan.ts";
import { opensMore } from "../../../model/resource-type/opens.ts";
import { append } from "../../../util/groups.ts";
import { type Audience, withInside } from "../../audience/audience.ts";
import type { Doing, PlannedWorlds } from "../audience/planned-worlds.ts";
import type { OrderContext } from "../decide/plan-context.ts";
import type { DependencyGraph } from "./dependency-graph.ts";
import { type Directed, directionsOf, mayDirect } from "./directions.ts";

/** Lets a node wait for another one. `selects`: a selection that includes the node includes the other one too. */
type Wait = (node: PlanNode, after: PlanNode, selects: boolean) => void;

/**
 * Orders the nodes so that no moment of a run shows what neither the live nor the planned world shows, whatever fails: what enters a place
 * waits until all around it is as narrow as planned, and what widens a place waits until all that leaves it has left, and all inside it is
 * as narrow as planned. Returns the nodes that open an existing object.
 */
export function orderForAudience(
  { types }: OrderContext,
  doing: Doing,
  graph: DependencyGraph<NodeId>,
  worldsOf: () => PlannedWorlds | undefined,
): ReadonlySet<NodeId> {
  const isAffected = doing.nodes.some((node) => mayDirect(types.get(typeOfAddress(node.address)), node));
  const worlds = isAffected ? worldsOf() : undefined;
  if (worlds === undefined) return new Set();
  const all = directionsOf(types, doing, worlds);
  const wait: Wait = (node, after, selects) => {
    if (node !== after) graph.addEdge(node.id, after.id, { kind: "guard", selects });
  };
  enterNarrowed(all, worlds, wait);
  leaveBeforeWidened(all, worlds, wait);
  passConditions(all, worlds, wait);
  for (const own of ofOneObject(all)) {
    narrowFirst({ types }, worlds, own, wait);
    passBetween(own, wait);
  }
  return new Set(all.filter(({ widens, isNew }) => widens && !isNew).map(({ node }) => node.id));
}

/** What enters a place, and what opens in it, waits until the place and all around it is as narrow as planned. */
function enterNarrowed(all: readonly Directed[], { planned }: PlannedWorlds, wait: Wait): void {
  const narrowing = nodesByKey(all.filter(({ narrows }) => narrows));
  if (narrowing.size === 0) return;
  const narrowedAround = nearest(planned, (key) => narrowing.has(key));
  for (const { node, key, widens, enters } of all) {
    if (!enters && !widens) continue;
    for (const at of narrowedAround(key))
      if (at !== key) for (const before of narrowing.get(at) ?? []) wait(node, before, true);
  }
}

/** What opens a place waits until all that leaves it has left, and all inside it is as narrow as planned. */
function leaveBeforeWidened(all: readonly Directed[], { live }: PlannedWorlds, wait: Wait): void {
  const widening = nodesByKey(all.filter(({ widens }) => widens));
  if (widening.size === 0) return;
  const widenedAround = nearest(live, (key) => widening.has(key));
  for (const { node, key, narrows, leaves } of all) {
    if (!leaves && !narrows) continue;
    for (const at of widenedAround(key))
      if (at !== key) for (const opening of widening.get(at) ?? []) wait(opening, node, narrows);
  }
}

/**
 * No document says what a condition does while its site lets none have an effect. So what leaves or narrows with a condition does so before the
 * site changes that, and what enters or widens with one does so after it.
 */
function passConditions(all: readonly Directed[], { live, planned }: PlannedWorlds, wait: Wait): void {
  const switching = nodesByKey(all.filter(({ switchesConditions }) => switchesConditions));
  if (switching.size === 0) return;
  const before = nearest(live, (key) => switching.has(key));
  const after = nearest(planned, (key) => switching.has(key));
  const nodesAround = (around: ReturnType<typeof nearest>, key: ObjectKey) =>
    [...around(key)].flatMap((at) => (at === key ? [] : (switching.get(at) ?? [])));
  for (const { node, key, narrows, leaves, widens, enters } of all) {
    if ((narrows || leaves) && hasConditions(live, key))
      for (const switched of nodesAround(before, key)) wait(switched, node, true);
    if ((widens || enters) && hasConditions(planned, key))
      for (const switched of nodesAround(after, key)) wait(node, switched, true);
  }
}

/** Whether a condition is around an object or inside of it. */
function hasConditions(audience: Audience, key: ObjectKey): boolean {
  return (
    audience.limitsOf(key).conditions.length > 0 ||
    [...withInside([key], audience.inside)].some((inner) => audience.ownOf(inner).conditions.length > 0)
  );
}

function nodesByKey(all: readonly Directed[]): ReadonlyMap<ObjectKey, readonly PlanNode[]> {
  const found = new Map<ObjectKey, PlanNode[]>();
  for (const { key, node } of all) append(found, key, node);
  return found;
}

/** Returns those of an object and all around it that meet a condition. It skips the others quickly: places can be nested deeply. */
function nearest(
  audience: Audience,
  isWanted: (key: ObjectKey) => boolean,
): (key: ObjectKey) => Iterable<ObjectKey> {
  const next = new Map<ObjectKey, ObjectKey | undefined>();
  const outerOf = (key: ObjectKey): ObjectKey | undefined => {
    const passed = new Set<ObjectKey>();
    let at = audience.around(key);
    while (at !== undefined && !next.has(at) && !isWanted(at) && !passed.has(at)) {
      passed.add(at);
      at = audience.around(at);
    }
    const found = at !== undefined && !isWanted(at) ? next.get(at) : at;
    for (const each of passed) next.set(each, found);
    return found;
  };
  return function* (key) {
    const seen = new Set<ObjectKey>();
    let at: ObjectKey | undefined = isWanted(key) ? key : outerOf(key);
    for (; at !== undefined && !seen.has(at); at = outerOf(at)) {
      seen.add(at);
      yield at;
    }
  };
}

function ofOneObject(all: readonly Directed[]): readonly (readonly Directed[])[] {
  const byKey = new Map<ObjectKey, Directed[]>();
  for (const each of all) if (mayPass(each)) append(byKey, each.key, each);
  return [...byKey.values()].filter((own) => own.length > 1);
}

/** A level can be the same before and after, and another one between, where the object inherits it. */
function mayPass({ narrows, widens, node, showsContent, inheritsLevel }: Directed): boolean {
  return narrows || widens || node.kind === "reparent" || showsContent || inheritsLevel !== undefined;
}

/** Of the writes of an object that moves or gets other content, those that close it come before, and those that open it come after that. */
function passBetween(own: readonly Directed[], wait: Wait): void {
  for (const passing of own.filter(({ node, showsContent }) => node.kind === "reparent" || showsContent))
    for (const write of own) {
      if (write.node.kind !== "write" || write.showsContent) continue;
      // An object that gets its own level has it before it moves, and one that inherits a level has its own until it has moved.
      const isLate = write.inheritsLevel ?? (write.widens && (!write.narrows || !passing.widens));
      if (isLate) wait(write.node, passing.node, true);
      else if (write.narrows || write.inheritsLevel === false) wait(passing.node, write.node, true);
    }
}

/** Of the writes of one object, those that close something by themselves come before those that open something by themselves. */
function narrowFirst(
  { types }: Pick<OrderContext, "types">,
  { live }: PlannedWorlds,
  own: readonly Directed[],
  wait: Wait,
): void {
  const changes = own.flatMap(({ node, key }) => {
    const object = live.get(key);
    if (node.kind !== "write" || object === undefined) return [];
    const { attributes } = types.get(object.type);
    const names = Object.keys(node.values);
    const doesOpen = (isBackwards: boolean) =>
      names.some((name) => {
        const values = [object.attributes[name] ?? null, node.values[name] ?? null] as const;
        const [from, to] = isBackwards ? [values[1], values[0]] : values;
        return opensMore(attributes[name]?.opens, from, to);
      });
    return [{ node, narrows: doesOpen(true), widens: doesOpen(false) }];
  });
  for (const first of changes)
    for (const then of changes)
      if (first.narrows && then.widens && !(first.widens && then.narrows)) wait(then.node, first.node, true);
}
