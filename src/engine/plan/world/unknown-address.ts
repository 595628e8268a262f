import { type Address, nameOfAddress } from "../../../model/address.ts";
import { wordsOf } from "../../../model/codes/plan-words.ts";
import type { Diagnostic } from "../../../model/diagnostic.ts";
import { errorOf } from "../../../model/plan/errors-and-notes.ts";
import { type Selection, selectionFlags } from "../../../model/plan/selection.ts";
import { didYouMean } from "../../../util/nearest.ts";

/** Errors for addresses in a selection that are not known. */
export function unknownIn(selection: Selection, known: ReadonlySet<Address>): readonly Diagnostic[] {
  const parts = Object.entries(selectionFlags) as readonly (readonly [keyof Selection, string])[];
  return parts.flatMap(([part, flag]) =>
    (selection[part] ?? [])
      .filter((address) => !known.has(address))
      .map((address) => unknownAddress(flag, address, known)),
  );
}

/** The error for a flag with an unknown address. */
export function unknownAddress(flag: string, address: Address, known: Iterable<Address>): Diagnostic {
  return errorOf(
    wordsOf("plan/unknown-address", { flag, address, meant: meantAddress(address, known) ?? "" }),
  );
}

/** `Did you mean x?`, with a similar address, or the same name of another type. Undefined: there is none. */
export function meantAddress(address: Address, known: Iterable<Address>): string | undefined {
  const all = [...known];
  const namesake = all.find((other) => nameOfAddress(other) === nameOfAddress(address));
  return didYouMean(address, all) ?? (namesake === undefined ? undefined : `Did you mean ${namesake}?`);
}
