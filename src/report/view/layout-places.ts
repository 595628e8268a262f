import { type Address, typeOfAddress } from "../../model/address.ts";
import { isReference } from "../../model/desired-world.ts";
import { keyOf, type ObjectKey, objectKey } from "../../model/object-key.ts";
import type { Plan, PlanValue } from "../../model/plan/plan.ts";
import type { ResourceType } from "../../model/resource-type.ts";
import type { LiveObject, Snapshot } from "../../model/snapshot.ts";
import { indexTypes, type TypeIndex } from "../../model/type-index.ts";
import { once } from "../../util/once.ts";

/** The place of an object in the structure of the organization. */
export interface LayoutPlace {
  /** The object around it. Absent: it is at the top. */
  readonly parent?: Address;
  /** The place among its siblings. */
  readonly rank: number;
}

/** The places of the objects inside scopes, such as sites, of the scopes, and of everything around them. */
export type LayoutPlaces = ReadonlyMap<Address, LayoutPlace>;

interface Worlds {
  readonly types: readonly ResourceType[];
  readonly live?: Snapshot | undefined;
}

/** The places after the plan of all objects with steps. A deleted object keeps its present place. */
export function layoutPlaces(plan: Plan, { types, live }: Worlds): LayoutPlaces {
  const index = indexTypes(types);
  const scopes = new Set(types.flatMap(({ scope }) => scope ?? []));
  const parentOf = parentLookup(plan, index, live);
  const places = new Map<Address, LayoutPlace>();
  const add = (address: Address): void => {
    if (places.has(address)) return;
    const found = parentOf(address);
    const parent = found === address ? undefined : found;
    const rank = plan.managed[address]?.rank ?? Number.MAX_SAFE_INTEGER;
    places.set(address, parent === undefined ? { rank } : { rank, parent });
    if (parent !== undefined) add(parent);
  };
  for (const { address, type } of plan.steps)
    if (index.find(type)?.scope !== undefined || scopes.has(type)) add(address);
  return places;
}

/** The parent of an object. Undefined: the object is at the top. */
type ParentLookup = (address: Address) => Address | undefined;

function parentLookup(plan: Plan, types: TypeIndex, live: Snapshot | undefined): ParentLookup {
  const liveByKey = once(
    () => new Map<ObjectKey, LiveObject>((live?.objects ?? []).map((object) => [keyOf(object), object])),
  );
  const addresses = once(
    () =>
      new Map<ObjectKey, Address>(
        Object.entries(plan.existing).map(([address, { type, id }]) => [objectKey(type, id), address]),
      ),
  );
  const movesTo = new Map(
    plan.steps.flatMap((step) => (step.action === "move" ? [[step.address, step.to] as const] : [])),
  );
  const addressOf = (type: string | undefined, id: string | undefined) =>
    type === undefined || id === undefined ? undefined : addresses().get(objectKey(type, id));

  const declaredContainer = (type: string, value: PlanValue | undefined): Address | undefined => {
    if (isReference(value)) return value.$ref;
    if (typeof value !== "string") return undefined;
    const candidates = types.find(type)?.container?.types ?? [];
    return candidates.map((each) => addressOf(each, value)).find((each) => each !== undefined);
  };
  const containerOf = (address: Address): Address | undefined => {
    const target = movesTo.get(address);
    if (target !== undefined) return target ?? undefined;
    const declared = plan.managed[address]?.container;
    if (declared !== undefined) return declaredContainer(typeOfAddress(address), declared);
    const container = liveAt(address)?.container;
    return addressOf(container?.type, container?.id);
  };
  const liveAt = (address: Address): LiveObject | undefined => {
    const existing = plan.existing[address];
    return existing && liveByKey().get(objectKey(existing.type, existing.id));
  };
  const scopeOf = (address: Address, scopeType: string): Address | undefined =>
    plan.managed[address]?.scope ??
    addressOf(scopeType, plan.existing[address]?.scopeId ?? liveAt(address)?.scopeId);

  return (address) => {
    const scopeType = types.find(typeOfAddress(address))?.scope;
    if (scopeType === undefined) return undefined;
    return containerOf(address) ?? scopeOf(address, scopeType);
  };
}
