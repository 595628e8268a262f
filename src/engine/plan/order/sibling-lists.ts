import type { Address } from "../../../model/address.ts";
import type { DesiredObject } from "../../../model/desired-world.ts";
import type { NodeId, ReorderNode } from "../../../model/plan/plan.ts";
import { siblingSetOf } from "../../../model/resource-type/place.ts";
import { slugOf, stemOf } from "../../../model/slug.ts";
import type { LiveObject } from "../../../model/snapshot.ts";
import { append } from "../../../util/groups.ts";
import { derivedTitle } from "../decide/derived-title.ts";
import type { OrderContext } from "../decide/plan-context.ts";
import type { Draft } from "./draft-node.ts";
import { fewestMoves } from "./fewest-moves.ts";
import { firstNeeded } from "./first-needed.ts";
import { nodeId } from "./node-id.ts";

/** One list of siblings that the layout orders. */
export interface SiblingList {
  readonly scope: Address;
  /** null: the root of the scope. */
  readonly container: Address | null;
  readonly siblings: readonly Address[];
  /** Siblings that move and were in the container before. */
  readonly moved: ReadonlySet<Address>;
  /** Nodes that create, reparent or sort a sibling, in the order in which they must run. */
  readonly operations: readonly NodeId[];
}

/** Every list of siblings that the layout orders and that needs a move or a new sibling. */
export function siblingLists(context: OrderContext, nodes: Map<NodeId, Draft>): readonly SiblingList[] {
  const lists: SiblingList[] = [];
  for (const parent of context.desired.world.objects) {
    if (parent.owns.length === 0 && parent.ordersContents !== true) continue;
    const sets = new Map<string, DesiredObject[]>();
    for (const child of context.desired.inside(parent.address)) {
      const set = siblingSetOf(context.types.get(child.type), context.live.world.apiVersion);
      if (set !== undefined) append(sets, set, child);
    }
    for (const children of sets.values())
      if (children.some(isOrdered)) lists.push(siblingList(context, nodes, parent, children));
  }
  return lists.filter((list) => list.operations.length > 0);
}

function isOrdered({ isUnordered }: DesiredObject): boolean {
  return isUnordered !== true;
}

function siblingList(
  context: OrderContext,
  nodes: Map<NodeId, Draft>,
  parent: DesiredObject,
  children: readonly DesiredObject[],
): SiblingList {
  const first = children[0] as DesiredObject;
  const scope = first.scope ?? parent.address;
  const atRoot = parent.address === first.scope;
  const places = livePlaces(context, parent);
  const siblings = children.filter(isOrdered).map((child) => child.address);
  const createdLast = new Set(
    children
      .filter((child) => mustBeCreatedLast(context, parent, child, children))
      .map((child) => child.address),
  );
  // A child that is created together with its container is there first, before any sibling can arrive.
  const place = (address: Address) =>
    places.get(address) ??
    (context.decisions.created.get(address)?.createdWith === parent.address ? -1 : undefined);
  const { sorts } = fewestMoves(
    siblings.filter((address) => !createdLast.has(address)),
    place,
  );
  const operations: NodeId[] = [];
  const sort = (item: Address, position: ReorderNode["position"]) => {
    const id = nodeId.reorder(item);
    nodes.set(id, { kind: "reorder", id, address: item, calls: 1, scope, position } satisfies Draft);
    operations.push(id);
  };
  const bySibling = new Map(sorts.map((each) => [each.item, each.position]));
  for (const child of children) {
    if (createdLast.has(child.address)) continue;
    const placing = placingNode(nodes, child);
    if (placing !== undefined && place(child.address) === undefined) operations.push(placing);
    const position = bySibling.get(child.address);
    if (position !== undefined) sort(child.address, position);
  }
  for (const child of children) {
    if (!createdLast.has(child.address)) continue;
    operations.push(nodeId.create(child.address));
    const position = placeAmong(siblings, child.address, createdLast);
    if (position !== undefined) sort(child.address, position);
  }
  const moved = new Set(sorts.map((each) => each.item).filter((item) => places.has(item)));
  return { scope, container: atRoot ? null : parent.address, siblings, moved, operations };
}

/**
 * The position of a new object that the service puts last, and after which those of `later` are created. Undefined: it stays there, or it has
 * no declared place.
 */
function placeAmong(
  siblings: readonly Address[],
  address: Address,
  later: ReadonlySet<Address>,
): ReorderNode["position"] | undefined {
  const at = siblings.indexOf(address);
  const before = siblings[at - 1];
  const after = siblings.slice(at + 1).find((each) => !later.has(each));
  if (at < 0 || after === undefined) return undefined;
  return before === undefined ? { before: after } : { after: before };
}

/**
 * Whether a new object is created after its siblings: it needs one of them in its scope, or the service derives a unique value that a sibling
 * declares. The object is then sorted to its place.
 */
function mustBeCreatedLast(
  context: OrderContext,
  parent: DesiredObject,
  child: DesiredObject,
  siblings: readonly DesiredObject[],
): boolean {
  const created = context.decisions.created.get(child.address);
  if (created === undefined || created.createdWith === parent.address) return false;
  if (firstNeeded(context, child.address, child.scope) !== undefined) return true;
  return (context.types.get(child.type).unique ?? []).some((rule) => {
    if (rule.derivedFrom === undefined || child.attributes[rule.attribute] !== undefined) return false;
    const title = derivedTitle(context, rule.derivedFrom, child);
    const isNear = (value: unknown) =>
      typeof value === "string" && (title === undefined || stemOf(value) === stemOf(slugOf(title)));
    return siblings.some((sibling) => sibling !== child && isNear(sibling.attributes[rule.attribute]));
  });
}

/** The present places of the retained children that stay in the parent. Empty if the parent is new. */
function livePlaces(context: OrderContext, parent: DesiredObject): ReadonlyMap<Address, number> {
  const places = new Map<Address, number>();
  const retained = context.decisions.retained.get(parent.address);
  if (retained === undefined) return places;
  context.live.inside(retained.live.type, retained.live.id).forEach((live: LiveObject, at: number) => {
    const child = context.decisions.retained.get(context.names.ofLive(live));
    if (child && !child.moves) places.set(child.desired.address, at);
  });
  return places;
}

function placingNode(nodes: ReadonlyMap<NodeId, Draft>, child: DesiredObject): NodeId | undefined {
  const move = nodeId.reparent(child.address);
  if (nodes.has(move)) return move;
  return nodes.has(nodeId.create(child.address)) ? nodeId.create(child.address) : undefined;
}
