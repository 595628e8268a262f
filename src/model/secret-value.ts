import type { Json, JsonObject } from "../util/json.ts";
import { type DesiredValue, isReference, mapSecrets } from "./desired-world.ts";
import { kindsOf, secretsInTexts } from "./kinds-of.ts";
import type { Attribute } from "./resource-type/attribute.ts";
import type { ResourceType } from "./resource-type.ts";
import { Secret, type SecretSource } from "./secret.ts";
import type { FoundObject } from "./snapshot.ts";
import type { Kinds } from "./value-kind.ts";

type Hiding = Pick<Attribute, "sensitive"> & Partial<Kinds>;

/** Whether some or all values of an attribute are secret. */
export function mayBeSecret(attribute: Hiding): boolean {
  return attribute.sensitive === true || kindsOf(attribute).some((kind) => kind.secretTexts !== undefined);
}

/** Whether all values of an attribute are hidden where no single value can be judged, as in a schema of Terraform. */
export function isHidden(attribute: Hiding): boolean {
  return attribute.sensitive === true || kindsOf(attribute).some((kind) => kind.isHidden === true);
}

/** Whether no line that an error shows may contain this text of an attribute. The value that it is a part of may be wrong in any way. */
export function hidesText(attribute: Hiding, text: string): boolean {
  return (
    isHidden(attribute) || kindsOf(attribute).some((kind) => (kind.secretTexts?.(text) ?? []).length > 0)
  );
}

/** Whether a value is secret, because of its attribute or because it contains a secret text. The value is in clear. */
export function isSecretValue(attribute: Hiding, clear: Json): boolean {
  return attribute.sensitive === true || secretsInTexts(attribute, clear).length > 0;
}

/** The secret texts in an object's values: whole values of sensitive attributes, and secret texts in other values. */
export function secretTextsIn(
  attributes: Readonly<Record<string, Hiding>>,
  values: JsonObject,
): readonly string[] {
  return Object.entries(attributes).flatMap(([name, attribute]) => {
    const value = values[name] ?? null;
    if (value === null) return [];
    return [...(attribute.sensitive === true ? textsIn(value) : []), ...secretsInTexts(attribute, value)];
  });
}

/** Whether docsform hides a secret part, or a live secret, in other texts. Shorter ones occur there by chance. */
export function isLongEnoughToHide({ length }: string): boolean {
  return length >= 8;
}

/** The secret texts in the attributes and the computed values of live objects, declared or not. */
export function liveSecretTexts(
  types: readonly ResourceType[],
  objects: readonly Pick<FoundObject, "type" | "attributes" | "computed">[],
): readonly string[] {
  const withSecrets = new Map(
    types.map(({ name, attributes, computed = {} }) => [
      name,
      { attributes: thatMayBeSecret(attributes), computed: thatMayBeSecret(computed) },
    ]),
  );
  const texts = objects.flatMap(({ type, attributes, computed = {} }) => {
    const rules = withSecrets.get(type);
    if (rules === undefined) return [];
    return [...secretTextsIn(rules.attributes, attributes), ...secretTextsIn(rules.computed, computed)];
  });
  return [...new Set(texts)].filter(isLongEnoughToHide);
}

function thatMayBeSecret<Rule extends Hiding>(
  rules: Readonly<Record<string, Rule>>,
): Readonly<Record<string, Rule>> {
  return Object.fromEntries(Object.entries(rules).filter(([, rule]) => mayBeSecret(rule)));
}

export function textsIn(value: Json): readonly string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** Whether a text in the value, or the name of a field in it, contains one of these secrets. */
export function containsText(value: Json, secrets: readonly string[]): boolean {
  if (secrets.length === 0) return false;
  return textsIn(value).some((text) => isIn(text, secrets)) || hasNameWith(value, secrets);
}

/** Whether the name of a field in the value, at any depth, contains one of these secrets. */
export function hasNameWith(value: Json, secrets: readonly string[]): boolean {
  return secrets.length > 0 && namesIn(value).some((name) => isIn(name, secrets));
}

function isIn(text: string, secrets: readonly string[]): boolean {
  return secrets.some((secret) => text.includes(secret));
}

/** The names of the fields in a value, at any depth. */
function namesIn(value: Json): readonly string[] {
  if (typeof value !== "object" || value === null) return [];
  const inside = Object.values(value).flatMap(namesIn);
  return Array.isArray(value) ? inside : [...Object.keys(value), ...inside];
}

/** A declared value. If a part of it is secret, all its texts become secrets. */
export function withSecretTexts(attribute: Hiding, value: DesiredValue): DesiredValue {
  if (value === null || isReference(value)) return value;
  const texts = secretsInTexts(
    attribute,
    mapSecrets(value, (secret) => secret.reveal()),
  );
  return texts.length === 0 ? value : hidden(value, texts.filter(isLongEnoughToHide));
}

function hidden(value: DesiredValue, texts: readonly string[]): DesiredValue {
  if (typeof value === "string") return new Secret(value, { kind: "literal" }, texts);
  if (value instanceof Secret) {
    const source = keepable(value.source, texts) ? value.source : ({ kind: "literal" } as const);
    return new Secret(value.reveal(), source, [...value.texts(), ...texts]);
  }
  if (Array.isArray(value)) return value.map((item: DesiredValue) => hidden(item, texts));
  if (typeof value !== "object" || value === null) return value;
  const fields = Object.entries(value) as [string, DesiredValue][];
  return Object.fromEntries(fields.map(([name, part]) => [name, hidden(part, texts)]));
}

/** Whether the plain parts of a source contain none of these texts. */
function keepable(source: SecretSource, texts: readonly string[]): boolean {
  if (source.kind !== "joined") return true;
  return source.parts.every((part) => typeof part !== "string" || !texts.some((text) => part.includes(text)));
}
