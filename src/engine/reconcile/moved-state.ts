import type { Address } from "../../model/address.ts";
import type { State, StateEntry } from "../../model/state.ts";

/** The state with each object under its present address. If the state has both addresses, both entries stay unchanged. */
export function movedState(
  state: State | undefined,
  moves: ReadonlyMap<Address, Address>,
): State | undefined {
  if (state === undefined || moves.size === 0) return state;
  const objects: Record<Address, StateEntry> = { ...state.objects };
  for (const start of moves.keys()) {
    const entry = objects[start];
    const target = lastOf(moves, start);
    if (entry === undefined || objects[target] !== undefined) continue;
    objects[target] = entry;
    delete objects[start];
  }
  return { ...state, objects };
}

/** The address at the end of a chain of moves. */
function lastOf(moves: ReadonlyMap<Address, Address>, start: Address): Address {
  const visited = new Set<Address>();
  let address = start;
  for (let next = moves.get(address); next !== undefined && !visited.has(next); next = moves.get(address)) {
    visited.add(next);
    address = next;
  }
  return address;
}
