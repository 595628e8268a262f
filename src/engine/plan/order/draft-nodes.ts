import type { Address } from "../../../model/address.ts";
import type { DesiredObject } from "../../../model/desired-world.ts";
import type { NodeId } from "../../../model/plan/plan.ts";
import { copyRuleOf } from "../../../model/resource-type/creation.ts";
import { writerOf, writtenAgain } from "../../../model/resource-type/writes.ts";
import type { ResourceType } from "../../../model/resource-type.ts";
import type { LiveObject } from "../../../model/snapshot.ts";
import type { JsonObject } from "../../../util/json.ts";
import { present } from "../../../util/present.ts";
import type { Created, Retained } from "../decide/decisions.ts";
import { type HiddenFirst, hiddenFirst, isVisibleTooEarly } from "../decide/hidden-first.ts";
import type { OrderContext } from "../decide/plan-context.ts";
import type { Draft } from "./draft-node.ts";
import { nodeId } from "./node-id.ts";
import { type SiblingList, siblingLists } from "./sibling-lists.ts";

export interface DraftedNodes {
  readonly nodes: ReadonlyMap<NodeId, Draft>;
  readonly lists: readonly SiblingList[];
}

/** Drafts all nodes of the plan, without their order. */
export function draftNodes(context: OrderContext): DraftedNodes {
  const nodes = new Map<NodeId, Draft>();
  const add = (draft: Draft | undefined) => draft && nodes.set(draft.id, draft);
  for (const created of context.decisions.created.values()) draftCreated(context, created).forEach(add);
  for (const retained of context.decisions.retained.values()) draftRetained(context, retained).forEach(add);
  const lists = siblingLists(context, nodes);
  for (const deleted of context.decisions.deleted.values())
    if (deleted.deletedWith === undefined)
      add({
        kind: "delete",
        id: nodeId.delete(deleted.address),
        address: deleted.address,
        calls: 1,
        ...scopeField(context.names.scopeOf(deleted.live)),
      });
  return { nodes, lists };
}

function draftCreated(context: OrderContext, created: Created): readonly (Draft | undefined)[] {
  const { desired, createdWith } = created;
  const type = context.types.get(desired.type);
  const later = writtenLater(context, created);
  const late = later.filter((name) => isUsedByFormer(context, desired, created.replaces?.live, name));
  const main = later.filter((name) => !late.includes(name));
  const hiding = hiddenAtFirst(context, created);
  const writes = draftWrites(context, type, withValue(desired, hiding, hiding?.shown), [
    ...main,
    ...(hiding === undefined ? [] : [hiding.attribute]),
  ]);
  return [
    createdWith === undefined ? draftCreate(context, created, hiding) : undefined,
    ...writes,
    ...draftWrites(context, type, desired, late, { idOf: nodeId.lateWrite }),
    createdWith === undefined ? draftFirstMove(context, type, desired) : undefined,
    // The first child is the default of its container from the start.
    desired.isDefault && createdWith === undefined ? draftSetDefault(context, desired) : undefined,
  ];
}

/** Attributes that the calls after the creating one write. */
function writtenLater(context: OrderContext, created: Created): readonly string[] {
  const { desired } = created;
  const type = context.types.get(desired.type);
  // A copy has the values of its source, so a declared null needs a write.
  const isCopy = copyRuleOf(type, desired.attributes) !== undefined;
  return Object.keys(desired.attributes).filter(
    (name) => !isInCreatingCall(context, created, name) && (isCopy || isWorthWriting(type, desired, name)),
  );
}

function isInCreatingCall(context: OrderContext, { desired, createdWith }: Created, name: string): boolean {
  const type = context.types.get(desired.type);
  if (createdWith !== undefined)
    return context.types.get(typeOf(context, createdWith)).firstChild?.carries.includes(name) === true;
  const copy = copyRuleOf(type, desired.attributes);
  return copy === undefined ? type.attributes[name]?.atCreate !== "no" : name === copy.attribute;
}

function typeOf(context: OrderContext, address: Address): string {
  return context.desired.get(address)?.type ?? "";
}

/** Whether it is a unique value that the replaced object has until it is deleted. */
function isUsedByFormer(
  { types, names }: OrderContext,
  desired: DesiredObject,
  former: LiveObject | undefined,
  name: string,
): boolean {
  const rule = types.get(desired.type).unique?.find(({ attribute }) => attribute === name);
  if (rule === undefined || former === undefined) return false;
  return (
    former.attributes[name] === desired.attributes[name] &&
    names.withinOf(rule, former) === names.desiredWithinOf(rule, desired)
  );
}

/**
 * Returns how to create the object hidden, if too many people would otherwise see it, or the child that is created with it, before the
 * later writes. Undefined: that is not necessary or not possible, or the object stays hidden.
 */
function hiddenAtFirst(context: OrderContext, created: Created): HiddenFirst | undefined {
  const { desired, createdWith } = created;
  const type = context.types.get(desired.type);
  const hiding = hiddenFirst(type, context.live.world.apiVersion);
  if (hiding === undefined || createdWith !== undefined || copyRuleOf(type, desired.attributes))
    return undefined;
  if ((desired.attributes[hiding.attribute] ?? hiding.shown) !== hiding.shown) return undefined;
  const child = context.desired.firstChild(desired, context.types);
  const made = [created, child && context.decisions.created.get(child.address)];
  const isTooEarly = made.some(
    (each) =>
      each !== undefined &&
      isVisibleTooEarly(context.types.get(each.desired.type), each.desired, writtenLater(context, each)),
  );
  return isTooEarly ? hiding : undefined;
}

function withValue(
  desired: DesiredObject,
  hiding: HiddenFirst | undefined,
  value: boolean | undefined,
): DesiredObject {
  if (hiding === undefined || value === undefined) return desired;
  return { ...desired, attributes: { ...desired.attributes, [hiding.attribute]: value } };
}

/**
 * Whether to send the value for a new object. A new object has nothing to clear, unless the service chooses a value itself. It also needs no
 * write of a value that each new object has, such as one that says that it is not published.
 */
function isWorthWriting(type: ResourceType, desired: DesiredObject, name: string): boolean {
  const value = desired.attributes[name];
  const absent = writerOf(type, name)?.asObject?.absent[name];
  if (absent !== undefined && value === absent) return false;
  return value !== null || type.attributes[name]?.derived === true;
}

function draftCreate(context: OrderContext, created: Created, hiding: HiddenFirst | undefined): Draft {
  const desired = withValue(created.desired, hiding, hiding && !hiding.shown);
  const type = context.types.get(desired.type);
  const names = Object.keys(desired.attributes).filter((name) => isInCreatingCall(context, created, name));
  const firstChild = context.desired.firstChild(desired, context.types);
  const container = context.names.desiredContainerOf(desired) ?? null;
  const placed = isPlacedAtOnce(context, type, desired);
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
    ...present({ shownBy: hiding && showingWrite(type, desired.address, hiding) }),
    ...(firstChild && {
      firstChild: { address: firstChild.address, attributes: firstChildValues(context, type, firstChild) },
    }),
  } satisfies Draft;
}

function showingWrite(type: ResourceType, address: Address, { attribute }: HiddenFirst): NodeId | undefined {
  const writer = writerOf(type, attribute);
  return writer && nodeId.write(address, writer.name);
}

function firstChildValues(context: OrderContext, parent: ResourceType, firstChild: DesiredObject) {
  const type = context.types.get(firstChild.type);
  return context.values.declared(
    type,
    firstChild,
    (parent.firstChild?.carries ?? []).filter((name) => firstChild.attributes[name] !== undefined),
  );
}

function draftWrites(
  context: OrderContext,
  type: ResourceType,
  desired: DesiredObject,
  names: readonly string[],
  {
    before = {},
    idOf = nodeId.write,
  }: { readonly before?: JsonObject; readonly idOf?: typeof nodeId.write } = {},
): readonly Draft[] {
  return type.writers.flatMap((writer) => {
    const own = names.filter((name) => writer.attributes.includes(name));
    if (own.length === 0) return [];
    return [
      {
        kind: "write",
        id: idOf(desired.address, writer.name),
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
      } satisfies Draft,
    ];
  });
}

/** The move into its container, if the creating call cannot place the object. */
function draftFirstMove(
  context: OrderContext,
  type: ResourceType,
  desired: DesiredObject,
): Draft | undefined {
  if (type.container?.moveInto === undefined || isPlacedAtOnce(context, type, desired)) return undefined;
  const to = context.names.desiredContainerOf(desired) ?? null;
  // The service creates a copy beside its source, and any other object at the root.
  const isThere = to === null && copyRuleOf(type, desired.attributes) === undefined;
  return isThere ? undefined : draftMoveInto(context, type, desired, null, to);
}

/** Whether the creating call places the object in its container. */
function isPlacedAtOnce({ live }: OrderContext, type: ResourceType, { attributes }: DesiredObject): boolean {
  return (
    type.container?.atCreate[live.world.apiVersion] === true && copyRuleOf(type, attributes) === undefined
  );
}

function draftRetained(
  context: OrderContext,
  { desired, live, changed, moves, becomesDefault }: Retained,
): readonly (Draft | undefined)[] {
  if (changed.length === 0 && !moves && !becomesDefault) return [];
  const type = context.types.get(desired.type);
  const to = context.names.desiredContainerOf(desired);
  const again = writtenAgain(type, changed, desired);
  const former = context.decisions.carried.get(desired.address)?.from;
  const isLate = (name: string) => isUsedByFormer(context, desired, former, name);
  const [before, names] = [live.attributes, [...changed, ...again]];
  const late = names.filter(isLate);
  const main = names.filter((name) => !late.includes(name));
  return [
    ...draftWrites(context, type, desired, main, { before }),
    ...draftWrites(context, type, desired, late, { before, idOf: nodeId.lateWrite }),
    moves && to !== undefined
      ? draftMoveInto(context, type, desired, context.names.containerOf(live), to)
      : undefined,
    becomesDefault ? draftSetDefault(context, desired) : undefined,
  ];
}

function draftMoveInto(
  context: OrderContext,
  type: ResourceType,
  desired: DesiredObject,
  from: Address | null,
  to: Address | null,
): Draft {
  // The ids are not known yet, but they do not change the number of calls.
  const call = { organizationId: "o", apiVersion: context.live.world.apiVersion, scopeId: "s" };
  const calls = type.container?.moveInto?.(call, "id", from && "from", to && "to").length ?? 1;
  return {
    kind: "reparent",
    id: nodeId.reparent(desired.address),
    address: desired.address,
    calls,
    ...scopeField(desired.scope),
    from,
    to,
  };
}

function draftSetDefault(context: OrderContext, desired: DesiredObject): Draft {
  const container = context.names.desiredContainerOf(desired) ?? null;
  return {
    kind: "set-default",
    id: nodeId.setDefault(desired.address),
    address: desired.address,
    calls: 1,
    ...scopeField(desired.scope),
    container,
  };
}

function scopeField(scope: Address | undefined): { scope?: Address } {
  return present({ scope });
}
