import type { Address } from "../../../../model/address.ts";
import type { DesiredObject } from "../../../../model/desired-world.ts";
import { keyOf } from "../../../../model/object-key.ts";
import type { NodeId } from "../../../../model/plan/plan.ts";
import type { LiveObject } from "../../../../model/snapshot.ts";
import { getOrMake, groupBy } from "../../../../util/groups.ts";
import { once } from "../../../../util/once.ts";
import type { Deleted } from "../../decide/decisions.ts";
import type { LiveReferrer } from "../../world/live-index.ts";
import { nodeId } from "../node-id.ts";
import { type Drafted, type EdgeRule, soft, type WantedEdge } from "./edge-rule.ts";
import { writesOf } from "./shown-last.ts";

/** An object is deleted after its contents and references to it are gone, and after another exists where at least one must stay. */
export const deletes: EdgeRule = function* (drafted) {
  const { deleted, carried } = drafted.context.decisions;
  const siblingsOf = siblingLookup(drafted);
  for (const each of deleted.values()) {
    yield* deleteLast(drafted, each);
    if (each.deletedWith === undefined) yield* siblingsFirst(drafted, each, siblingsOf(each.live));
  }
  for (const [address, { from }] of carried) yield* deleteAfterSuccessor(drafted, address, from);
};

/** The old object is deleted after its successor has its values, so that a value that the service refuses is not lost. */
function* deleteAfterSuccessor(
  drafted: Drafted,
  address: Address,
  from: LiveObject | undefined,
): Generator<WantedEdge> {
  const { context, find, nodes } = drafted;
  const deleted = from && context.decisions.deleted.get(keyOf(from));
  if (deleted === undefined) return;
  const node = find.deleting(deleted);
  for (const after of writesOf(drafted, address)) yield { node, after, why: soft.replaceFirst };
  for (const { id, scope } of nodes.values())
    if (scope === address) yield { node, after: id, why: soft.replaceFirst };
  const parent = context.decisions.created.get(address)?.createdWith;
  const creation = parent === undefined ? undefined : nodes.get(nodeId.create(parent));
  if (creation?.kind === "create") yield { node, after: creation.shownBy, why: soft.replaceFirst };
}

function* deleteLast(drafted: Drafted, deleted: Deleted): Generator<WantedEdge> {
  const { context, find } = drafted;
  const { live } = deleted;
  const node = find.deleting(deleted);
  for (const inner of context.live.inside(live.type, live.id)) yield { node, after: leaving(drafted, inner) };
  for (const inner of context.live.maybeInside(live)) yield* leftBefore(drafted, node, live, inner);
  for (const referrer of context.live.referrersOf(live)) yield { node, after: releasing(drafted, referrer) };
  if (deleted.replacedBy !== undefined)
    yield { node, after: find.placing(deleted.replacedBy), why: soft.replaceFirst };
}

/** If each of two objects may be inside the other, the first delete also deletes the other one. So the contents of both leave before. */
function* leftBefore(
  drafted: Drafted,
  node: NodeId,
  live: LiveObject,
  inner: LiveObject,
): Generator<WantedEdge> {
  const { live: world, decisions } = drafted.context;
  const [around = "", aroundInner = ""] = [live, inner].map((each) => world.hiddenAround(each));
  const isDeletedLater =
    inner.type === live.type && decisions.deleted.has(keyOf(inner)) && around > aroundInner;
  if (!isDeletedLater) yield { node, after: leaving(drafted, inner) };
  else for (const child of world.inside(inner.type, inner.id)) yield* leftBefore(drafted, node, live, child);
}

function leaving({ context, find }: Drafted, inner: LiveObject): NodeId {
  const deleted = context.decisions.deleted.get(keyOf(inner));
  return deleted ? find.deleting(deleted) : nodeId.reparent(context.names.ofLive(inner));
}

function releasing({ context, find }: Drafted, { object, attribute }: LiveReferrer): NodeId | undefined {
  const deleted = context.decisions.deleted.get(keyOf(object));
  return deleted
    ? find.deleting(deleted)
    : find.writing(object.type, context.names.ofLive(object), attribute);
}

function* siblingsFirst(
  { context, find }: Drafted,
  deleted: Deleted,
  { desired, placed }: Siblings,
): Generator<WantedEdge> {
  const { live } = deleted;
  const node = find.deleting(deleted);
  if (live.isDefault)
    for (const sibling of desired)
      yield { node, after: nodeId.setDefault(sibling.address), why: soft.defaultFirst };
  if (context.types.get(live.type).deletion?.addBeforeDelete === true) yield* anyFirst(node, placed);
}

/** One of the nodes comes before: the first for which the order has no cycle. */
function* anyFirst(node: NodeId, among: readonly NodeId[]): Generator<WantedEdge> {
  const [first] = among;
  if (first !== undefined) yield { node, after: first, why: { ...soft.addFirst, among } };
}

interface Siblings {
  readonly desired: readonly DesiredObject[];
  /** The nodes that bring the first ones there. None: a sibling stays there throughout. */
  readonly placed: readonly NodeId[];
}

/** Returns the desired siblings of live objects. One of them is the default. */
function siblingLookup({ context, find, nodes }: Drafted): (live: LiveObject) => Siblings {
  const { types, desired, decisions, names } = context;
  const isEverywhere = (type: string) => types.get(type).defaultRole?.within === "scope";
  const parentOf = (object: DesiredObject) =>
    isEverywhere(object.type) ? object.scope : names.desiredParentOf(object);
  const byParent = once(() =>
    groupBy(desired.world.objects, (object) => `${object.type} ${parentOf(object)}`),
  );
  const found = new Map<string, Siblings>();
  return (live) => {
    const parent = isEverywhere(live.type) ? names.scopeOf(live) : names.parentOf(live);
    const place = `${live.type} ${parent}`;
    return getOrMake(found, place, () => {
      const siblings = byParent().get(place) ?? [];
      const stays = ({ address }: DesiredObject) => {
        const keeping = decisions.retained.get(address);
        return keeping !== undefined && (isEverywhere(live.type) || !keeping.moves);
      };
      const placing = siblings.some(stays) ? [] : siblings.map(({ address }) => find.placing(address));
      return {
        desired: siblings,
        placed: placing.filter((id) => id !== undefined && nodes.has(id)) as NodeId[],
      };
    });
  };
}
