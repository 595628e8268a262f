import type { Address } from "../../../model/address.ts";
import { wordsOf } from "../../../model/codes/plan-words.ts";
import type { DesiredWorld } from "../../../model/desired-world.ts";
import { isReference } from "../../../model/desired-world.ts";
import type { Diagnostic } from "../../../model/diagnostic.ts";
import { errorOf } from "../../../model/plan/errors-and-notes.ts";
import { namedBySelection, type Selection, selectionFlags } from "../../../model/plan/selection.ts";
import { unknownAddress } from "../world/unknown-address.ts";

/** Returns whether a selection includes an address. Only the layout decides where an object is. */
export function chosenIn({ objects }: DesiredWorld, selection: Selection): (address: Address) => boolean {
  const byAddress = new Map(objects.map((object) => [object.address, object]));
  return namedBySelection(selection, (address) => {
    const { container, scope } = byAddress.get(address) ?? {};
    return [...(isReference(container) ? [container.$ref] : []), ...(scope === undefined ? [] : [scope])];
  });
}

/** Errors for parts of a selection that a destroy cannot delete by themselves: undeclared objects, and objects inside a scope. */
export function notDestroyable({ objects }: DesiredWorld, selection: Selection): readonly Diagnostic[] {
  const whole = objects.filter(({ scope }) => scope === undefined).map(({ address }) => address);
  const within = new Map(objects.map(({ address, scope }) => [address, scope]));
  const parts = Object.entries(selectionFlags) as readonly (readonly [keyof Selection, string])[];
  return parts.flatMap(([part, flag]) =>
    (selection[part] ?? []).flatMap((address) => {
      const scope = within.get(address);
      if (scope !== undefined) return [errorOf(wordsOf("plan/part-of-whole", { flag, address, scope }))];
      return whole.includes(address) ? [] : [unknownAddress(flag, address, whole)];
    }),
  );
}
