import type { Access } from "../live/access.ts";
import { type CreateInput, createKeyFields, createKeyOfFound } from "../live/create-key.ts";
import { bornOf } from "../live/find-lost-create.ts";
import { type Address, nameOfAddress, typeOfAddress } from "../model/address.ts";
import { fieldText, type KeyField } from "../model/key-field.ts";
import { createKeyedQueue, type KeyedQueue } from "../model/keyed-queue.ts";
import type { LiveWorld } from "../model/live-world.ts";
import { keyOf, type ObjectKey, objectKey } from "../model/object-key.ts";
import type { ResourceType } from "../model/resource-type.ts";
import type { TypeIndex } from "../model/type-index.ts";
import type { DeleteStep, Plan } from "../plan/plan.ts";
import type { ApplyRuntime } from "./runtime.ts";

/** What a run knows and learns. */
export interface Run {
  readonly plan: Plan;
  readonly runtime: ApplyRuntime;
  readonly index: TypeIndex;
  readonly access: Access;
  /** The live world just before the first write; undefined when it was not read. */
  readonly before: LiveWorld | undefined;
  readonly ids: Map<Address, string>;
  readonly created: Map<Address, string>;
  readonly createdIds: Set<string>;
  /** What exists and is not the object of a lost create. */
  readonly known: Set<ObjectKey>;
  /** Ids of what this run deleted. */
  readonly deleted: Set<string>;
  /** Deletes without a call of their own, by the address of what takes them along. */
  readonly goingWith: ReadonlyMap<Address, readonly DeleteStep[]>;
  /** Creates with the same birth key take turns, so that a lost one can be told from the others. */
  readonly turns: KeyedQueue;
  /** Intents that are written ahead, by node: whether it was, once it is on the disk. */
  readonly ahead: Map<string, Promise<boolean>>;
  /** The same, each settled without an error, in the order in which they became ready. */
  readonly aheadInOrder: Promise<unknown>[];
  /** Birth keys as the journal has them. */
  readonly hashedKeys: Map<string, string>;
  /** The turns for which one was. */
  readonly aheadTurns: Set<string>;
  /** By type, scope and fields: ids by birth key. */
  readonly twins: Map<string, Map<string, string[]>>;
  /** Secrets that requests carried: the service may repeat them in what it answers. */
  readonly revealed: Set<string>;
}

export function beginRun(
  plan: Plan,
  runtime: ApplyRuntime,
  index: TypeIndex,
  before: LiveWorld | undefined,
): Run {
  const { client, clock, horizonMs, signal } = runtime;
  const currentUser = before?.currentUser;
  const access = {
    client,
    index,
    clock,
    horizonMs,
    organizationId: plan.organizationId,
    generation: plan.generation,
    ...(signal === undefined ? {} : { signal }),
    ...(currentUser === undefined ? {} : { currentUser }),
  };
  const ids = new Map(
    Object.keys(plan.existing).map((address) => [address, plan.existing[address]?.id ?? ""]),
  );
  for (const address of Object.keys(plan.managed)) {
    const id = plan.managed[address]?.id;
    if (id !== undefined && !ids.has(address)) ids.set(address, id);
  }
  return {
    plan,
    runtime,
    index,
    access,
    before,
    ids,
    created: new Map(),
    createdIds: new Set(),
    known: knownBefore(plan, before),
    deleted: new Set(),
    goingWith: goingWith(plan),
    turns: createKeyedQueue(),
    ahead: new Map(),
    aheadInOrder: [],
    hashedKeys: new Map(),
    aheadTurns: new Set(),
    twins: new Map(),
    revealed: new Set(),
  };
}

function goingWith(plan: Plan): ReadonlyMap<Address, readonly DeleteStep[]> {
  const carried = new Map<Address, DeleteStep[]>();
  for (const step of plan.steps) {
    if (step.action !== "delete" || step.goesWith === undefined) continue;
    const others = carried.get(step.goesWith);
    if (others === undefined) carried.set(step.goesWith, [step]);
    else others.push(step);
  }
  return carried;
}

function knownBefore(plan: Plan, before: LiveWorld | undefined): Set<ObjectKey> {
  const known = new Set<ObjectKey>();
  for (const object of before?.objects ?? []) known.add(keyOf(object));
  for (const step of plan.steps) {
    if (step.action === "create") for (const id of step.expects.knownIds) known.add(objectKey(step.type, id));
  }
  return known;
}

/** The id of an address that exists, or that this run created before. */
export function idOf(run: Run, address: Address): string {
  const id = run.ids.get(address);
  if (id !== undefined) return id;
  const name = nameOfAddress(address);
  if (name.startsWith("@")) return name.slice(1);
  throw new Error(`${address} has no id yet; the plan's order is wrong.`);
}

export function typeOf(run: Run, address: Address): ResourceType {
  return run.index.get(run.plan.existing[address]?.type ?? typeOfAddress(address));
}

/** Of an object that has no id yet, no object's key. */
export function keyOfAddress(run: Run, address: Address): ObjectKey {
  return objectKey(typeOf(run, address).name, run.ids.get(address) ?? "");
}

/** Ids of other objects in the scope that have this birth key. */
export function twinsOf(
  run: Run,
  type: ResourceType,
  scopeId: string | undefined,
  input: CreateInput,
  key: string,
): string[] {
  const fields = createKeyFields(type, input);
  const name = `${type.name}\n${scopeId ?? ""}\n${fields.map(fieldText).join(" ")}`;
  let byKey = run.twins.get(name);
  if (byKey === undefined) {
    byKey = twinsIn(run, type, scopeId, fields);
    run.twins.set(name, byKey);
  }
  let ids = byKey.get(key);
  if (ids === undefined) {
    ids = [];
    byKey.set(key, ids);
  }
  return ids;
}

function twinsIn(
  run: Run,
  type: ResourceType,
  scopeId: string | undefined,
  fields: readonly KeyField[],
): Map<string, string[]> {
  const objects = run.before?.objects ?? [];
  const byKey = new Map<string, string[]>();
  for (const object of objects) {
    if (object.type !== type.name || object.scopeId !== scopeId) continue;
    const born = type.births === undefined ? undefined : bornOf(type, object.id, objects)[0];
    const key = createKeyOfFound(run.index, type, fields, object, born);
    byKey.set(key, [...(byKey.get(key) ?? []), object.id]);
  }
  return byKey;
}
