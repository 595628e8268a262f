import { present } from "../../util/present.ts";
import type { Address } from "../address.ts";

/** The part of a layout that a run is about. A run neither writes nor deletes nor forgets other objects. */
export interface Selection {
  /** These objects, and what they need. */
  readonly target?: readonly Address[];
  /** These objects with all their contents, and what they need. */
  readonly only?: readonly Address[];
  /** All objects except these, their contents and the objects that need them. */
  readonly exclude?: readonly Address[];
}

/** A selection, and how strictly the plan treats it. */
export interface PlannedSelection extends Selection {
  /** The selection may name objects that no longer exist. */
  readonly mayBeGone?: true;
}

/** The flag of each part of a selection. */
export const selectionFlags = {
  target: "--target",
  only: "--only",
  exclude: "--exclude",
} as const satisfies Record<keyof Selection, string>;

/** Only the selection of an object with more fields. */
export function selectionOf({ target, only, exclude }: Selection): Selection {
  return present({ target, only, exclude });
}

/** The selection. Undefined: it is empty, so it means everything. */
export function selective(selection: Selection): Selection | undefined {
  const given = selectionOf(selection);
  return Object.values(given).some((addresses) => addresses.length > 0) ? given : undefined;
}

/** Returns whether the selection itself names an address, without needs. `around` returns the direct parents of an object. */
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

/** The address, and those of all objects around it. */
function placesOf(address: Address, around: (address: Address) => Iterable<Address>): readonly Address[] {
  const places = new Set([address]);
  for (const place of places) for (const outer of around(place)) places.add(outer);
  return [...places];
}
