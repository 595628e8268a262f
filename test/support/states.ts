import type { Address } from "../../src/model/address.ts";
import type { State } from "../../src/model/state.ts";
import { organizationId } from "./declare-world.ts";

/** A state with an imported object for each address, and without applied values. */
export function stateOfIds(ids: ReadonlyMap<Address, string>): State {
  const objects = Object.fromEntries(
    [...ids].map(([address, id]) => [address, { id, origin: "imported" as const, applied: {} }]),
  );
  return { docsformState: 2, organization: organizationId, salt: "10c4", objects };
}
