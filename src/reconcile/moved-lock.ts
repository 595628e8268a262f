import type { Address } from "../model/address.ts";
import type { Lock, LockEntry } from "../model/lock.ts";

/** The lock with its objects under their addresses of now. What is known under both addresses stays as it is. */
export function movedLock(lock: Lock | undefined, moves: ReadonlyMap<Address, Address>): Lock | undefined {
  if (lock === undefined || moves.size === 0) return lock;
  const objects: Record<Address, LockEntry> = { ...lock.objects };
  for (const start of moves.keys()) {
    const entry = objects[start];
    const target = lastOf(moves, start);
    if (entry === undefined || objects[target] !== undefined) continue;
    objects[target] = entry;
    delete objects[start];
  }
  return { ...lock, objects };
}

/** Where a chain of moves ends. */
function lastOf(moves: ReadonlyMap<Address, Address>, start: Address): Address {
  const seen = new Set<Address>();
  let address = start;
  for (let next = moves.get(address); next !== undefined && !seen.has(next); next = moves.get(address)) {
    seen.add(next);
    address = next;
  }
  return address;
}
