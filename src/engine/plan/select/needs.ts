import { type Address, typeOfAddress } from "../../../model/address.ts";
import { objectKey } from "../../../model/object-key.ts";
import type { NodeId, PlanNode } from "../../../model/plan/plan.ts";
import { stepAddress } from "../../../model/plan/plan.ts";
import { append } from "../../../util/groups.ts";
import type { PlanContext } from "../decide/plan-context.ts";
import type { DependencyGraph } from "../order/dependency-graph.ts";
import { namesIn } from "./surroundings.ts";

/** The addresses that each address needs. A selection includes or omits all actions on one address together. */
export type Needs = ReadonlyMap<Address, ReadonlySet<Address>>;

/** The needs of a plan's nodes. Nodes that only take turns do not need each other. */
export function needsOf(
  context: PlanContext,
  graph: DependencyGraph<NodeId>,
  nodes: readonly PlanNode[],
): Needs {
  const needs = new Map<Address, Set<Address>>();
  const need = (who: Address, what: Address | undefined) => {
    if (what === undefined || what === who) return;
    const known = needs.get(who);
    if (known === undefined) needs.set(who, new Set([what]));
    else known.add(what);
  };
  const ownerOf = new Map(nodes.map((node) => [node.id, stepAddress(node.address)]));
  const placed = new Set(nodes.filter(isPlacing).map(({ address }) => address));
  for (const node of nodes) {
    const owner = stepAddress(node.address);
    for (const before of graph.needed(node.id)) need(owner, ownerOf.get(before));
    const beside = node.kind === "reorder" ? besideOf(node) : undefined;
    if (beside !== undefined && placed.has(beside)) need(owner, beside);
  }
  for (const [one, other] of inseparable(context)) {
    need(one, other);
    need(other, one);
  }
  for (const [who, what] of identities(context)) need(who, what);
  return needs;
}

/** The needs, and what must happen before something may open. Without that, a selection omits what opens. */
export function guardedNeeds(
  needs: Needs,
  graph: DependencyGraph<NodeId>,
  nodes: readonly PlanNode[],
): Needs {
  const ownerOf = new Map(nodes.map((node) => [node.id, stepAddress(node.address)]));
  const all = new Map(needs);
  for (const node of nodes) {
    const guarded = [...graph.guarded(node.id)].flatMap((id) => ownerOf.get(id) ?? []);
    const owner = stepAddress(node.address);
    if (guarded.length > 0) all.set(owner, new Set([...(all.get(owner) ?? []), ...guarded]));
  }
  return all;
}

function isPlacing({ kind }: PlanNode): boolean {
  return kind === "create" || kind === "reparent" || kind === "reorder";
}

function besideOf({ position }: Extract<PlanNode, { kind: "reorder" }>): Address {
  return "after" in position ? position.after : position.before;
}

/**
 * Pairs that a selection cannot separate: an object and the one with which it is created or deleted, and the former and the new object of
 * an address.
 */
function* inseparable(context: PlanContext): Generator<readonly [Address, Address]> {
  const { decisions } = context;
  for (const { desired, createdWith } of decisions.created.values())
    if (createdWith !== undefined) yield [desired.address, createdWith];
  for (const { address, deletedWith } of decisions.deleted.values()) {
    const outer = deletedWith === undefined ? undefined : decisions.deleted.get(deletedWith);
    if (outer !== undefined) yield [stepAddress(address), stepAddress(outer.address)];
  }
  yield* formerObjects(context);
  yield* context.matches.exchanged;
}

/**
 * Objects that are deleted because their addresses now mean other objects. After the state has the new object, it would no longer show that
 * the former one must be deleted.
 */
function* formerObjects({ decisions, desired, state }: PlanContext): Generator<readonly [Address, Address]> {
  for (const [address, { id }] of Object.entries(state?.objects ?? {})) {
    const deleted = decisions.deleted.get(objectKey(typeOfAddress(address), id));
    if (deleted !== undefined && desired.get(address) !== undefined)
      yield [address, stepAddress(deleted.address)];
  }
}

/**
 * A step that changes the contents by which an object is recognized needs the step that creates or renames that object. Otherwise the next
 * plan would not recognize the object, or would mistake another one for it.
 */
function* identities(context: PlanContext): Generator<readonly [Address, Address]> {
  const { desired, live, matches } = context;
  const nameOf = namesIn(context);
  for (const { desired: object, live: found, by } of matches.byAddress.values()) {
    if (by !== "contents") continue;
    for (const { address } of desired.inside(object.address)) yield [address, object.address];
    for (const inner of live.inside(found.type, found.id))
      yield [nameOf(inner.type, inner.id), object.address];
  }
  for (const { objects, live: left, within } of matches.undecided()) {
    const [first] = objects;
    if (first === undefined || left.length === 0) continue;
    // Each needs the next, and the last needs the first. So each needs all others.
    for (const [at, { address }] of objects.entries()) yield [address, (objects[at + 1] ?? first).address];
    const around = within === undefined ? left : [...left, within];
    for (const { type, id } of [...left, ...around.flatMap((each) => live.inside(each.type, each.id))])
      yield [nameOf(type, id), first.address];
  }
}

/** The addresses and all that they need, directly or indirectly. */
export function withNeeds(needs: Needs, from: Iterable<Address>): ReadonlySet<Address> {
  const found = new Set(from);
  for (const address of found) for (const needed of needs.get(address) ?? []) found.add(needed);
  return found;
}

/** The addresses that directly or indirectly need one of these, each with the one that it misses. */
export function dependentsOf(needs: Needs, missing: Iterable<Address>): ReadonlyMap<Address, Address> {
  const neededBy = new Map<Address, Address[]>();
  for (const [who, needed] of needs) for (const what of needed) append(neededBy, what, who);
  const found = new Map<Address, Address>([...missing].map((address) => [address, address]));
  for (const [address] of found)
    for (const who of neededBy.get(address) ?? []) if (!found.has(who)) found.set(who, address);
  return found;
}
