import { canonicalJson, isJsonObject, type Json, jsonEquals } from "./json.ts";
import type { Attribute } from "./resource-type.ts";
import { isSecretValue } from "./secret-value.ts";
import type { Snapshot } from "./snapshot.ts";

type Comparing = Pick<Attribute, "normalise" | "satisfies" | "set">;

/** The canonical form of an attribute's value, for comparing. */
export function canonicalValue(attribute: Comparing, value: Json): Json {
  const normal = value !== null && attribute.normalise ? attribute.normalise(value) : value;
  if (!attribute.set || !Array.isArray(normal)) return normal;
  return [...normal].sort((a: Json, b: Json) => (canonicalJson(a) < canonicalJson(b) ? -1 : 1));
}

/** Whether a live value already is what is declared. */
export function satisfiesDeclared(
  attribute: Comparing,
  declared: Json,
  live: Json | undefined,
  user?: Snapshot["currentUser"],
): boolean {
  const current = live ?? null;
  if (declared === current) return true;
  if (attribute.satisfies && declared !== null && current !== null)
    return attribute.satisfies(declared, current, user);
  return jsonEquals(canonicalValue(attribute, declared), canonicalValue(attribute, current));
}

/** With what values are hashed. */
interface Hashing {
  readonly salt: string;
  readonly hash: (text: string, salt: string) => string;
}

/** A value as it is remembered where it must not stand in clear: what the service takes for the same has one hash. */
export interface HashedValue {
  readonly $hash: string;
}

/** The one hash of a value in clear: when it is remembered, and when what is live or declared is compared with that. */
export function hashedValue(attribute: Comparing, clear: Json, { salt, hash }: Hashing): HashedValue {
  const canonical = canonicalValue(attribute, clear);
  return { $hash: hash(typeof canonical === "string" ? canonical : canonicalJson(canonical), salt) };
}

/** An applied value, in clear, as it is remembered: hashed where it is secret, or may be long because the service never gives it back. */
export function rememberedValue(
  attribute: Comparing & Pick<Attribute, "sensitive" | "secretTexts" | "unreadable">,
  clear: Json,
  isSecret: boolean,
  hashing: Hashing,
): Json {
  const hides = isSecret || isSecretValue(attribute, clear) || attribute.unreadable?.(clear) === true;
  return clear !== null && hides ? { ...hashedValue(attribute, clear, hashing) } : clear;
}

/** Whether a remembered value is a hash, or holds one. */
export function isHashed(value: Json): boolean {
  if (Array.isArray(value)) return (value as readonly Json[]).some(isHashed);
  if (!isJsonObject(value)) return false;
  return typeof value["$hash"] === "string" || Object.values(value).some(isHashed);
}
