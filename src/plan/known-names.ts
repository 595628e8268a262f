import { typeOfAddress } from "../model/address.ts";
import type { Lock } from "../model/lock.ts";
import { type ObjectKey, objectKey } from "../model/object-key.ts";
import type { TypeIndex } from "../model/type-index.ts";
import type { LiveIndex } from "./live-index.ts";
import { titleOfLive } from "./names.ts";
import type { Pairing } from "./pair/pair.ts";

/** What people call the object of a type that an id stands for. */
export type KnownName = (type: string, id: string) => string;

interface Known {
  readonly types: TypeIndex;
  readonly live: LiveIndex;
  readonly pairing: Pairing;
  readonly lock: Lock | undefined;
}

/** The address that the layout or the lock has for it; else its title beside the id, else the id alone. */
export function knownNames({ types, live, pairing, lock }: Known): KnownName {
  const locked = new Map<ObjectKey, string>(
    Object.entries(lock?.objects ?? {}).map(([address, { id }]) => [
      objectKey(typeOfAddress(address), id),
      address,
    ]),
  );
  return (type, id) => {
    const key = objectKey(type, id);
    return pairing.byLive.get(key)?.desired.address ?? locked.get(key) ?? titled(type, id);
  };
  function titled(type: string, id: string): string {
    const object = live.get(type, id);
    const title = object && titleOfLive(types, object);
    return title === undefined || title === id ? id : `${JSON.stringify(title)} (${id})`;
  }
}
