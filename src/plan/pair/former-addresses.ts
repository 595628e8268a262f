import {
  type Address,
  addressOf,
  isUnmanagedAddress,
  nameOfAddress,
  typeOfAddress,
} from "../../model/address.ts";
import { type DesiredObject, isReference } from "../../model/desired-world.ts";
import type { Lock, LockEntry } from "../../model/lock.ts";
import { keyOf, type ObjectKey, objectKey } from "../../model/object-key.ts";
import type { DesiredIndex } from "../desired-index.ts";
import type { Pair } from "./pairing.ts";

/** Addresses that the lock has, and the layout has no more, by the object that each is. */
export function leftAddresses(
  lock: Lock | undefined,
  desired: DesiredIndex,
): ReadonlyMap<ObjectKey, Address> {
  const left = new Map<ObjectKey, Address>();
  if (lock === undefined) return left;
  for (const address of Object.keys(lock.objects)) {
    const { id } = lock.objects[address] as LockEntry;
    if (desired.get(address) === undefined) left.set(objectKey(typeOfAddress(address), id), address);
  }
  return left;
}

/** What each object was called that has another address now, by its address of now. */
export function formerAddresses(
  left: ReadonlyMap<ObjectKey, Address>,
  pairs: Iterable<Pick<Pair, "desired" | "live">>,
): ReadonlyMap<Address, Address> {
  const former = new Map<Address, Address>();
  for (const { desired, live } of pairs) {
    const before = left.get(keyOf(live));
    if (before !== undefined && !isUnmanagedAddress(desired.address)) former.set(desired.address, before);
  }
  return former;
}

/** The lock with its objects under their addresses of now. */
export function underAddressesOfNow(
  lock: Lock | undefined,
  former: ReadonlyMap<Address, Address>,
): Lock | undefined {
  if (lock === undefined || former.size === 0) return lock;
  const objects: Record<Address, LockEntry> = { ...lock.objects };
  for (const before of former.values()) delete objects[before];
  for (const [now, before] of former) objects[now] = lock.objects[before] as LockEntry;
  return { ...lock, objects };
}

/** What the object was called, where nothing of its address changed but the name of what it is inside of. */
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
