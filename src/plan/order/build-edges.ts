import type { Address } from "../../model/address.ts";
import type { DesiredObject } from "../../model/desired-world.ts";
import { isReference } from "../../model/desired-world.ts";
import { append } from "../../model/groups.ts";
import { isJsonObject } from "../../model/json.ts";
import type { LiveObject } from "../../model/live-world.ts";
import { keyOf } from "../../model/object-key.ts";
import type { UniqueRule } from "../../model/resource-type.ts";
import { slugOf, stemOf } from "../../model/slug.ts";
import type { PlanContext } from "../context.ts";
import type { Deleted } from "../decide/decide.ts";
import { derivedTitle } from "../decide/derived-title.ts";
import type { Draft, DraftedNodes } from "./build-nodes.ts";
import { nodeId } from "./build-nodes.ts";
import type { EdgeKind } from "./dependency-graph.ts";
import { DependencyGraph } from "./dependency-graph.ts";

/** How much a droppable edge is missed: without it the service chooses a default, refuses a last delete, takes a path. */
const soft = {
  defaultFirst: { kind: "soft", weight: 1 },
  replaceFirst: { kind: "soft", weight: 2 },
  addFirst: { kind: "soft", weight: 3 },
  derivedPath: { kind: "soft", weight: 4 },
} as const satisfies Record<string, EdgeKind>;

/** The order that the nodes must keep. */
export function buildGraph(context: PlanContext, drafted: DraftedNodes): DependencyGraph {
  const graph = new DependencyGraph();
  for (const id of drafted.nodes.keys()) graph.addNode(id);
  const builder: Builder = { context, ...drafted, graph };
  for (const draft of drafted.nodes.values()) requireExistence(builder, draft);
  for (const list of drafted.lists) chain(graph, list.operations);
  for (const deleted of context.decisions.deleted.values()) orderDelete(builder, deleted);
  orderUniqueValues(builder);
  orderLastWriters(builder);
  return graph;
}

interface Builder extends DraftedNodes {
  readonly context: PlanContext;
  readonly graph: DependencyGraph;
}

/** The node after which an object exists; undefined when it does already. */
function birthOf({ context }: Builder, address: Address): string | undefined {
  const created = context.decisions.created.get(address);
  return created && nodeId.create(created.bornWith ?? address);
}

/** The node after which an object is where it is to be. */
function placementOf(builder: Builder, address: Address): string | undefined {
  const enter = nodeId.enter(address);
  return builder.graph.has(enter) ? enter : birthOf(builder, address);
}

function requireExistence(builder: Builder, draft: Draft): void {
  const need = (address: Address | null | undefined) => {
    if (typeof address === "string") builder.graph.addEdge(draft.id, birthOf(builder, address));
  };
  if (draft.kind !== "create") need(draft.address);
  if ("scope" in draft) need(draft.scope);
  switch (draft.kind) {
    case "create":
      need(draft.container);
      needReferences(draft.attributes, need);
      needReferences(draft.born?.attributes ?? {}, need);
      break;
    case "write":
      needReferences(draft.values, need);
      break;
    case "enter":
      need(draft.to);
      enterAfterAncestors(builder, draft.id, draft.to);
      break;
    case "sort":
    case "point":
      builder.graph.addEdge(draft.id, placementOf(builder, draft.address));
      break;
    case "delete":
      break;
  }
}

function needReferences(values: Readonly<Record<string, unknown>>, need: (address: Address) => void): void {
  for (const value of Object.values(values)) if (isJsonObject(value) && isReference(value)) need(value.$ref);
}

/** What an object goes into must already be where it is to be, or the two could end up inside each other. */
function enterAfterAncestors(builder: Builder, id: string, to: Address | null): void {
  const seen = new Set<Address>();
  for (let ancestor = to; ancestor !== null && !seen.has(ancestor); ) {
    seen.add(ancestor);
    builder.graph.addEdge(id, nodeId.enter(ancestor));
    const object = builder.context.desired.get(ancestor);
    ancestor = (object && builder.context.names.desiredContainerOf(object)) ?? null;
  }
}

function chain(graph: DependencyGraph, operations: readonly string[]): void {
  operations.forEach((operation, at) => graph.addEdge(operation, operations[at - 1]));
}

function orderDelete(builder: Builder, deleted: Deleted): void {
  const { context, graph } = builder;
  const id = deletingNode(builder, deleted);
  const { live } = deleted;
  for (const inner of context.live.inside(live.type, live.id)) leaveFirst(builder, id, inner);
  for (const referrer of context.referrersOf(live))
    releaseFirst(builder, id, referrer.object, referrer.attribute);
  if (deleted.replacedBy !== undefined)
    graph.addEdge(id, placementOf(builder, deleted.replacedBy), soft.replaceFirst);
  if (deleted.goesWith !== undefined) return;
  const siblings = siblingsOf(context, live);
  if (live.isDefault)
    for (const sibling of siblings.desired)
      graph.addEdge(id, nodeId.point(sibling.address), soft.defaultFirst);
  if (context.types.get(live.type).deletion?.addBeforeDelete && siblings.kept === 0)
    for (const sibling of siblings.desired)
      graph.addEdge(id, placementOf(builder, sibling.address), soft.addFirst);
}

/** The node that makes a deleted object disappear: its own, or that of what takes it along. */
function deletingNode({ context }: Builder, deleted: Deleted): string {
  const taker = deleted.goesWith === undefined ? undefined : context.decisions.deleted.get(deleted.goesWith);
  return nodeId.delete((taker ?? deleted).address);
}

function leaveFirst(builder: Builder, id: string, inner: LiveObject): void {
  const { context, graph } = builder;
  const deleted = context.decisions.deleted.get(keyOf(inner));
  graph.addEdge(id, deleted ? deletingNode(builder, deleted) : nodeId.enter(context.names.ofLive(inner)));
}

function releaseFirst(builder: Builder, id: string, referrer: LiveObject, attribute: string): void {
  const { context, graph } = builder;
  const deleted = context.decisions.deleted.get(keyOf(referrer));
  if (deleted) return graph.addEdge(id, deletingNode(builder, deleted));
  const address = context.names.ofLive(referrer);
  graph.addEdge(id, writeOf(builder, referrer.type, address, attribute));
}

/** The node that writes an attribute of an object, if there is one. */
function writeOf(builder: Builder, type: string, address: Address, attribute: string): string | undefined {
  const writer = builder.context.types.get(type).writers.find((each) => each.attributes.includes(attribute));
  const id = writer && nodeId.write(address, writer.name);
  const draft = id === undefined ? undefined : builder.nodes.get(id);
  return draft?.kind === "write" && attribute in draft.values ? draft.id : undefined;
}

/** Desired siblings among which one is the default, for a live object; and how many of them stay there throughout. */
function siblingsOf(
  context: PlanContext,
  live: LiveObject,
): { desired: readonly DesiredObject[]; kept: number } {
  const type = context.types.get(live.type);
  const everywhere = type.defaultRole?.within === "scope";
  const holder = everywhere ? context.names.scopeOf(live) : context.names.around(live);
  const desired = context.desired.world.objects.filter(
    (object) =>
      object.type === live.type &&
      (everywhere ? object.scope === holder : context.names.desiredAround(object) === holder),
  );
  const kept = desired.filter((object) => {
    const keeping = context.decisions.kept.get(object.address);
    return keeping && (everywhere || !keeping.moves);
  });
  return { desired, kept: kept.length };
}

function isBorn({ context }: Builder, object: DesiredObject): boolean {
  return context.decisions.created.get(object.address)?.bornWith !== undefined;
}

/** Who has, gives up, takes and may by accident derive each value that must be unique. */
function orderUniqueValues(builder: Builder): void {
  for (const type of builder.context.types.all)
    for (const rule of type.unique ?? []) orderUnique(builder, type.name, rule);
}

function orderUnique(builder: Builder, type: string, rule: UniqueRule): void {
  const { context } = builder;
  const takersByWithin = new Map<string, DesiredObject[]>();
  const newcomersByWithin = new Map<string, DesiredObject[]>();
  for (const object of context.desired.world.objects) {
    if (object.type !== type) continue;
    const within = context.names.desiredWithinOf(rule, object);
    if (takesValue(builder, rule, object) !== undefined) append(takersByWithin, within, object);
    if (context.decisions.created.has(object.address)) append(newcomersByWithin, within, object);
  }
  if (takersByWithin.size === 0) return;
  const holders = new Map<string, LiveObject>();
  for (const live of context.live.ofType(type))
    holders.set(
      `${context.names.withinOf(rule, live)}\n${JSON.stringify(live.attributes[rule.attribute])}`,
      live,
    );
  for (const [within, takers] of takersByWithin) {
    for (const taker of takers) {
      const value = valueOf(taker, rule);
      const holder = holders.get(`${within}\n${JSON.stringify(value)}`);
      const node = takesValue(builder, rule, taker);
      if (holder && node !== undefined) releaseValueFirst(builder, node, rule, holder, value, taker);
    }
    orderDerivedValues(builder, rule, takers, newcomersByWithin.get(within) ?? []);
  }
}

/** The node by which an object comes to have its declared value. */
function takesValue(builder: Builder, rule: UniqueRule, object: DesiredObject): string | undefined {
  if (typeof object.attributes[rule.attribute] !== "string") return undefined;
  const write = writeOf(builder, object.type, object.address, rule.attribute);
  if (write !== undefined) return write;
  const created = builder.context.decisions.created.get(object.address);
  return created && birthOf(builder, object.address);
}

function releaseValueFirst(
  builder: Builder,
  node: string,
  rule: UniqueRule,
  holder: LiveObject,
  value: string,
  taker: DesiredObject,
): void {
  const { context, graph } = builder;
  const deleted = context.decisions.deleted.get(keyOf(holder));
  if (deleted) return graph.addEdge(node, deletingNode(builder, deleted), { kind: "release", value });
  const address = context.names.ofLive(holder);
  if (address === taker.address) return;
  graph.addEdge(node, writeOf(builder, holder.type, address, rule.attribute), { kind: "release", value });
  if (rule.within === "container") graph.addEdge(node, nodeId.enter(address), { kind: "release", value });
}

/**
 * A creation takes a derived value until its own is written. Existing objects take their values before; of two new ones
 * the earlier is finished first where one's slug could be the other's value.
 */
function orderDerivedValues(
  builder: Builder,
  rule: UniqueRule,
  takers: readonly DesiredObject[],
  newcomers: readonly DesiredObject[],
): void {
  if (rule.derivedFrom === undefined || newcomers.length === 0) return;
  const place = new Map(newcomers.map((object, at) => [object.address, at]));
  const wanted = takers.map((object) => ({ object, node: takesValue(builder, rule, object) }));
  const byStem = new Map<string, typeof wanted>();
  for (const want of wanted) append(byStem, stemOf(valueOf(want.object, rule)), want);
  const isEarlier = (object: DesiredObject, newcomer: DesiredObject) =>
    (place.get(object.address) ?? -1) < (place.get(newcomer.address) as number);
  for (const newcomer of newcomers) {
    titleFirst(builder, rule.derivedFrom, newcomer);
    const title = derivedTitle(builder.context, rule.derivedFrom, newcomer);
    // What is given its value by the service comes after all that declare one.
    const isLast = newcomer.attributes[rule.attribute] === undefined && !isBorn(builder, newcomer);
    for (const { object, node } of title === undefined ? wanted : (byStem.get(stemOf(slugOf(title))) ?? [])) {
      if (object !== newcomer)
        finishEarlier(builder, rule, newcomer, node, isLast || isEarlier(object, newcomer));
    }
  }
}

/** The value is made of the title at that moment: one that is to change is changed before. */
function titleFirst(builder: Builder, derivedFrom: string, newcomer: DesiredObject): void {
  const [attribute, ofReferred] = derivedFrom.split(".") as [string, string?];
  const value = newcomer.attributes[attribute];
  const birth = birthOf(builder, newcomer.address);
  if (ofReferred === undefined || birth === undefined || !isReference(value)) return;
  const referred = builder.context.desired.get(value.$ref);
  if (referred)
    builder.graph.addEdge(
      birth,
      writeOf(builder, referred.type, referred.address, ofReferred),
      soft.derivedPath,
    );
}

function finishEarlier(
  builder: Builder,
  rule: UniqueRule,
  newcomer: DesiredObject,
  takes: string | undefined,
  isEarlier: boolean,
): void {
  const { graph } = builder;
  const birth = birthOf(builder, newcomer.address);
  if (takes === undefined || birth === undefined) return;
  if (isEarlier) graph.addEdge(birth, takes, soft.derivedPath);
  else graph.addEdge(takes, takesValue(builder, rule, newcomer), soft.derivedPath);
}

function valueOf(object: DesiredObject, rule: UniqueRule): string {
  const value = object.attributes[rule.attribute];
  return typeof value === "string" ? value : "";
}

/** Publication comes after everything else in its scope. */
function orderLastWriters(builder: Builder): void {
  const { context, graph, nodes } = builder;
  const last = [...nodes.values()].filter(
    (draft) =>
      draft.kind === "write" &&
      context.types
        .get(draft.address.slice(0, draft.address.indexOf(".")))
        .writers.find((writer) => writer.name === draft.writer)?.stage === "last",
  );
  if (last.length === 0) return;
  const byScope = new Map<Address, string[]>();
  for (const draft of nodes.values())
    append(byScope, ("scope" in draft && draft.scope) || draft.address, draft.id);
  for (const draft of last)
    for (const other of byScope.get(draft.address) ?? [])
      if (!last.some((each) => each.id === other)) graph.addEdge(draft.id, other);
}
