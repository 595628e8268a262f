import { type Address, typeOfAddress } from "../../../model/address.ts";
import { writtenOver } from "../../../model/attribute-value.ts";
import { isReference } from "../../../model/desired-world.ts";
import { keyOf, type ObjectKey, objectKey } from "../../../model/object-key.ts";
import type { Plan, PlanNode, PlanValue } from "../../../model/plan/plan.ts";
import { copyRuleOf } from "../../../model/resource-type/creation.ts";
import { siblingSetOf } from "../../../model/resource-type/place.ts";
import { clearedByWriting } from "../../../model/resource-type/writes.ts";
import type { ResourceType } from "../../../model/resource-type.ts";
import type { LiveObject, Snapshot } from "../../../model/snapshot.ts";
import type { TypeIndex } from "../../../model/type-index.ts";
import { indexTypes } from "../../../model/type-index.ts";
import { graphOf, topologicalOrder } from "../../../util/graph.ts";
import { getOrMake } from "../../../util/groups.ts";
import type { Json, JsonObject } from "../../../util/json.ts";
import { isJsonObject } from "../../../util/json.ts";
import { createLinkedOrder, type LinkedOrder } from "../../../util/linked-order.ts";

/**
 * The snapshot after a plan, computed from the plan alone. The id of a new object is its address. Its undeclared attributes are absent,
 * except the values of a copied source and the values that are valid until a final write. Values that the service chooses (a derived path,
 * the next default) are not predicted.
 */
export function simulate(plan: Simulated, world: Snapshot, types: readonly ResourceType[]): Snapshot {
  const index = indexTypes(types);
  const simulation: Simulation = {
    plan,
    types: index,
    currentUser: world.currentUser,
    objects: new Map(),
    orders: new Map(),
    contents: new Map(),
    defaults: new Map(),
  };
  for (const object of [...world.objects].sort((a, b) => a.rank - b.rank)) put(simulation, object);
  const graph = graphOf(plan.nodes.map(({ id, after }) => [id, after] as const));
  for (const at of topologicalOrder(graph)) execute(simulation, plan.nodes[at] as PlanNode);
  inheritAgain(simulation);
  const rank = new Map<ObjectKey, number>();
  for (const keys of simulation.orders.values())
    for (const [at, key] of [...keys].entries()) rank.set(key, at);
  const objects = [...simulation.objects].map(([key, object]) => ({ ...object, rank: rank.get(key) ?? 0 }));
  return { ...world, objects };
}

/** The parts of a plan that decide what the service is like afterwards. */
type Simulated = Pick<Plan, "nodes" | "existing" | "apiVersion">;

interface Simulation {
  readonly plan: Simulated;
  readonly types: TypeIndex;
  readonly currentUser: Snapshot["currentUser"];
  readonly objects: Map<ObjectKey, LiveObject>;
  /** Keys of siblings in their order, by container and sibling set. */
  readonly orders: Map<string, LinkedOrder<ObjectKey>>;
  /** Keys of the objects in a scope or directly inside a container, by the key of that object. */
  readonly contents: Map<ObjectKey, Set<ObjectKey>>;
  /** Keys of defaults, by the siblings among which one is the default. */
  readonly defaults: Map<string, Set<ObjectKey>>;
}

function idOf(simulation: Simulation, address: Address): string {
  return simulation.plan.existing[address]?.id ?? address;
}

function keyOfAddress(simulation: Simulation, address: Address): ObjectKey {
  return objectKey(typeOfAddress(address), idOf(simulation, address));
}

function orderKey(simulation: Simulation, object: LiveObject): string {
  const set = siblingSetOf(simulation.types.get(object.type), simulation.plan.apiVersion) ?? object.type;
  return [set, object.scopeId ?? "", object.container?.id ?? ""].join("\n");
}

function siblingsOf(simulation: Simulation, object: LiveObject): LinkedOrder<ObjectKey> {
  return getOrMake(simulation.orders, orderKey(simulation, object), createLinkedOrder<ObjectKey>);
}

/** The sets of contents that the object is in. */
function contentsWith({ types, contents }: Simulation, object: LiveObject): readonly Set<ObjectKey>[] {
  const { scope } = types.get(object.type);
  const around = [
    ...(object.container ? [keyOf(object.container)] : []),
    ...(scope !== undefined && object.scopeId !== undefined ? [objectKey(scope, object.scopeId)] : []),
  ];
  return around.map((key) => getOrMake(contents, key, newSet));
}

function defaultsBeside({ types, defaults }: Simulation, object: LiveObject): Set<ObjectKey> {
  const { type, scopeId = "", container } = object;
  const within = types.get(type).defaultRole?.within === "scope" ? "" : (container?.id ?? "");
  return getOrMake(defaults, [type, scopeId, within].join("\n"), newSet);
}

function newSet(): Set<ObjectKey> {
  return new Set();
}

function put(simulation: Simulation, object: LiveObject): void {
  const key = keyOf(object);
  simulation.objects.set(key, object);
  siblingsOf(simulation, object).append(key);
  for (const contents of contentsWith(simulation, object)) contents.add(key);
  if (object.isDefault) defaultsBeside(simulation, object).add(key);
}

function removeLive(simulation: Simulation, key: ObjectKey): LiveObject | undefined {
  const object = simulation.objects.get(key);
  if (object === undefined) return undefined;
  simulation.objects.delete(key);
  siblingsOf(simulation, object).remove(key);
  for (const contents of contentsWith(simulation, object)) contents.delete(key);
  defaultsBeside(simulation, object).delete(key);
  return object;
}

function resolve(simulation: Simulation, value: PlanValue): Json {
  return isJsonObject(value) && isReference(value) ? idOf(simulation, value.$ref) : value;
}

function resolveAll(simulation: Simulation, values: Readonly<Record<string, PlanValue>>): JsonObject {
  const resolved: Record<string, Json> = {};
  for (const name of Object.keys(values)) resolved[name] = resolve(simulation, values[name] as PlanValue);
  return resolved;
}

function execute(simulation: Simulation, node: PlanNode): void {
  switch (node.kind) {
    case "create":
      return create(simulation, node);
    case "write":
      return change(simulation, keyOfAddress(simulation, node.address), ({ type, attributes }) => ({
        attributes: {
          ...attributes,
          ...cleared(simulation.types.get(type), node.values),
          ...writtenValues(simulation, type, attributes, node.values),
        },
      }));
    case "reparent":
      return moveInto(simulation, keyOfAddress(simulation, node.address), node.to);
    case "reorder":
      return sort(simulation, keyOfAddress(simulation, node.address), node.position);
    case "set-default":
      return setDefault(simulation, keyOfAddress(simulation, node.address));
    case "delete":
      return remove(simulation, keyOfAddress(simulation, node.address));
  }
}

function writtenValues(
  simulation: Simulation,
  type: string,
  before: JsonObject,
  written: Readonly<Record<string, PlanValue>>,
): JsonObject {
  const { attributes } = simulation.types.get(type);
  const values = Object.entries(resolveAll(simulation, written));
  return Object.fromEntries(
    values.map(([name, value]) => [
      name,
      writtenOver(attributes[name] ?? {}, before[name] ?? null, value, simulation.currentUser),
    ]),
  );
}

function cleared(type: ResourceType, written: Readonly<Record<string, PlanValue>>): JsonObject {
  return Object.fromEntries(clearedByWriting(type, written).map((name) => [name, null]));
}

/** Updates inherited values from the objects that they are inherited from. */
function inheritAgain({ types, objects }: Simulation): void {
  for (const [key, object] of objects) {
    const { attributes: rules } = types.get(object.type);
    const values = (object.inherited ?? []).flatMap((name): [string, Json][] => {
      const through = rules[name]?.inheritedFrom ?? "";
      const id = object.attributes[through];
      const target =
        typeof id === "string"
          ? objects.get(objectKey(rules[through]?.reference?.type ?? "", id))
          : undefined;
      return target === undefined ? [] : [[name, target.attributes[name] ?? null]];
    });
    if (values.length > 0)
      objects.set(key, { ...object, attributes: { ...object.attributes, ...Object.fromEntries(values) } });
  }
}

/** Values that an object has until a final write changes them: for example, it is not published yet. */
export function valuesBeforeFinalWrite({ writers }: ResourceType): JsonObject {
  const values: Record<string, Json> = {};
  for (const { asObject } of writers) Object.assign(values, asObject?.absent);
  return values;
}

function create(simulation: Simulation, node: Extract<PlanNode, { kind: "create" }>): void {
  const scope = node.scope === undefined ? {} : { scopeId: idOf(simulation, node.scope) };
  const container = node.container
    ? { type: typeOfAddress(node.container), id: idOf(simulation, node.container) }
    : null;
  const [type, id] = [typeOfAddress(node.address), node.address];
  const values = resolveAll(simulation, node.attributes);
  const source = sourceOf(simulation, type, values);
  put(simulation, {
    type,
    id,
    ...scope,
    container: source === undefined ? container : source.container,
    attributes:
      source === undefined
        ? Object.assign(valuesBeforeFinalWrite(simulation.types.get(type)), values)
        : source.attributes,
    isDefault: false,
    rank: 0,
  });
  if (node.firstChild === undefined) return;
  put(simulation, {
    type: typeOfAddress(node.firstChild.address),
    id: node.firstChild.address,
    ...scope,
    container: { type, id },
    attributes: resolveAll(simulation, node.firstChild.attributes),
    isDefault: true,
    rank: 0,
  });
}

/** The source of a copy. Undefined: the object is no copy. */
function sourceOf({ types, objects }: Simulation, type: string, values: JsonObject): LiveObject | undefined {
  const rule = copyRuleOf(types.get(type), values);
  const source = rule === undefined ? undefined : values[rule.attribute];
  return typeof source === "string" ? objects.get(objectKey(type, source)) : undefined;
}

function change(
  simulation: Simulation,
  key: ObjectKey,
  fields: (object: LiveObject) => Partial<LiveObject>,
): void {
  const object = simulation.objects.get(key);
  if (object) simulation.objects.set(key, { ...object, ...fields(object) });
}

function moveInto(simulation: Simulation, key: ObjectKey, to: Address | null): void {
  const object = removeLive(simulation, key);
  if (object)
    put(simulation, {
      ...object,
      container: to === null ? null : { type: typeOfAddress(to), id: idOf(simulation, to) },
    });
}

function sort(
  simulation: Simulation,
  key: ObjectKey,
  position: { readonly before: Address } | { readonly after: Address },
): void {
  const object = simulation.objects.get(key);
  if (object === undefined) return;
  const siblings = siblingsOf(simulation, object);
  if ("before" in position) siblings.putBefore(key, keyOfAddress(simulation, position.before));
  else siblings.putAfter(key, keyOfAddress(simulation, position.after));
}

function setDefault(simulation: Simulation, key: ObjectKey): void {
  const target = simulation.objects.get(key);
  if (target === undefined) return;
  const defaults = defaultsBeside(simulation, target);
  for (const former of defaults) change(simulation, former, () => ({ isDefault: false }));
  defaults.clear();
  defaults.add(key);
  change(simulation, key, () => ({ isDefault: true }));
}

function remove(simulation: Simulation, key: ObjectKey): void {
  const stack = [key];
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const object = removeLive(simulation, next);
    if (object === undefined) continue;
    const implied = simulation.types.get(object.type).deletion?.contents === "implied";
    if (implied) for (const inner of simulation.contents.get(next) ?? []) stack.push(inner);
  }
}
