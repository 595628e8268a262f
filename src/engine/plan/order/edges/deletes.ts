import type { Address } from "../../../../model/address.ts";
import type { DesiredObject } from "../../../../model/desired-world.ts";
import { keyOf } from "../../../../model/object-key.ts";
import type { LiveObject } from "../../../../model/snapshot.ts";
import type { LiveReferrer, PlanContext } from "../../context.ts";
import type { Deleted } from "../../decide/decisions.ts";
import type { NodeId } from "../../plan.ts";
import { nodeId } from "../node-id.ts";
import { type Drafted, type EdgeRule, soft, type WantedEdge } from "./edge-rule.ts";
import { writesOf } from "./shown-last.ts";

/** An object is deleted after its contents and references to it are gone, and after another exists where at least one must stay. */
export const deletes: EdgeRule = function* (drafted) {
  const { deleted, carried } = drafted.context.decisions;
  for (const each of deleted.values()) yield* deleteLast(drafted, each);
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
  for (const referrer of context.referrersOf(live)) yield { node, after: releasing(drafted, referrer) };
  if (deleted.replacedBy !== undefined)
    yield { node, after: find.placing(deleted.replacedBy), why: soft.replaceFirst };
  if (deleted.deletedWith === undefined) yield* siblingsFirst(drafted, node, live);
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

function* siblingsFirst({ context, find }: Drafted, node: NodeId, live: LiveObject): Generator<WantedEdge> {
  const mustAdd = context.types.get(live.type).deletion?.addBeforeDelete === true;
  if (!live.isDefault && !mustAdd) return;
  const siblings = siblingsOf(context, live);
  if (live.isDefault)
    for (const sibling of siblings.desired)
      yield { node, after: nodeId.setDefault(sibling.address), why: soft.defaultFirst };
  if (mustAdd && siblings.retained === 0)
    for (const sibling of siblings.desired)
      yield { node, after: find.placing(sibling.address), why: soft.addFirst };
}

/** The desired siblings of a live object (one is the default), and how many of them stay there throughout. */
function siblingsOf(
  { types, desired, decisions, names }: PlanContext,
  live: LiveObject,
): { desired: readonly DesiredObject[]; retained: number } {
  const everywhere = types.get(live.type).defaultRole?.within === "scope";
  const parent = everywhere ? names.scopeOf(live) : names.parentOf(live);
  const siblings = desired.world.objects.filter(
    (object) =>
      object.type === live.type && (everywhere ? object.scope : names.desiredParentOf(object)) === parent,
  );
  const retained = siblings.filter(({ address }) => {
    const keeping = decisions.retained.get(address);
    return keeping && (everywhere || !keeping.moves);
  });
  return { desired: siblings, retained: retained.length };
}
