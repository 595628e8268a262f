import { type Address, typeOfAddress } from "../../../model/address.ts";
import { isReference } from "../../../model/desired-world.ts";
import { type ObjectKey, objectKey } from "../../../model/object-key.ts";
import type { Plan, PlanNode } from "../../../model/plan/plan.ts";
import { copyRuleOf } from "../../../model/resource-type/creation.ts";
import type { Snapshot } from "../../../model/snapshot.ts";
import type { TypeIndex } from "../../../model/type-index.ts";
import { append } from "../../../util/groups.ts";
import { isJsonObject } from "../../../util/json.ts";
import { type Audience, audienceOf } from "../../audience/audience.ts";
import { simulate } from "./simulate.ts";

/** The parts of a plan that show what it does. */
export type Doing = Pick<Plan, "nodes" | "existing" | "apiVersion">;

/** Who can see and do what before a plan and after it. */
export interface PlannedWorlds {
  readonly live: Audience;
  readonly planned: Audience;
  readonly world: Snapshot;
  /** The objects whose changes may open or close something, each with the steps that change it. */
  readonly changed: ReadonlyMap<ObjectKey, readonly number[]>;
  /** The source of each copy. That of a copy of a new copy is the source of that one. */
  readonly sources: ReadonlyMap<ObjectKey, ObjectKey>;
}

/** Undefined: the plan can open and close nothing. */
export function plannedWorlds(plan: Doing, live: Snapshot, types: TypeIndex): PlannedWorlds | undefined {
  const changed = new Map<ObjectKey, number[]>();
  for (const node of plan.nodes) {
    if (!mayOpen(types, node)) continue;
    // A replacement is an object of its own beside the one that it replaces.
    const keys = new Set([
      keyIn(plan, node.address),
      ...(node.kind === "create" ? [newKey(node.address)] : []),
    ]);
    for (const key of keys) append(changed, key, node.step);
  }
  if (changed.size === 0) return undefined;
  const world = withNewContents(plan, simulate(plan, live, types.all), types);
  return {
    live: audienceOf(live, types),
    planned: audienceOf(world, types),
    world,
    changed,
    sources: withoutNewSources(new Map(plan.nodes.flatMap((node) => [...sourceOf(plan, types, node)]))),
  };
}

/** The object of an address. The id of a new one is its address. */
export function keyIn({ existing }: Pick<Doing, "existing">, address: Address): ObjectKey {
  return objectKey(typeOfAddress(address), existing[address]?.id ?? address);
}

function newKey(address: Address): ObjectKey {
  return objectKey(typeOfAddress(address), address);
}

/** Whether a node may change who sees or may do something, or at which URL. */
export function mayOpen(types: TypeIndex, node: PlanNode): boolean {
  if (node.kind === "reorder") return false;
  const { attributes } = types.get(typeOfAddress(node.address));
  const names = Object.keys(node.kind === "write" ? node.values : attributes);
  return names.some((name) => attributes[name]?.opens !== undefined);
}

/** The planned world knows all contents of the objects that the plan creates. */
function withNewContents({ nodes }: Doing, world: Snapshot, types: TypeIndex): Snapshot {
  const contentsReadOf = new Map(world.contentsReadOf);
  for (const { kind, address } of nodes)
    if (kind === "create") contentsReadOf.set(address, types.typesReadOf(typeOfAddress(address)));
  return { ...world, contentsReadOf };
}

function withoutNewSources(sources: ReadonlyMap<ObjectKey, ObjectKey>): ReadonlyMap<ObjectKey, ObjectKey> {
  const first = (source: ObjectKey): ObjectKey => {
    // Two new spaces that are copies of each other are an error, which the plan finds later.
    const passed = new Set<ObjectKey>();
    let at = source;
    for (let next = sources.get(at); next !== undefined && !passed.has(at); next = sources.get(at)) {
      passed.add(at);
      at = next;
    }
    return at;
  };
  return new Map([...sources].map(([copy, source]) => [copy, first(source)]));
}

function* sourceOf(
  plan: Doing,
  types: TypeIndex,
  node: PlanNode,
): Generator<readonly [ObjectKey, ObjectKey]> {
  if (node.kind !== "create") return;
  const type = types.get(typeOfAddress(node.address));
  const rule = copyRuleOf(type, node.attributes);
  const source = rule && node.attributes[rule.attribute];
  if (source === undefined) return;
  const key = keyIn(plan, node.address);
  if (typeof source === "string") yield [key, objectKey(type.name, source)];
  else if (isJsonObject(source) && isReference(source)) yield [key, keyIn(plan, source.$ref)];
}
