import { type Address, nameOfAddress } from "../../model/address.ts";
import type { Diagnostic } from "../../model/diagnostic.ts";
import { didYouMean } from "../../model/nearest.ts";
import { type Selection, selectionFlags } from "./selection.ts";

/** What a selection names and nothing knows. */
export function unknownIn(selection: Selection, known: ReadonlySet<Address>): readonly Diagnostic[] {
  const parts = Object.entries(selectionFlags) as readonly (readonly [keyof Selection, string])[];
  return parts.flatMap(([part, flag]) =>
    (selection[part] ?? [])
      .filter((address) => !known.has(address))
      .map((address) => unknownAddress(flag, address, known)),
  );
}

/** A flag names what nothing knows. */
export function unknownAddress(flag: string, address: Address, known: Iterable<Address>): Diagnostic {
  return {
    severity: "error",
    code: "plan/unknown-address",
    message: `${flag} names ${address}, which neither the layout nor the state has.`,
    remedy:
      meantAddress(address, known) ??
      "docsform graph lists the layout's addresses; docsform state list lists the state's.",
  };
}

/** `Did you mean x?`, of what is called alike, or the same with another type; undefined where nothing is. */
export function meantAddress(address: Address, known: Iterable<Address>): string | undefined {
  const all = [...known];
  const namesake = all.find((other) => nameOfAddress(other) === nameOfAddress(address));
  return didYouMean(address, all) ?? (namesake === undefined ? undefined : `Did you mean ${namesake}?`);
}
