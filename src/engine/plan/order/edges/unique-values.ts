import type { Address } from "../../../../model/address.ts";
import type { DesiredObject } from "../../../../model/desired-world.ts";
import { isReference } from "../../../../model/desired-world.ts";
import { keyOf } from "../../../../model/object-key.ts";
import type { NodeId } from "../../../../model/plan/plan.ts";
import type { UniqueRule } from "../../../../model/resource-type/identity.ts";
import { slugOf, stemOf } from "../../../../model/slug.ts";
import type { LiveObject } from "../../../../model/snapshot.ts";
import { append } from "../../../../util/groups.ts";
import { derivedTitle } from "../../decide/derived-title.ts";
import { type UniqueValue, uniqueValue } from "../../world/unique-value.ts";
import { nodeId } from "../node-id.ts";
import { type Drafted, type EdgeRule, soft, type WantedEdge } from "./edge-rule.ts";

/** Orders the nodes that free, set or may derive the same unique value. */
export const uniqueValues: EdgeRule = function* (drafted) {
  for (const type of drafted.context.types.all)
    for (const rule of type.unique ?? []) yield* orderUnique({ ...drafted, type: type.name, rule });
};

/** The objects of a type that one rule requires to have different values. */
interface Ruled extends Drafted {
  readonly type: string;
  readonly rule: UniqueRule;
}

/** A desired object, and the node that sets its declared value. */
interface Taker {
  readonly object: DesiredObject;
  readonly node: NodeId;
}

function* orderUnique(ruled: Ruled): Generator<WantedEdge> {
  const { context, type, rule } = ruled;
  const takersByWithin = new Map<string, Taker[]>();
  const newcomersByWithin = new Map<string, DesiredObject[]>();
  for (const object of context.desired.world.objects) {
    if (object.type !== type) continue;
    const within = context.names.desiredWithinOf(rule, object);
    const node = nodeThatSetsValue(ruled, object);
    if (node !== undefined) append(takersByWithin, within, { object, node });
    if (context.decisions.created.has(object.address)) append(newcomersByWithin, within, object);
  }
  if (takersByWithin.size === 0) return;
  const holders = holdersOf(ruled);
  for (const [within, takers] of takersByWithin) {
    for (const taker of takers) {
      const holder = holders.get(uniqueValue(type, rule, within, uniqueValueOf(ruled, taker.object)));
      if (holder) yield* releaseFirst(ruled, taker, holder);
    }
    yield* orderDerivedValues(ruled, takers, newcomersByWithin.get(within) ?? []);
  }
}

function holdersOf({ context, type, rule }: Ruled): ReadonlyMap<UniqueValue, LiveObject> {
  const holders = new Map<UniqueValue, LiveObject>();
  for (const live of context.live.ofType(type)) {
    const value = live.attributes[rule.attribute];
    if (typeof value === "string")
      holders.set(uniqueValue(type, rule, context.names.withinOf(rule, live), value), live);
  }
  return holders;
}

function nodeThatSetsValue(ruled: Ruled, object: DesiredObject): NodeId | undefined {
  const { context, find, rule } = ruled;
  if (uniqueValueOf(ruled, object) === "") return undefined;
  const write = find.writing(object.type, object.address, rule.attribute);
  if (write !== undefined) return write;
  return context.decisions.created.has(object.address) ? find.creating(object.address) : undefined;
}

/** The holder of a value gives it up before another object gets it. */
function* releaseFirst(ruled: Ruled, taker: Taker, holder: LiveObject): Generator<WantedEdge> {
  const { context, find, rule } = ruled;
  const { node } = taker;
  const why = { kind: "release", value: uniqueValueOf(ruled, taker.object) } as const;
  const deleted = context.decisions.deleted.get(keyOf(holder));
  if (deleted) return yield { node, after: find.deleting(deleted), why };
  const address = context.names.ofLive(holder);
  if (address === taker.object.address) return;
  yield { node, after: find.writing(holder.type, address, rule.attribute), why };
  if (rule.within === "container") yield { node, after: nodeId.reparent(address), why };
}

/**
 * A new object has a derived value until its declared one is written, so existing objects get their values before it is created. Of two new
 * objects, the earlier one gets its value first if the slug of one could be the value of the other.
 */
function* orderDerivedValues(
  ruled: Ruled,
  takers: readonly Taker[],
  newcomers: readonly DesiredObject[],
): Generator<WantedEdge> {
  const { context, rule } = ruled;
  if (rule.derivedFrom === undefined || newcomers.length === 0) return;
  const place = new Map<Address, number>(newcomers.map((object, at) => [object.address, at]));
  const byStem = new Map<string, Taker[]>();
  for (const taker of takers) append(byStem, stemOf(uniqueValueOf(ruled, taker.object)), taker);
  for (const newcomer of newcomers) {
    yield* titleFirst(ruled, rule.derivedFrom, newcomer);
    const title = derivedTitle(context, rule.derivedFrom, newcomer);
    // An object whose value the service derives is created after all objects that declare one.
    const isLast = newcomer.attributes[rule.attribute] === undefined && !isMadeWithParent(ruled, newcomer);
    for (const taker of title === undefined ? takers : (byStem.get(stemOf(slugOf(title))) ?? [])) {
      if (taker.object === newcomer) continue;
      const isEarlier = (place.get(taker.object.address) ?? -1) < (place.get(newcomer.address) as number);
      yield finishEarlier(ruled, newcomer, taker, isLast || isEarlier);
    }
  }
}

/** The service derives the value from the title at the time of the creation, so a changed title is written before. */
function* titleFirst(
  { context, find }: Ruled,
  attribute: string,
  newcomer: DesiredObject,
): Generator<WantedEdge> {
  const through = context.types.get(newcomer.type).attributes[attribute]?.inheritedFrom;
  if (through === undefined || newcomer.attributes[attribute] !== undefined) return;
  const value = newcomer.attributes[through];
  if (!isReference(value)) return;
  const referred = context.desired.get(value.$ref);
  if (referred === undefined) return;
  const title = find.writing(referred.type, referred.address, attribute);
  yield { node: find.creating(newcomer.address), after: title, why: soft.derivedPath };
}

function finishEarlier(ruled: Ruled, newcomer: DesiredObject, taker: Taker, isEarlier: boolean): WantedEdge {
  const why = soft.derivedPath;
  const creation = ruled.find.creating(newcomer.address);
  if (isEarlier) return { node: creation, after: taker.node, why };
  return { node: creation && taker.node, after: nodeThatSetsValue(ruled, newcomer), why };
}

function isMadeWithParent({ context }: Ruled, object: DesiredObject): boolean {
  return context.decisions.created.get(object.address)?.createdWith !== undefined;
}

/** The declared value, for a reference the id of a live object. Empty: there is none, or no live object can have it. */
function uniqueValueOf({ context, rule }: Ruled, object: DesiredObject): string {
  const value = object.attributes[rule.attribute];
  if (value !== undefined && isReference(value))
    return context.decisions.retained.get(value.$ref)?.live.id ?? "";
  return typeof value === "string" ? value : "";
}
