import { type Address, typeOfAddress } from "../model/address.ts";
import { isReference } from "../model/desired-world.ts";
import { graphOf, topologicalOrder } from "../model/graph.ts";
import { append } from "../model/groups.ts";
import type { Json, JsonObject } from "../model/json.ts";
import { isJsonObject } from "../model/json.ts";
import { keyOf, type ObjectKey, objectKey } from "../model/object-key.ts";
import { clearedByWriting, copyRuleOf, type ResourceType, siblingSetOf } from "../model/resource-type.ts";
import type { LiveObject, Snapshot } from "../model/snapshot.ts";
import type { TypeIndex } from "../model/type-index.ts";
import { indexTypes } from "../model/type-index.ts";
import type { Plan, PlanNode, PlanValue } from "./plan.ts";

/**
 * The snapshot after a plan, computed from the plan alone. The id of a new object is its address. Its undeclared attributes are absent,
 * except the values of a copied source and the values that are valid until a final write. Values that the service chooses (a derived path,
 * the next default) are not predicted.
 */
export function simulate(plan: Plan, world: Snapshot, types: readonly ResourceType[]): Snapshot {
  const index = indexTypes(types);
  const state: State = { plan, types: index, objects: new Map(), orders: new Map() };
  for (const object of [...world.objects].sort((a, b) => a.rank - b.rank)) put(state, object);
  const graph = graphOf(plan.nodes.map(({ id, after }) => [id, after] as const));
  for (const at of topologicalOrder(graph)) execute(state, plan.nodes[at] as PlanNode);
  inheritAgain(state);
  const rank = new Map<ObjectKey, number>();
  for (const keys of state.orders.values()) keys.forEach((key, at) => rank.set(key, at));
  const objects = [...state.objects].map(([key, object]) => ({ ...object, rank: rank.get(key) ?? 0 }));
  return { ...world, objects };
}

interface State {
  readonly plan: Plan;
  readonly types: TypeIndex;
  readonly objects: Map<ObjectKey, LiveObject>;
  /** Keys of siblings in their order, by container and sibling set. */
  readonly orders: Map<string, ObjectKey[]>;
}

function idOf(state: State, address: Address): string {
  return state.plan.existing[address]?.id ?? address;
}

function keyOfAddress(state: State, address: Address): ObjectKey {
  return objectKey(typeOfAddress(address), idOf(state, address));
}

function orderKey(state: State, object: LiveObject): string {
  const set = siblingSetOf(state.types.get(object.type), state.plan.apiVersion) ?? object.type;
  return [set, object.scopeId ?? "", object.container?.id ?? ""].join("\n");
}

function put(state: State, object: LiveObject): void {
  const key = keyOf(object);
  state.objects.set(key, object);
  append(state.orders, orderKey(state, object), key);
}

function removeLive(state: State, key: ObjectKey): LiveObject | undefined {
  const object = state.objects.get(key);
  if (object === undefined) return undefined;
  state.objects.delete(key);
  const siblings = state.orders.get(orderKey(state, object));
  siblings?.splice(siblings.indexOf(key), 1);
  return object;
}

function resolve(state: State, value: PlanValue): Json {
  return isJsonObject(value) && isReference(value) ? idOf(state, value.$ref) : value;
}

function resolveAll(state: State, values: Readonly<Record<string, PlanValue>>): JsonObject {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, resolve(state, value)]));
}

function execute(state: State, node: PlanNode): void {
  switch (node.kind) {
    case "create":
      return create(state, node);
    case "write":
      return change(state, keyOfAddress(state, node.address), ({ type, attributes }) => ({
        attributes: {
          ...attributes,
          ...cleared(state.types.get(type), node.values),
          ...resolveAll(state, node.values),
        },
      }));
    case "reparent":
      return moveInto(state, keyOfAddress(state, node.address), node.to);
    case "reorder":
      return sort(state, keyOfAddress(state, node.address), node.position);
    case "set-default":
      return setDefault(state, keyOfAddress(state, node.address));
    case "delete":
      return remove(state, keyOfAddress(state, node.address));
  }
}

function cleared(type: ResourceType, written: Readonly<Record<string, PlanValue>>): JsonObject {
  return Object.fromEntries(clearedByWriting(type, written).map((name) => [name, null]));
}

/** Updates inherited values from the objects that they are inherited from. */
function inheritAgain({ types, objects }: State): void {
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
function notYet(state: State, name: string): JsonObject {
  const { writers } = state.types.get(name);
  return Object.assign({}, ...writers.map(({ asObject }) => asObject?.absent ?? {}));
}

function create(state: State, node: Extract<PlanNode, { kind: "create" }>): void {
  const scope = node.scope === undefined ? {} : { scopeId: idOf(state, node.scope) };
  const container = node.container
    ? { type: typeOfAddress(node.container), id: idOf(state, node.container) }
    : null;
  const [type, id] = [typeOfAddress(node.address), node.address];
  const carried = resolveAll(state, node.attributes);
  const source = sourceOf(state, type, carried);
  put(state, {
    type,
    id,
    ...scope,
    container: source === undefined ? container : source.container,
    attributes: source === undefined ? { ...notYet(state, type), ...carried } : source.attributes,
    isDefault: false,
    rank: 0,
  });
  if (node.firstChild === undefined) return;
  put(state, {
    type: typeOfAddress(node.firstChild.address),
    id: node.firstChild.address,
    ...scope,
    container: { type, id },
    attributes: resolveAll(state, node.firstChild.attributes),
    isDefault: true,
    rank: 0,
  });
}

/** The source of a copy. Undefined: the object is no copy. */
function sourceOf({ types, objects }: State, type: string, carried: JsonObject): LiveObject | undefined {
  const rule = copyRuleOf(types.get(type), carried);
  const source = rule === undefined ? undefined : carried[rule.attribute];
  return typeof source === "string" ? objects.get(objectKey(type, source)) : undefined;
}

function change(state: State, key: ObjectKey, fields: (object: LiveObject) => Partial<LiveObject>): void {
  const object = state.objects.get(key);
  if (object) state.objects.set(key, { ...object, ...fields(object) });
}

function moveInto(state: State, key: ObjectKey, to: Address | null): void {
  const object = removeLive(state, key);
  if (object)
    put(state, {
      ...object,
      container: to === null ? null : { type: typeOfAddress(to), id: idOf(state, to) },
    });
}

function sort(
  state: State,
  key: ObjectKey,
  position: { readonly before: Address } | { readonly after: Address },
): void {
  const object = state.objects.get(key);
  const siblings = object && state.orders.get(orderKey(state, object));
  if (!siblings) return;
  siblings.splice(siblings.indexOf(key), 1);
  const at =
    "before" in position
      ? siblings.indexOf(keyOfAddress(state, position.before))
      : siblings.indexOf(keyOfAddress(state, position.after)) + 1;
  siblings.splice(at, 0, key);
}

function setDefault(state: State, key: ObjectKey): void {
  const target = state.objects.get(key);
  if (target === undefined) return;
  const everywhere = state.types.get(target.type).defaultRole?.within === "scope";
  for (const [other, object] of state.objects) {
    const rival =
      object.type === target.type &&
      object.scopeId === target.scopeId &&
      (everywhere || object.container?.id === target.container?.id);
    if (rival && object.isDefault !== (other === key))
      state.objects.set(other, { ...object, isDefault: other === key });
  }
}

function remove(state: State, key: ObjectKey): void {
  const stack = [key];
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const object = removeLive(state, next);
    if (object === undefined) continue;
    const implied = state.types.get(object.type).deletion?.contents === "implied";
    if (!implied) continue;
    for (const [other, inner] of state.objects) {
      const inScope = inner.scopeId === object.id && state.types.get(inner.type).scope === object.type;
      if (inScope || (inner.container?.type === object.type && inner.container.id === object.id))
        stack.push(other);
    }
  }
}
