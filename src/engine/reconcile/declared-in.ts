import type { Address } from "../../model/address.ts";
import type { DesiredWorld } from "../../model/desired-world.ts";

/** Returns whether the layout declares an address. */
export function declaredIn({ objects }: DesiredWorld): (address: Address) => boolean {
  const declared = new Set(objects.map(({ address }) => address));
  return (address) => declared.has(address);
}
