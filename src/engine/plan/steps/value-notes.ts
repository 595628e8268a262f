import type { Address } from "../../../model/address.ts";
import { wordsOf } from "../../../model/codes/plan-words.ts";
import { isReference, mapSecrets } from "../../../model/desired-world.ts";
import { kindsOf, warningsOf } from "../../../model/kinds-of.ts";
import { noteOf } from "../../../model/plan/errors-and-notes.ts";
import type { PlanNote } from "../../../model/plan/plan.ts";
import type { Attribute } from "../../../model/resource-type/attribute.ts";
import type { ResourceType } from "../../../model/resource-type.ts";
import type { PlanContext } from "../decide/plan-context.ts";

/** Notes about declared values, such as a certificate that ends soon. */
export function valueNotes(
  { desired, types, options: { now } }: PlanContext,
  isSelected: (address: Address) => boolean,
): readonly PlanNote[] {
  if (now === undefined) return [];
  const rulesOf = new Map(types.all.map(({ name, attributes }) => [name, thatWarn(attributes)]));
  return desired.world.objects.flatMap(({ address, type, attributes }) =>
    (rulesOf.get(type) ?? []).flatMap(([name, rule]) => {
      const value = attributes[name];
      if (value === undefined || isReference(value) || !isSelected(address)) return [];
      const clear = mapSecrets(value, (secret) => secret.reveal());
      return warningsOf(rule, clear, now).map((warning) =>
        noteOf(wordsOf("plan/value-warning", { address, attribute: name, warning })),
      );
    }),
  );
}

function thatWarn(rules: ResourceType["attributes"]): readonly (readonly [string, Attribute])[] {
  return Object.entries(rules).filter(([, rule]) =>
    kindsOf(rule).some(({ warnings }) => warnings !== undefined),
  );
}
