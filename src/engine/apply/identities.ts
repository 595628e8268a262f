import { type Address, isUnmanagedAddress, typeOfAddress, unmanagedObject } from "../../model/address.ts";
import { keyOf, type ObjectKey, objectKey } from "../../model/object-key.ts";
import type { Plan } from "../../model/plan/plan.ts";
import type { ResourceType } from "../../model/resource-type.ts";
import type { Snapshot } from "../../model/snapshot.ts";
import type { Origin } from "../../model/state.ts";
import type { TypeIndex } from "../../model/type-index.ts";

/** The object of each address of a plan. The run adds those that it creates. */
export interface Identities {
  readonly find: (address: Address) => string | undefined;
  /** Throws if the object is not created yet: then the plan's order is wrong. */
  readonly idOf: (address: Address) => string;
  readonly typeOf: (address: Address) => ResourceType;
  /** Returns the key of the object. If its id is not known yet, no object has the returned key. */
  readonly keyOf: (address: Address) => ObjectKey;
  /** Returns the id of the object's scope, if its type has one. */
  readonly scopeIdOf: (address: Address) => string | undefined;
  readonly created: ReadonlyMap<Address, string>;
  /** How an object that the run added came under management. */
  readonly originOf: (address: Address) => Origin | undefined;
  readonly hasCreated: (id: string) => boolean;
  /** Whether the object is known, so that a lost create cannot have created it. */
  readonly isKnown: (key: ObjectKey) => boolean;
  /** Adds an object that was created for an address. */
  readonly addCreated: (address: Address, key: ObjectKey, id: string, origin: Origin) => void;
  /** Adds a created object that may have no address. */
  readonly addKnown: (key: ObjectKey) => void;
}

export function identitiesOf(plan: Plan, index: TypeIndex, before: Snapshot | undefined): Identities {
  const ids = idsBefore(plan);
  const known = knownBefore(plan, before);
  const created = new Map<Address, string>();
  const createdIds = new Set<string>();
  const origins = new Map<Address, Origin>();
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
    originOf: (address) => origins.get(address),
    hasCreated: (id) => createdIds.has(id),
    isKnown: (key) => known.has(key),
    addCreated: (address, key, id, origin) => {
      origins.set(address, origin);
      ids.set(address, id);
      created.set(address, id);
      createdIds.add(id);
      known.add(key);
    },
    addKnown: (key) => void known.add(key),
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
  const types = new Map(
    plan.steps.flatMap((step) => (step.action === "create" ? [[step.expects.knownIds, step.type]] : [])),
  );
  for (const [list, type] of types)
    for (const id of plan.knownIds[list] ?? []) known.add(objectKey(type, id));
  return known;
}

/** The id in an address of the form `type.@id`. Throws for any other address. */
function idInAddress(address: Address): string {
  if (isUnmanagedAddress(address)) return unmanagedObject(address).id;
  throw new Error(`${address} has no id yet: the plan's order is wrong.`);
}
