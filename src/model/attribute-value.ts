import { canonicalJson, isJsonList, isJsonObject, type Json, jsonEquals } from "../util/json.ts";
import { normalForm } from "./kinds-of.ts";
import type { Attribute } from "./resource-type/attribute.ts";
import { isSecretValue } from "./secret-value.ts";
import type { Snapshot } from "./snapshot.ts";
import type { Kinds } from "./value-kind.ts";

type Managing = Pick<Attribute, "satisfies" | "isPartial" | "isOptional">;
type Comparing = Managing & Pick<Attribute, "normalize" | "set"> & Partial<Kinds>;
type User = Snapshot["currentUser"];

/** The canonical form of an attribute's value, for comparisons. */
export function canonicalValue(attribute: Comparing, value: Json): Json {
  const read = normalForm(attribute, value);
  const normal = read !== null && attribute.normalize ? attribute.normalize(read) : read;
  if (!attribute.set || !Array.isArray(normal)) return normal;
  return [...normal].sort((a: Json, b: Json) => (canonicalJson(a) < canonicalJson(b) ? -1 : 1));
}

/** Whether a live value already satisfies the declared one. */
export function satisfiesDeclared(
  attribute: Comparing,
  declared: Json,
  live: Json | undefined,
  user?: User,
): boolean {
  const current = managedPart(attribute, declared, live ?? null, user);
  if (declared === current) return true;
  if (attribute.satisfies && declared !== null && current !== null)
    return attribute.satisfies(declared, current);
  return jsonEquals(canonicalValue(attribute, declared), canonicalValue(attribute, current));
}

/** The part of a live value that a layout with this value manages. `user`: the token's own, if the service tells who it is. */
export function managedPart(
  { isPartial, isOptional, satisfies }: Managing,
  declared: unknown,
  live: Json,
  user: User,
): Json {
  if (isOptional !== undefined && isJsonList(declared) && isJsonList(live)) {
    const isNamed = (item: Json) => declared.some((name) => satisfies?.([name], [item]) === true);
    return live.filter((item) => !isOptional(item, user) || isNamed(item));
  }
  if (isPartial !== true || !isJsonObject(declared) || !isJsonObject(live)) return live;
  return Object.fromEntries(Object.keys(declared).map((name) => [name, live[name] ?? null]));
}

/** A live value after a write of the declared one: what the layout does not manage stays. */
export function writtenOver(attribute: Managing, live: Json, declared: Json, user: User): Json {
  if (isJsonList(declared) && isJsonList(live)) {
    const managed = new Set(managedPart(attribute, declared, live, user) as readonly Json[]);
    return [...declared, ...live.filter((item) => !managed.has(item))];
  }
  if (attribute.isPartial !== true || !isJsonObject(declared) || !isJsonObject(live)) return declared;
  return { ...live, ...declared };
}

/** A live value in the form of a layout, in the words and the order of the declared value that stands beside it. */
export function asDeclared(rule: Pick<Attribute, "toLayout" | "set">, live: Json, beside?: Json): Json {
  const shown = live === null ? live : (rule.toLayout?.(live, beside) ?? live);
  if (rule.set !== true || !Array.isArray(shown) || !Array.isArray(beside)) return shown;
  const [ranks, last] = [new Map(beside.map((item, at) => [canonicalJson(item), at])), beside.length];
  const rankOf = (item: Json) => ranks.get(canonicalJson(item)) ?? last;
  return [...(shown as readonly Json[])].sort((a, b) => rankOf(a) - rankOf(b));
}

interface Hashing {
  readonly salt: string;
  readonly hash: (text: string, salt: string) => string;
}

/** The stored form of a value that must not be stored in clear. Values that the service treats as equal have one hash. */
export interface HashedValue {
  readonly $hash: string;
}

/** The hash of a value in clear. docsform stores this hash, and compares it with the hash of a live or declared value. */
export function hashedValue(attribute: Comparing, clear: Json, { salt, hash }: Hashing): HashedValue {
  const canonical = canonicalValue(attribute, clear);
  return { $hash: hash(typeof canonical === "string" ? canonical : canonicalJson(canonical), salt) };
}

/**
 * The stored form of an applied value. It is a hash if the value is secret, or if the service never returns the value, which may be long.
 */
export function rememberedValue(
  attribute: Comparing & Pick<Attribute, "sensitive" | "unreadable">,
  clear: Json,
  isSecret: boolean,
  hashing: Hashing,
): Json {
  const hides = isSecret || isSecretValue(attribute, clear) || attribute.unreadable?.(clear) === true;
  return clear !== null && hides ? { ...hashedValue(attribute, clear, hashing) } : clear;
}

/** Whether a stored value is a hash or contains one. */
export function isHashed(value: Json): boolean {
  if (Array.isArray(value)) return (value as readonly Json[]).some(isHashed);
  if (!isJsonObject(value)) return false;
  return typeof value["$hash"] === "string" || Object.values(value).some(isHashed);
}
