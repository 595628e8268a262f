import { createHash } from "node:crypto";
import type { Address } from "../../model/address.ts";
import { fail } from "../../model/codes/plan-words.ts";
import type { DesiredObject, DesiredValue, DesiredWorld } from "../../model/desired-world.ts";
import type { DocsformError } from "../../model/errors.ts";
import type { Plan } from "../../model/plan/plan.ts";
import { decidedIn, differencesOf, type SavedPlan } from "../../model/plan/saved-plan.ts";
import type { ResourceType } from "../../model/resource-type.ts";
import { isLiteral, type Secret, type SecretSource } from "../../model/secret.ts";
import type { Snapshot } from "../../model/snapshot.ts";
import type { State } from "../../model/state.ts";
import { indexTypes, type TypeIndex } from "../../model/type-index.ts";
import { canonicalJson, isJsonObject, type Json, type JsonObject } from "../../util/json.ts";
import { planValue } from "../plan/world/compare.ts";
import { hashSecret } from "./hash-secret.ts";
import { type SecretReader, secretsOfPlan } from "./reveal-secret.ts";

interface MadeFrom {
  readonly plan: Plan;
  readonly desired: DesiredWorld;
  readonly moves: ReadonlyMap<Address, Address>;
  readonly remembered: { readonly state: State | undefined };
}

/** Returns a plan to store in a file. Throws if the file would contain a secret in clear. */
export function savedPlanOf(
  { plan, desired, moves, remembered }: MadeFrom,
  types: readonly ResourceType[],
  layout: string,
): SavedPlan {
  const kept = {
    ...plan,
    layout,
    state: hashOfState(remembered.state) ?? null,
    desired: hiddenWorld(desired, indexTypes(types), plan.salt),
    moves: Object.fromEntries(moves),
  };
  const place = literalSecret(kept as unknown as Json, "");
  if (place !== undefined) throw cannotKeep(place);
  return { ...kept, hash: hashOf(kept as unknown as JsonObject) };
}

/** The hash that identifies a plan. It covers everything in the plan but the hash itself. */
export function hashOf(plan: JsonObject): string {
  const { hash: _, ...rest } = plan;
  return sha256(canonicalJson(JSON.parse(JSON.stringify(rest)) as Json));
}

export function hashOfState(state: State | undefined): string | undefined {
  return state && sha256(canonicalJson(state as unknown as Json));
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

function hiddenWorld(desired: DesiredWorld, types: TypeIndex, salt: string): JsonObject {
  const objects = desired.objects.map((object) => {
    // The machine that applies the plan may not have the layout's files.
    const { at: _, positions: __, attributes, was, ...rest } = object;
    const hidden = (values: DesiredObject["attributes"]) =>
      Object.fromEntries(
        Object.entries(values).map(([name, value]) => {
          const attribute = types.get(rest.type).attributes[name];
          return [name, planValue(attribute ?? anything, value, salt, hashSecret)];
        }),
      );
    return { ...rest, attributes: hidden(attributes), ...(was && { was: hidden(was) }) };
  });
  return { ...desired, objects } as unknown as JsonObject;
}

/** `was:` also has values that are no attributes, such as the former container. None of them is secret. */
const anything = { sensitive: false } as unknown as Parameters<typeof planValue>[0];

/** Returns the layout of a saved plan, and reads its secrets again. Throws if a secret has changed since. */
export async function savedWorld(
  { desired, salt }: SavedPlan,
  types: readonly ResourceType[],
  read: SecretReader,
): Promise<DesiredWorld> {
  const index = indexTypes(types);
  const reveal = secretsOfPlan({ types, secrets: read }, salt, undefined);
  const { objects, ...world } = desired as unknown as DesiredWorld;
  if (objects.some(({ type }) => index.find(type) === undefined)) throw notWhole();
  const opened = objects.map(async ({ attributes, was, ...rest }) => ({
    ...rest,
    attributes: (await openedValue(attributes as Json, reveal)) as DesiredObject["attributes"],
    ...(was && { was: (await openedValue(was as Json, reveal)) as DesiredObject["attributes"] }),
  }));
  return { ...world, objects: await Promise.all(opened) };
}

type Reveal = (source: SecretSource, hash: string) => Promise<Secret>;

async function openedValue(value: Json, reveal: Reveal): Promise<DesiredValue> {
  if (Array.isArray(value)) return await Promise.all(value.map((item: Json) => openedValue(item, reveal)));
  if (!isJsonObject(value)) return value;
  const secret = value["$secret"];
  if (isJsonObject(secret)) return await reveal(sourceOf(secret["source"]), requireText(secret["hash"]));
  const fields = Object.entries(value).map(
    async ([key, item]) => [key, await openedValue(item, reveal)] as const,
  );
  return Object.fromEntries(await Promise.all(fields));
}

function sourceOf(source: Json | undefined): SecretSource {
  const { kind, name, path, parts } = isJsonObject(source) ? source : {};
  if (kind === "environment" && typeof name === "string") return { kind, name };
  if (kind === "file" && typeof path === "string") return { kind, path };
  if (kind === "joined" && Array.isArray(parts))
    return { kind, parts: parts.map((part: Json) => (typeof part === "string" ? part : sourceOf(part))) };
  throw notWhole();
}

function requireText(value: Json | undefined): string {
  if (typeof value === "string") return value;
  throw notWhole();
}

function notWhole(): DocsformError {
  return fail("saved-plan/changed");
}

/** Throws unless the plan is unchanged since it was saved, and is the expected one. */
export function checkHash(saved: SavedPlan, expected = saved.hash): void {
  const hash = hashOf(saved as unknown as JsonObject);
  if (hash === saved.hash && hash === expected) return;
  throw fail(
    "saved-plan/other-plan",
    hash === saved.hash ? { case: "hash", hash, expected } : { case: "changed" },
  );
}

/** Throws unless the service speaks the API version that the plan was made for. */
export function checkApiVersion(
  saved: Pick<SavedPlan, "apiVersion">,
  live: Pick<Snapshot, "apiVersion">,
): void {
  if (saved.apiVersion === live.apiVersion) return;
  throw fail("saved-plan/other-api-version", { planned: saved.apiVersion, live: live.apiVersion });
}

/** Throws unless the current state is the one that the plan was made with. */
export function checkState(saved: SavedPlan, hash: string | undefined): void {
  if (saved.state === (hash ?? null)) return;
  if (saved.state === null)
    throw fail("saved-plan/other-state", { case: "unexpected", here: short(hash ?? "") });
  const made = short(saved.state);
  throw fail(
    "saved-plan/other-state",
    hash === undefined ? { case: "missing", made } : { case: "other", made, here: short(hash) },
  );
}

function short(hash: string): string {
  return hash.slice(0, 12);
}

/** Throws unless the new decision equals the saved one. */
export function checkDecision(saved: SavedPlan, now: Plan): void {
  const text = (plan: Plan) => canonicalJson(JSON.parse(JSON.stringify(decidedIn(plan))) as Json);
  if (text(planIn(saved)) === text(now)) return;
  const differences = differencesOf(saved, now);
  throw fail(
    "saved-plan/outdated",
    differences.length === 0 ? { case: "order" } : { case: "steps", differences },
  );
}

function planIn(saved: SavedPlan): Plan {
  const { layout: _, state: __, desired: ___, moves: ____, hash: _____, ...plan } = saved;
  return plan;
}

function cannotKeep(place: string): DocsformError {
  return fail("cli/secret-in-layout", { place });
}

/** Returns the place of the first secret that the layout contains in clear. Undefined: there is none. */
function literalSecret(value: Json, place: string): string | undefined {
  if (!isJsonObject(value) && !Array.isArray(value)) return undefined;
  if (isJsonObject(value) && isLiteralSecret(value["$secret"])) return place;
  for (const [key, item] of Object.entries(value as Readonly<Record<string, Json>>)) {
    const inside = isJsonObject(value) && typeof value["address"] === "string" ? value["address"] : place;
    const found = literalSecret(item, /^\d+$/u.test(key) ? inside : `${inside} ${key}`.trim());
    if (found !== undefined) return found;
  }
  return undefined;
}

function isLiteralSecret(secret: Json | undefined): boolean {
  return (
    isJsonObject(secret) &&
    isJsonObject(secret["source"]) &&
    isLiteral(secret["source"] as unknown as SecretSource)
  );
}
