import { type Address, isUnmanagedAddress, typeOfAddress, unmanagedObject } from "../model/address.ts";
import { keyOf, type ObjectKey, objectKey } from "../model/object-key.ts";
import type { ResourceType } from "../model/resource-type.ts";
import type { Snapshot } from "../model/snapshot.ts";
import type { TypeIndex } from "../model/type-index.ts";
import type { Plan } from "../plan/plan.ts";

/** Which object each address of a plan is, as a run learns it. */
export interface Identities {
  readonly find: (address: Address) => string | undefined;
  /** Throws for what is still to be created: then the plan's order is wrong. */
  readonly idOf: (address: Address) => string;
  readonly typeOf: (address: Address) => ResourceType;
  /** Of an object that has no id yet, no object's key. */
  readonly keyOf: (address: Address) => ObjectKey;
  /** The object that addresses it, where its type has a scope. */
  readonly scopeIdOf: (address: Address) => string | undefined;
  /** Objects that this run has created. */
  readonly created: ReadonlyMap<Address, string>;
  readonly hasCreated: (id: string) => boolean;
  /** Whether it is there and is not what a create whose answer was lost has made. */
  readonly isKnown: (key: ObjectKey) => boolean;
  /** An address was created. */
  readonly learn: (address: Address, key: ObjectKey, id: string) => void;
  /** Something was created that no address may stand for. */
  readonly know: (key: ObjectKey) => void;
}

export function identitiesOf(plan: Plan, index: TypeIndex, before: Snapshot | undefined): Identities {
  const ids = idsBefore(plan);
  const known = knownBefore(plan, before);
  const created = new Map<Address, string>();
  const createdIds = new Set<string>();
  const typeOf = (address: Address) => index.get(plan.existing[address]?.type ?? typeOfAddress(address));
  return {
    find: (address) => ids.get(address),
    idOf: (address) => ids.get(address) ?? idInAddress(address),
    typeOf,
    keyOf: (address) => objectKey(typeOf(address).name, ids.get(address) ?? ""),
    scopeIdOf: (address) => {
      const scope = plan.managed[address]?.scope;
      return plan.existing[address]?.scopeId ?? (scope === undefined ? undefined : ids.get(scope));
    },
    created,
    hasCreated: (id) => createdIds.has(id),
    isKnown: (key) => known.has(key),
    learn: (address, key, id) => {
      ids.set(address, id);
      created.set(address, id);
      createdIds.add(id);
      known.add(key);
    },
    know: (key) => void known.add(key),
  };
}

function idsBefore(plan: Plan): Map<Address, string> {
  const managed = Object.entries(plan.managed).flatMap(([address, { id }]) =>
    id === undefined ? [] : [[address, id] as const],
  );
  const existing = Object.entries(plan.existing).map(([address, { id }]) => [address, id] as const);
  return new Map([...managed, ...existing]);
}

function knownBefore(plan: Plan, before: Snapshot | undefined): Set<ObjectKey> {
  const known = new Set<ObjectKey>();
  for (const object of before?.objects ?? []) known.add(keyOf(object));
  for (const step of plan.steps) {
    if (step.action === "create") for (const id of step.expects.knownIds) known.add(objectKey(step.type, id));
  }
  return known;
}

/** The id of an object that is addressed by it. */
function idInAddress(address: Address): string {
  if (isUnmanagedAddress(address)) return unmanagedObject(address).id;
  throw new Error(`${address} has no id yet: the plan's order is wrong.`);
}
