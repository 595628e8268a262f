import type { Address } from "../../model/address.ts";
import type { DesiredObject } from "../../model/desired-world.ts";
import type { JsonObject } from "../../model/json.ts";
import type { LiveObject } from "../../model/live-world.ts";
import type { ResourceType } from "../../model/resource-type.ts";
import { slugOf, stemOf } from "../../model/slug.ts";
import type { PlanContext } from "../context.ts";
import type { Created, Kept } from "../decide/decide.ts";
import { derivedTitle } from "../decide/derived-title.ts";
import type { CreateNode, PlanNode, SortNode, WriteNode } from "../plan.ts";
import { arrange } from "./arrange.ts";

/** A node before it is known what it waits for and which step it belongs to. */
export type Draft = Unplaced<PlanNode>;
type Unplaced<N> = N extends PlanNode ? Omit<N, "after" | "step"> : never;

/** One list of siblings that the layout orders. */
export interface SiblingList {
  readonly scope: Address;
  /** null: the root of the scope. */
  readonly container: Address | null;
  readonly siblings: readonly Address[];
  /** Siblings that are moved although they were in the container before. */
  readonly moved: ReadonlySet<Address>;
  /** Ids of nodes that bring a sibling here or sort it, in the order in which they must be done. */
  readonly operations: readonly string[];
}

export interface DraftedNodes {
  readonly nodes: ReadonlyMap<string, Draft>;
  readonly lists: readonly SiblingList[];
}

export const nodeId = {
  create: (address: Address) => `create ${address}`,
  write: (address: Address, writer: string) => `write ${address} ${writer}`,
  temporary: (address: Address, attribute: string) => `temporary ${address} ${attribute}`,
  enter: (address: Address) => `enter ${address}`,
  sort: (address: Address) => `sort ${address}`,
  point: (address: Address) => `point ${address}`,
  delete: (address: Address) => `delete ${address}`,
} as const;

/** All that has to be done, without an order between. */
export function draftNodes(context: PlanContext): DraftedNodes {
  const nodes = new Map<string, Draft>();
  const add = (draft: Draft | undefined) => draft && nodes.set(draft.id, draft);
  for (const created of context.decisions.created.values()) draftCreated(context, created).forEach(add);
  for (const kept of context.decisions.kept.values()) draftKept(context, kept).forEach(add);
  const lists = siblingLists(context, nodes);
  for (const deleted of context.decisions.deleted.values())
    if (deleted.goesWith === undefined)
      add({
        kind: "delete",
        id: nodeId.delete(deleted.address),
        address: deleted.address,
        calls: 1,
        ...scopeField(context.names.scopeOf(deleted.live)),
      });
  return { nodes, lists };
}

function draftCreated(context: PlanContext, { desired, bornWith }: Created): readonly (Draft | undefined)[] {
  const type = context.types.get(desired.type);
  const born = bornWith === undefined ? undefined : context.types.get(typeOf(context, bornWith)).births;
  const carried =
    bornWith === undefined
      ? (name: string) => type.attributes[name]?.atCreate !== "no"
      : (name: string) => born?.carries.includes(name) === true;
  const names = Object.keys(desired.attributes);
  const later = names.filter((name) => !carried(name) && isWorthWriting(type, desired, name));
  return [
    bornWith === undefined ? draftCreate(context, type, desired, names.filter(carried)) : undefined,
    ...draftWrites(context, type, desired, later, {}),
    bornWith === undefined ? draftEntry(context, type, desired) : undefined,
    // The first child is its container's default from birth.
    desired.isDefault && bornWith === undefined ? draftPoint(context, desired) : undefined,
  ];
}

function typeOf(context: PlanContext, address: Address): string {
  return context.desired.get(address)?.type ?? "";
}

/** A new object has nothing to clear, save where the service chooses a value by itself. */
function isWorthWriting(type: ResourceType, desired: DesiredObject, name: string): boolean {
  return desired.attributes[name] !== null || type.attributes[name]?.derived === true;
}

function draftCreate(
  context: PlanContext,
  type: ResourceType,
  desired: DesiredObject,
  names: readonly string[],
): Draft {
  const born = context.desired.born(desired, context.types);
  const container = context.names.desiredContainerOf(desired) ?? null;
  const placed = type.container?.atCreate[context.live.world.generation] === true;
  return {
    kind: "create",
    id: nodeId.create(desired.address),
    address: desired.address,
    calls: 1,
    ...scopeField(desired.scope),
    attributes: context.values.declared(
      type,
      desired,
      names.filter((name) => isWorthWriting(type, desired, name)),
    ),
    ...(placed && { container }),
    ...(born && { born: { address: born.address, attributes: bornValues(context, type, born) } }),
  } satisfies Unplaced<CreateNode>;
}

function bornValues(context: PlanContext, parent: ResourceType, born: DesiredObject) {
  const type = context.types.get(born.type);
  return context.values.declared(
    type,
    born,
    (parent.births?.carries ?? []).filter((name) => born.attributes[name] !== undefined),
  );
}

function draftWrites(
  context: PlanContext,
  type: ResourceType,
  desired: DesiredObject,
  names: readonly string[],
  before: JsonObject,
): readonly Draft[] {
  return type.writers.flatMap((writer) => {
    const own = names.filter((name) => writer.attributes.includes(name));
    if (own.length === 0) return [];
    return [
      {
        kind: "write",
        id: nodeId.write(desired.address, writer.name),
        address: desired.address,
        calls: 1,
        ...scopeField(desired.scope),
        writer: writer.name,
        values: context.values.declared(type, desired, own),
        before: Object.fromEntries(
          own
            .filter((name) => name in before)
            .map((name) => [name, context.values.before(type, desired, before, name)]),
        ),
      } satisfies Unplaced<WriteNode>,
    ];
  });
}

/** The way into its container, where the creating call cannot place it. */
function draftEntry(context: PlanContext, type: ResourceType, desired: DesiredObject): Draft | undefined {
  const to = context.names.desiredContainerOf(desired);
  if (to === undefined || to === null || type.container?.enter === undefined) return undefined;
  if (type.container.atCreate[context.live.world.generation]) return undefined;
  return draftEnter(context, type, desired, null, to);
}

function draftKept(
  context: PlanContext,
  { desired, live, changed, moves, point }: Kept,
): readonly (Draft | undefined)[] {
  const type = context.types.get(desired.type);
  const to = context.names.desiredContainerOf(desired);
  return [
    ...draftWrites(context, type, desired, changed, live.attributes),
    moves && to !== undefined
      ? draftEnter(context, type, desired, context.names.containerOf(live), to)
      : undefined,
    point ? draftPoint(context, desired) : undefined,
  ];
}

function draftEnter(
  context: PlanContext,
  type: ResourceType,
  desired: DesiredObject,
  from: Address | null,
  to: Address | null,
): Draft {
  // Ids are not known yet, but how many calls it takes is.
  const call = { organizationId: "o", generation: context.live.world.generation, scopeId: "s" };
  const calls = type.container?.enter?.(call, "id", from && "from", to && "to").length ?? 1;
  return {
    kind: "enter",
    id: nodeId.enter(desired.address),
    address: desired.address,
    calls,
    ...scopeField(desired.scope),
    from,
    to,
  };
}

function draftPoint(context: PlanContext, desired: DesiredObject): Draft {
  const container = context.names.desiredContainerOf(desired) ?? null;
  return {
    kind: "point",
    id: nodeId.point(desired.address),
    address: desired.address,
    calls: 1,
    ...scopeField(desired.scope),
    container,
  };
}

function scopeField(scope: Address | undefined): { scope?: Address } {
  return scope === undefined ? {} : { scope };
}

/** Every list of siblings whose order the layout has authority over and that is not in order, or is added to. */
function siblingLists(context: PlanContext, nodes: Map<string, Draft>): readonly SiblingList[] {
  const lists: SiblingList[] = [];
  for (const holder of context.desired.world.objects) {
    if (holder.owns.length === 0 && holder.ordersContents !== true) continue;
    const sets = new Map<string, DesiredObject[]>();
    for (const child of context.desired.inside(holder.address)) {
      const set = context.types.get(child.type).order?.siblingSet;
      if (set !== undefined) sets.set(set, [...(sets.get(set) ?? []), child]);
    }
    for (const children of sets.values()) lists.push(siblingList(context, nodes, holder, children));
  }
  return lists.filter((list) => list.operations.length > 0);
}

function siblingList(
  context: PlanContext,
  nodes: Map<string, Draft>,
  holder: DesiredObject,
  children: readonly DesiredObject[],
): SiblingList {
  const first = children[0] as DesiredObject;
  const scope = first.scope ?? holder.address;
  const atRoot = holder.address === first.scope;
  const places = livePlaces(context, holder);
  const siblings = children.map((child) => child.address);
  const late = new Set(
    children.filter((child) => mustComeLate(context, holder, child, children)).map((child) => child.address),
  );
  // A born child is there, in front, before any sibling can arrive.
  const place = (address: Address) =>
    places.get(address) ??
    (context.decisions.created.get(address)?.bornWith === holder.address ? -1 : undefined);
  const { sorts } = arrange(
    siblings.filter((address) => !late.has(address)),
    place,
  );
  const operations: string[] = [];
  const sort = (item: Address, position: SortNode["position"]) => {
    const id = nodeId.sort(item);
    nodes.set(id, {
      kind: "sort",
      id,
      address: item,
      calls: 1,
      scope,
      position,
    } satisfies Unplaced<SortNode>);
    operations.push(id);
  };
  const bySibling = new Map(sorts.map((each) => [each.item, each.position]));
  for (const child of children) {
    if (late.has(child.address)) continue;
    const arrival = arrivalNode(nodes, child);
    if (arrival !== undefined && place(child.address) === undefined) operations.push(arrival);
    const position = bySibling.get(child.address);
    if (position !== undefined) sort(child.address, position);
  }
  children.forEach((child, at) => {
    if (!late.has(child.address)) return;
    operations.push(nodeId.create(child.address));
    const [before, after] = [siblings[at - 1], siblings[at + 1]];
    if (after !== undefined)
      sort(child.address, before === undefined ? { before: after } : { after: before });
  });
  const moved = new Set(sorts.map((each) => each.item).filter((item) => places.has(item)));
  return { scope, container: atRoot ? null : holder.address, siblings, moved, operations };
}

/**
 * A newcomer without a declared unique value is given one by the service, which could be one that a sibling declares: it comes
 * after all siblings have theirs, and is then sorted to its place.
 */
function mustComeLate(
  context: PlanContext,
  holder: DesiredObject,
  child: DesiredObject,
  siblings: readonly DesiredObject[],
): boolean {
  const created = context.decisions.created.get(child.address);
  if (created === undefined || created.bornWith === holder.address) return false;
  return (context.types.get(child.type).unique ?? []).some((rule) => {
    if (rule.derivedFrom === undefined || child.attributes[rule.attribute] !== undefined) return false;
    const title = derivedTitle(context, rule.derivedFrom, child);
    const isNear = (value: unknown) =>
      typeof value === "string" && (title === undefined || stemOf(value) === stemOf(slugOf(title)));
    return siblings.some((sibling) => sibling !== child && isNear(sibling.attributes[rule.attribute]));
  });
}

/** Where the kept children are now, if the holder is live and they are in it. */
function livePlaces(context: PlanContext, holder: DesiredObject): ReadonlyMap<Address, number> {
  const places = new Map<Address, number>();
  const kept = context.decisions.kept.get(holder.address);
  if (kept === undefined) return places;
  context.live.inside(kept.live.type, kept.live.id).forEach((live: LiveObject, at: number) => {
    const child = context.decisions.kept.get(context.names.ofLive(live));
    if (child && !child.moves) places.set(child.desired.address, at);
  });
  return places;
}

function arrivalNode(nodes: ReadonlyMap<string, Draft>, child: DesiredObject): string | undefined {
  const enter = nodeId.enter(child.address);
  if (nodes.has(enter)) return enter;
  return nodes.has(nodeId.create(child.address)) ? nodeId.create(child.address) : undefined;
}
