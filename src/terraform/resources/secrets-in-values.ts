import { mayBeSecret, secretTextsIn } from "../../model/secret-value.ts";
import type { TerraformSchema, ValueField } from "../../model/terraform-schema.ts";
import type { CtyObject } from "../plugin/values/cty-value.ts";
import type { Session } from "../session/session.ts";
import { declaredValues } from "./object-values.ts";
import { toJson } from "./shape.ts";

/** The secret texts of an object in several states, such as the prior and the planned one. */
export type SecretTexts = (
  states: readonly (CtyObject | null)[],
  config: CtyObject | null,
) => readonly string[];

export function secretTextFinder(schema: TerraformSchema): SecretTexts {
  const parts = [schema.values, schema.firstChild?.values ?? []]
    .map((fields) => fields.filter(({ rule }) => mayBeSecret(rule)))
    .filter((fields) => fields.length > 0)
    .map((fields) => ({ fields, rules: rulesOf(fields) }));
  const computed = schema.computed.filter(({ rule }) => mayBeSecret(rule));
  const computedRules = Object.fromEntries(computed.map(({ name, rule }) => [name, rule]));
  const textsOf = (state: CtyObject, config: CtyObject): readonly string[] => [
    ...parts.flatMap(({ fields, rules }) => secretTextsIn(rules, declaredValues(fields, state, config))),
    ...secretTextsIn(
      computedRules,
      Object.fromEntries(computed.map(({ name, shape }) => [name, toJson(shape, state[name] ?? null)])),
    ),
  ];
  return (states, config) =>
    states.flatMap((state) => (state === null ? [] : textsOf(state, config ?? state)));
}

function rulesOf(fields: readonly ValueField[]) {
  return Object.fromEntries(fields.map(({ attribute, rule }) => [attribute, rule]));
}

/** Runs work on an object. Removes these secrets, and those of other objects, from its errors. */
export async function hidingSecretsIn<Result>(
  { secrets }: Session,
  own: readonly string[],
  work: () => Promise<Result>,
): Promise<Result> {
  secrets.note(own);
  try {
    return await work();
  } catch (error) {
    throw secrets.hideIn(error, own);
  }
}
