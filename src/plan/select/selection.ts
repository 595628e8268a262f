import type { Address } from "../../model/address.ts";
import { present } from "../../model/present.ts";

/** What of a layout a run is about. What is left out is neither written nor deleted nor forgotten. */
export interface Selection {
  /** These, and what they need. */
  readonly target?: readonly Address[];
  /** These with all that is in them, and what they need. */
  readonly only?: readonly Address[];
  /** All but these, what is in them and what needs them. */
  readonly exclude?: readonly Address[];
}

/** The flag by which a person gives each part of a selection. */
export const selectionFlags = {
  target: "--target",
  only: "--only",
  exclude: "--exclude",
} as const satisfies Record<keyof Selection, string>;

/** The selection alone, of something that holds more. */
export function selectionOf({ target, only, exclude }: Selection): Selection {
  return present({ target, only, exclude });
}

/** A selection that selects something; undefined where everything is meant. */
export function selective(selection: Selection): Selection | undefined {
  const given = selectionOf(selection);
  return Object.values(given).some((addresses) => addresses.length > 0) ? given : undefined;
}

/** Which addresses the selection names by itself, where `around` tells what something is inside of. What they need is not among them. */
export function namedBySelection(
  { target = [], only = [], exclude = [] }: Selection,
  around: (address: Address) => Iterable<Address>,
): (address: Address) => boolean {
  const [targets, wholes, excluded] = [new Set(target), new Set(only), new Set(exclude)];
  const isAll = targets.size === 0 && wholes.size === 0;
  return (address) => {
    const places = placesOf(address, around);
    if (places.some((place) => excluded.has(place))) return false;
    return isAll || targets.has(address) || places.some((place) => wholes.has(place));
  };
}

/** The address, and all that it is inside of. */
function placesOf(address: Address, around: (address: Address) => Iterable<Address>): readonly Address[] {
  const places = new Set([address]);
  for (const place of places) for (const outer of around(place)) places.add(outer);
  return [...places];
}
