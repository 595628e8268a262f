import type { Address } from "../../model/address.ts";
import { fail } from "../../model/codes/service-words.ts";
import type { DocsformError } from "../../model/errors.ts";
import type { PlanValue } from "../../model/plan/plan.ts";
import type { SecretSource } from "../../model/secret.ts";
import { isJsonObject, type Json, type JsonObject } from "../../util/json.ts";

/** Reads a secret of the plan in clear. */
export type Reveal = (source: SecretSource, hash: string) => Promise<string>;

/** Values of a plan as a request contains them: ids for references, text for secrets. */
export async function resolveForRequest(
  values: Readonly<Record<string, PlanValue>>,
  idOf: (address: Address) => string,
  reveal: Reveal,
): Promise<JsonObject> {
  const resolved: Record<string, Json> = {};
  for (const name of Object.keys(values)) {
    const value = values[name] as PlanValue;
    resolved[name] = isPlain(value) ? value : await resolve(value, idOf, reveal);
  }
  return resolved;
}

async function resolve(value: PlanValue, idOf: (address: Address) => string, reveal: Reveal): Promise<Json> {
  if (isPlain(value)) return value;
  if (!isJsonObject(value))
    return await Promise.all((value as readonly Json[]).map((item) => resolve(item, idOf, reveal)));
  const reference = value["$ref"];
  if (typeof reference === "string") return idOf(reference);
  const secret = secretIn(value);
  if (secret !== undefined) return await reveal(secret.source, secret.hash);
  if (typeof value["$hash"] === "string") throw lostSecret();
  const entries = Object.entries(value).map(
    async ([key, item]) => [key, await resolve(item, idOf, reveal)] as const,
  );
  return Object.fromEntries(await Promise.all(entries));
}

function lostSecret(): DocsformError {
  return fail("apply/secret-not-in-plan");
}

/**
 * Values of a plan that messages can show and docsform can compare. It omits values with a secret, and references to objects without an id.
 */
export function resolveForComparing(
  values: Readonly<Record<string, PlanValue>>,
  idOf: (address: Address) => string | undefined,
): JsonObject {
  const resolved: Record<string, Json> = {};
  for (const name of Object.keys(values)) {
    const value = values[name] as PlanValue;
    if (isPlain(value)) resolved[name] = value;
    else if (!planValueContainsSecret(value)) {
      const id = isJsonObject(value) && typeof value["$ref"] === "string" ? idOf(value["$ref"]) : value;
      if (id !== undefined) resolved[name] = id;
    }
  }
  return resolved;
}

/** The names of values that contain a secret at any depth. */
export function secretNames(values: Readonly<Record<string, PlanValue>>): readonly string[] {
  return Object.keys(values).filter((name) => planValueContainsSecret(values[name] as PlanValue));
}

export function planValueContainsSecret(value: PlanValue): boolean {
  if (isPlain(value)) return false;
  if (!isJsonObject(value)) return (value as readonly Json[]).some(planValueContainsSecret);
  return (
    secretIn(value) !== undefined ||
    typeof value["$hash"] === "string" ||
    Object.values(value).some(planValueContainsSecret)
  );
}

export function secretsIn(value: PlanValue): readonly PlanSecret[] {
  if (isPlain(value)) return [];
  if (!isJsonObject(value)) return (value as readonly Json[]).flatMap(secretsIn);
  const secret = secretIn(value);
  return secret === undefined ? Object.values(value).flatMap(secretsIn) : [secret];
}

export interface PlanSecret {
  readonly source: SecretSource;
  readonly hash: string;
}

/** The secret that this value represents: `{ $secret: { source, hash } }`. Undefined: it is no secret. */
export function secretIn(value: JsonObject): PlanSecret | undefined {
  const secret = value["$secret"];
  if (!isJsonObject(secret) || typeof secret["hash"] !== "string") return undefined;
  return { source: secret["source"] as unknown as SecretSource, hash: secret["hash"] };
}

function isPlain(value: PlanValue): value is null | boolean | number | string {
  return typeof value !== "object" || value === null;
}
