import { canonicalValue, rememberedValue } from "../../../model/attribute-value.ts";
import type { DesiredValue } from "../../../model/desired-world.ts";
import { isReference, mapSecrets } from "../../../model/desired-world.ts";
import type { PlanValue } from "../../../model/plan/plan.ts";
import type { Attribute } from "../../../model/resource-type/attribute.ts";
import { Secret } from "../../../model/secret.ts";
import { isSecretValue } from "../../../model/secret-value.ts";
import type { Json } from "../../../util/json.ts";
import { canonicalJson, jsonEquals } from "../../../util/json.ts";

/** Hashes a secret's text with a salt. The caller provides it, because planning contains no cryptography. */
export type Hash = (text: string, salt: string) => string;

/** A declared value in clear, only for comparing. Undefined: it refers to an object that has no id yet. */
export function resolveValue(
  value: DesiredValue,
  idOf: (address: string) => string | undefined,
): Json | undefined {
  if (isReference(value)) return idOf(value.$ref);
  if (typeof value !== "object" || value === null) return value;
  return mapSecrets(value, (secret) => secret.reveal());
}

/** A declared value as the plan contains it: no secret in clear. */
export function planValue(attribute: Attribute, value: DesiredValue, salt: string, hash: Hash): PlanValue {
  if (isReference(value)) return { $ref: value.$ref };
  if (attribute.sensitive && typeof value === "string")
    return hiddenSecret(new Secret(value, { kind: "literal" }), salt, hash);
  if (typeof value !== "object" || value === null) return value;
  return mapSecrets(value, (secret) => hiddenSecret(secret, salt, hash));
}

function hiddenSecret(secret: Secret, salt: string, hash: Hash): Json {
  return { $secret: { source: { ...secret.source }, hash: hash(secret.reveal(), salt) } };
}

/** Whether a declared value equals the one that the state remembers as applied. */
export function isRemembered(
  attribute: Attribute,
  declared: DesiredValue,
  applied: Json,
  { idOf, salt, hash }: CompareContext,
): boolean {
  const resolved = resolveValue(declared, idOf) ?? null;
  const wanted = rememberedValue(attribute, resolved, containsSecret(declared), { salt, hash });
  return jsonEquals(wanted, applied);
}

/** What a comparison with remembered values needs. */
export interface CompareContext {
  readonly idOf: (address: string) => string | undefined;
  /** Salt of the state. */
  readonly salt: string;
  readonly hash: Hash;
}

/** A live value as the plan contains it: hashed if the attribute or the declared value is secret. */
export function shownLive(
  attribute: Attribute,
  live: Json | undefined,
  salt: string,
  hash: Hash,
  secret: boolean,
): PlanValue {
  const value = live ?? null;
  if (value === null || !(secret || isSecretValue(attribute, value))) return value;
  return { $hash: hash(canonicalJson(canonicalValue(attribute, value)), salt) };
}

/** Whether a declared value contains a secret at any depth. */
export function containsSecret(value: DesiredValue): boolean {
  if (value instanceof Secret) return true;
  if (Array.isArray(value)) return value.some(containsSecret);
  if (typeof value === "object" && value !== null)
    return Object.values(value).some((item) => containsSecret(item as DesiredValue));
  return false;
}
