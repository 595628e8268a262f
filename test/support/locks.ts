import type { Address } from "../../src/model/address.ts";
import type { Lock } from "../../src/model/lock.ts";
import { organizationId } from "./declare-world.ts";

/** A lock that knows which object each address is, because somebody asked for it, and nothing of what was applied. */
export function lockOfIds(ids: ReadonlyMap<Address, string>): Lock {
  const objects = Object.fromEntries(
    [...ids].map(([address, id]) => [address, { id, origin: "imported" as const, applied: {} }]),
  );
  return { docsformLock: 2, organization: organizationId, salt: "10c4", objects };
}
