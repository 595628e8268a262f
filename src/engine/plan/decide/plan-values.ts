import { isHashed } from "../../../model/attribute-value.ts";
import type { DesiredObject } from "../../../model/desired-world.ts";
import type { PlanValue } from "../../../model/plan/plan.ts";
import type { Attribute } from "../../../model/resource-type/attribute.ts";
import type { ResourceType } from "../../../model/resource-type.ts";
import { containsText, isSecretValue } from "../../../model/secret-value.ts";
import type { State } from "../../../model/state.ts";
import type { Json, JsonObject } from "../../../util/json.ts";
import { containsSecret, type Hash, planValue, shownLive } from "../world/compare.ts";

/** Values as the plan contains them: no secret in clear. */
export interface PlanValues {
  /** The declared values of these attributes. */
  declared(
    type: ResourceType,
    desired: DesiredObject,
    names: readonly string[],
  ): Readonly<Record<string, PlanValue>>;
  /** The value of an attribute before the plan. */
  before(type: ResourceType, desired: DesiredObject, before: JsonObject, name: string): PlanValue;
  /** Whether a live or a remembered value is secret: by its attribute, by a text in it, or because it is only a hash. */
  isSecret(attribute: Attribute | undefined, value: Json): boolean;
}

export function planValuesOf(
  { salt, hash }: { readonly salt: string; readonly hash: Hash },
  state: State | undefined,
  secretTexts: readonly string[],
): PlanValues {
  const isSecret: PlanValues["isSecret"] = (attribute, value) =>
    isHashed(value) || isSecretValue(attribute ?? {}, value) || containsText(value, secretTexts);
  return {
    isSecret,
    declared(type, desired, names) {
      const values: Record<string, PlanValue> = {};
      for (const name of names) {
        const attribute = type.attributes[name];
        const value = desired.attributes[name];
        if (attribute !== undefined && value !== undefined)
          values[name] = planValue(attribute, value, salt, hash);
      }
      return values;
    },
    before(type, desired, before, name) {
      const attribute = type.attributes[name];
      if (attribute === undefined) return null;
      const applied = state?.objects[desired.address]?.applied[name] ?? null;
      const secret =
        containsSecret(desired.attributes[name] ?? null) ||
        isHashed(applied) ||
        isSecret(attribute, before[name] ?? null);
      return shownLive(attribute, before[name], salt, hash, secret);
    },
  };
}
