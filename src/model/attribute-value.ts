import { canonicalJson, type Json, jsonEquals } from "./json.ts";
import type { LiveWorld } from "./live-world.ts";
import type { Attribute } from "./resource-type.ts";

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
  user?: LiveWorld["currentUser"],
): boolean {
  const current = live ?? null;
  if (declared === current) return true;
  if (attribute.satisfies && declared !== null && current !== null)
    return attribute.satisfies(declared, current, user);
  return jsonEquals(canonicalValue(attribute, declared), canonicalValue(attribute, current));
}

/** An applied value as it is remembered: one that the service never gives back as a hash, because it may be long. */
export function rememberedValue(
  attribute: Pick<Attribute, "unreadable">,
  applied: Json,
  salt: string,
  hash: (text: string, salt: string) => string,
): Json {
  return applied !== null && attribute.unreadable?.(applied)
    ? { $hash: hash(canonicalJson(applied), salt) }
    : applied;
}
