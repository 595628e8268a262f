import type { Address } from "../../../model/address.ts";
import { isReference, mapSecrets } from "../../../model/desired-world.ts";
import { warningsOf } from "../../../model/kinds-of.ts";
import type { PlanContext } from "../context.ts";
import type { PlanNote } from "../plan.ts";
import { noteOf, wordsOf } from "../words.ts";

/** Notes about declared values, such as a certificate that ends soon. */
export function valueNotes(
  { desired, types, options: { now } }: PlanContext,
  isSelected: (address: Address) => boolean,
): readonly PlanNote[] {
  if (now === undefined) return [];
  return desired.world.objects.flatMap(({ address, type, attributes }) =>
    Object.entries(attributes).flatMap(([name, value]) => {
      const rule = types.get(type).attributes[name];
      if (rule === undefined || isReference(value) || !isSelected(address)) return [];
      const clear = mapSecrets(value, (secret) => secret.reveal());
      return warningsOf(rule, clear, now).map((warning) =>
        noteOf(wordsOf("plan/value-warning", { address, attribute: name, warning })),
      );
    }),
  );
}
