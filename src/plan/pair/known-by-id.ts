import { typeOfAddress } from "../../model/address.ts";
import type { Lock } from "../../model/lock.ts";
import { keyOf, objectKey } from "../../model/object-key.ts";
import type { Pair } from "./pair.ts";

/** Gives whether an id says which live object is meant (a pin's, the lock's, the journal's), and not its key alone. */
export function knownById(lock: Lock | undefined): (pair: Pick<Pair, "by" | "live">) => boolean {
  const locked = new Set(
    Object.entries(lock?.objects ?? {}).map(([address, { id }]) => objectKey(typeOfAddress(address), id)),
  );
  return ({ by, live }) => by === "pin" || by === "lock" || by === "journal" || locked.has(keyOf(live));
}
