import {
  type Address,
  addressOf,
  isUnmanagedAddress,
  nameOfAddress,
  typeOfAddress,
  unmanagedAddress,
} from "../../../model/address.ts";
import { type DesiredObject, isReference } from "../../../model/desired-world.ts";
import { keyOf, objectKey } from "../../../model/object-key.ts";
import type { State, StateEntry } from "../../../model/state.ts";
import type { LiveIndex } from "../world/live-index.ts";
import type { Match, Matching } from "./matches.ts";

type InState = Pick<Matching, "state" | "inState" | "byAddress" | "byLive">;

/**
 * The address under which the state records the object. If the object is inside a parent that the state has under another address, it is
 * the address inside that one. Undefined: the address is inside a parent that is another object by now.
 */
export function addressInState(matching: InState, object: DesiredObject): Address | undefined {
  if (hasParentsOfState(matching, object)) return object.address;
  for (const parent of parentsInAddress(object)) {
    const live = matching.byAddress.get(parent)?.live;
    const before = live && matching.inState.get(keyOf(live));
    if (before !== undefined) return addressInside(object, parent, before);
    if (isElsewhere(matching, parent)) return undefined;
  }
  return object.address;
}

/** Whether the parents are the objects that the state has at their addresses. This is quick, and nearly all objects have such parents. */
function hasParentsOfState({ state, byAddress }: InState, { container, scope }: DesiredObject): boolean {
  const isOfState = (parent: Address | undefined) =>
    parent === undefined || state?.objects[parent]?.id === byAddress.get(parent)?.live.id;
  return isOfState(scope) && (!isReference(container) || isOfState(container.$ref));
}

/** Whether the object that the state has at the address has another address by now. */
function isElsewhere({ state, byLive }: InState, address: Address): boolean {
  const entry = state?.objects[address];
  const match = entry && byLive.get(objectKey(typeOfAddress(address), entry.id));
  return match !== undefined && match.desired.address !== address;
}

/** The former address of each object that has a new one, by the new address. */
export function formerAddresses(
  { state, inState }: Pick<Matching, "state" | "inState">,
  matches: Iterable<Pick<Match, "desired" | "live">>,
): ReadonlyMap<Address, Address> {
  const former = new Map<Address, Address>();
  for (const { desired, live } of matches) {
    const before = inState.get(keyOf(live));
    const isNew = before !== undefined && state?.objects[desired.address]?.id !== live.id;
    if (isNew && !isUnmanagedAddress(desired.address)) former.set(desired.address, before);
  }
  return former;
}

/** The state with its objects under their present addresses. A live object whose address means another one has its id for a name. */
export function underAddressesOfNow(
  state: State | undefined,
  former: ReadonlyMap<Address, Address>,
  live: LiveIndex,
): State | undefined {
  if (state === undefined || former.size === 0) return state;
  const objects: Record<Address, StateEntry> = { ...state.objects };
  for (const before of former.values()) delete objects[before];
  for (const now of former.keys()) {
    const entry = objects[now];
    const type = typeOfAddress(now);
    if (entry !== undefined && live.get(type, entry.id) !== undefined)
      objects[unmanagedAddress(type, entry.id)] = entry;
  }
  for (const [now, before] of former) objects[now] = state.objects[before] as StateEntry;
  return { ...state, objects };
}

/** The address of an object inside a parent with another address. Undefined: none of its parents has one. */
export function addressWithin(
  object: DesiredObject,
  addressOfParent: (parent: Address) => Address | undefined,
): Address | undefined {
  for (const parent of parentsInAddress(object)) {
    const before = addressOfParent(parent);
    if (before !== undefined) return addressInside(object, parent, before);
  }
  return undefined;
}

/** The parents whose names the address of an object contains, the innermost first. */
function parentsInAddress({ address, container, scope }: DesiredObject): readonly Address[] {
  const parents = [isReference(container) ? container.$ref : undefined, scope];
  return parents
    .filter((parent) => parent !== undefined)
    .filter((parent) => nameOfAddress(address).startsWith(`${nameOfAddress(parent)}/`));
}

function addressInside({ address, type }: DesiredObject, parent: Address, before: Address): Address {
  return addressOf(
    type,
    `${nameOfAddress(before)}${nameOfAddress(address).slice(nameOfAddress(parent).length)}`,
  );
}
