import { type Address, typeOfAddress } from "../model/address.ts";
import { isJsonObject, type Json } from "../model/json.ts";
import type { Lock, LockEntry } from "../model/lock.ts";
import { objectKey } from "../model/object-key.ts";
import { present } from "../model/present.ts";
import type { ManagedObject, Plan, PlanValue } from "../plan/plan.ts";
import { type PlanSecret, secretIn } from "./plan-values.ts";

export interface LockInputs {
  readonly plan: Plan;
  readonly previous: Lock | undefined;
  readonly idOf: (address: Address) => string | undefined;
  readonly scopeIdOf: (address: Address) => string | undefined;
  /** Whether everything that the plan has for the address was done; true where it has nothing. */
  readonly isDone: (address: Address) => boolean;
  /** An applied value as the lock is to hold it. */
  readonly remember: (address: Address, attribute: string, value: Json, salt: string) => Json;
  /** Hashes a secret of the plan with another salt. */
  readonly rehash: (secret: PlanSecret, salt: string) => Promise<string>;
}

/**
 * The lock after a run. What is not done keeps its former entry; what came to be and is not finished is remembered by its
 * id alone, so that the next run knows it and writes the rest.
 */
export async function nextLock(inputs: LockInputs): Promise<Lock> {
  const { plan, previous } = inputs;
  const salt = previous?.salt ?? plan.salt;
  const objects: Record<Address, LockEntry> = { ...previous?.objects };
  const adopted = new Set(plan.steps.flatMap(({ action, address }) => (action === "adopt" ? [address] : [])));
  for (const step of plan.steps) {
    const goes = step.action === "forget" || step.action === "delete";
    if (goes && inputs.isDone(step.address) && plan.managed[step.address] === undefined)
      delete objects[step.address];
  }
  for (const address of Object.keys(plan.managed)) {
    const managed = plan.managed[address] as ManagedObject;
    const entry = await entryOf(inputs, address, managed, salt, !adopted.has(address));
    if (entry === undefined) delete objects[address];
    else objects[address] = entry;
  }
  const current = forgetFormerNames(inputs, objects);
  return {
    docsformLock: 1,
    organization: plan.organizationId,
    generation: plan.generation,
    ...present({ serial: previous?.serial }),
    salt,
    objects: current,
  };
}

/** An object that goes by another address now, or was deleted, is not remembered under its former one as well. */
function forgetFormerNames(
  inputs: LockInputs,
  objects: Readonly<Record<Address, LockEntry>>,
): Record<Address, LockEntry> {
  const { plan } = inputs;
  const keyOf = (address: Address, id: string) => objectKey(typeOfAddress(address), id);
  const elsewhere = new Set(
    Object.keys(plan.managed).map((address) => keyOf(address, objects[address]?.id ?? "")),
  );
  for (const step of plan.steps)
    if ((step.action === "delete" || step.action === "replace") && inputs.isDone(step.address))
      elsewhere.add(keyOf(step.address, step.id));
  const isFormer = (address: Address, entry: LockEntry) =>
    plan.managed[address] === undefined && elsewhere.has(keyOf(address, entry.id));
  return Object.fromEntries(Object.entries(objects).filter(([address, entry]) => !isFormer(address, entry)));
}

async function entryOf(
  inputs: LockInputs,
  address: Address,
  managed: ManagedObject,
  salt: string,
  isOurs: boolean,
): Promise<LockEntry | undefined> {
  const id = inputs.idOf(address);
  const former = inputs.previous?.objects[address];
  if (id === undefined) return former;
  if (inputs.isDone(address)) return await doneEntry(inputs, address, managed, id, salt);
  if (former?.id === id) return former;
  return { id, ...scopeField(inputs, address), applied: {}, ...(isOurs && { unfinished: true as const }) };
}

async function doneEntry(
  inputs: LockInputs,
  address: Address,
  managed: ManagedObject,
  id: string,
  salt: string,
): Promise<LockEntry> {
  const applied = await appliedValues(inputs, address, managed, salt);
  const container =
    managed.container === undefined ? undefined : await lockValueOf(inputs, managed.container, salt);
  return {
    id,
    ...scopeField(inputs, address),
    applied,
    ...(typeof container === "string" || container === null ? { container } : {}),
    ...(managed.isDefault === undefined ? {} : { isDefault: true as const }),
    ...present({ rank: managed.rank }),
    ...(managed.protect === undefined ? {} : { protect: true as const }),
  };
}

async function appliedValues(
  inputs: LockInputs,
  address: Address,
  managed: ManagedObject,
  salt: string,
): Promise<Record<string, Json>> {
  const former = inputs.previous?.objects[address]?.applied ?? {};
  const applied: Record<string, Json> = {};
  for (const name of Object.keys(managed.attributes)) {
    const value = await lockValueOf(inputs, managed.attributes[name] as PlanValue, salt);
    // A secret that can no longer be read was not written in this run either: what was known of it still holds.
    const kept = value === undefined ? former[name] : value;
    if (kept !== undefined) applied[name] = inputs.remember(address, name, kept, salt);
  }
  return applied;
}

function scopeField(inputs: LockInputs, address: Address): { scopeId?: string } {
  const scopeId = inputs.scopeIdOf(address);
  return present({ scopeId });
}

async function lockValueOf(inputs: LockInputs, value: PlanValue, salt: string): Promise<Json | undefined> {
  if (typeof value !== "object" || value === null) return value;
  if (!isJsonObject(value)) return await listOf(inputs, value as readonly Json[], salt);
  const reference = value["$ref"];
  if (typeof reference === "string") return inputs.idOf(reference) ?? null;
  const secret = secretIn(value);
  if (secret !== undefined) return await hashedSecret(inputs, secret, salt);
  if (typeof value["$hash"] === "string") return salt === inputs.plan.salt ? value : undefined;
  const fields: Record<string, Json> = {};
  for (const key of Object.keys(value)) {
    const item = await lockValueOf(inputs, value[key] as Json, salt);
    if (item === undefined) return undefined;
    fields[key] = item;
  }
  return fields;
}

async function listOf(inputs: LockInputs, values: readonly Json[], salt: string): Promise<Json | undefined> {
  const items: Json[] = [];
  for (const value of values) {
    const item = await lockValueOf(inputs, value, salt);
    if (item === undefined) return undefined;
    items.push(item);
  }
  return items;
}

async function hashedSecret(inputs: LockInputs, secret: PlanSecret, salt: string): Promise<Json | undefined> {
  if (salt === inputs.plan.salt) return { $hash: secret.hash };
  try {
    return { $hash: await inputs.rehash(secret, salt) };
  } catch {
    return undefined;
  }
}
