import {
  type Address,
  addressOf,
  isUnmanagedAddress,
  nameOfAddress,
  typeOfAddress,
} from "../../../model/address.ts";
import { type DesiredObject, isReference } from "../../../model/desired-world.ts";
import { keyOf, type ObjectKey, objectKey } from "../../../model/object-key.ts";
import type { State, StateEntry } from "../../../model/state.ts";
import type { DesiredIndex } from "../desired-index.ts";
import type { Match } from "./matches.ts";

/** Addresses that are in the state and no longer in the layout, by the object of each. */
export function leftAddresses(
  state: State | undefined,
  desired: DesiredIndex,
): ReadonlyMap<ObjectKey, Address> {
  const left = new Map<ObjectKey, Address>();
  if (state === undefined) return left;
  for (const address of Object.keys(state.objects)) {
    const { id } = state.objects[address] as StateEntry;
    if (desired.get(address) === undefined) left.set(objectKey(typeOfAddress(address), id), address);
  }
  return left;
}

/** The former address of each object that has a new one, by the new address. */
export function formerAddresses(
  left: ReadonlyMap<ObjectKey, Address>,
  matches: Iterable<Pick<Match, "desired" | "live">>,
): ReadonlyMap<Address, Address> {
  const former = new Map<Address, Address>();
  for (const { desired, live } of matches) {
    const before = left.get(keyOf(live));
    if (before !== undefined && !isUnmanagedAddress(desired.address)) former.set(desired.address, before);
  }
  return former;
}

/** The state with its objects under their present addresses. */
export function underAddressesOfNow(
  state: State | undefined,
  former: ReadonlyMap<Address, Address>,
): State | undefined {
  if (state === undefined || former.size === 0) return state;
  const objects: Record<Address, StateEntry> = { ...state.objects };
  for (const before of former.values()) delete objects[before];
  for (const [now, before] of former) objects[now] = state.objects[before] as StateEntry;
  return { ...state, objects };
}

/** The former address of an object whose address changed only because its parent's address changed. */
export function addressWithin(
  { address, type, container, scope }: DesiredObject,
  formerOf: (parent: Address) => Address | undefined,
): Address | undefined {
  const name = nameOfAddress(address);
  for (const parent of [isReference(container) ? container.$ref : undefined, scope]) {
    const before = parent === undefined ? undefined : formerOf(parent);
    if (parent === undefined || before === undefined) continue;
    const outer = `${nameOfAddress(parent)}/`;
    if (name.startsWith(outer))
      return addressOf(type, `${nameOfAddress(before)}/${name.slice(outer.length)}`);
  }
  return undefined;
}
