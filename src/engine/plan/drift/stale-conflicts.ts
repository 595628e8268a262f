import type { Address } from "../../../model/address.ts";
import {
  asDeclared,
  canonicalValue,
  managedPart,
  satisfiesDeclared,
} from "../../../model/attribute-value.ts";
import type { Code } from "../../../model/codes/code.ts";
import type { Words } from "../../../model/codes/fail.ts";
import { wordsOf } from "../../../model/codes/plan-words.ts";
import { isReference } from "../../../model/desired-world.ts";
import { attributesIn, type KeyField, readKey } from "../../../model/key-field.ts";
import type {
  CreateStep,
  DeleteExpectation,
  Plan,
  PlanStep,
  PlanValue,
  UnconfirmedObject,
} from "../../../model/plan/plan.ts";
import type { Attribute } from "../../../model/resource-type/attribute.ts";
import { siblingSetOf } from "../../../model/resource-type/place.ts";
import type { ResourceType } from "../../../model/resource-type.ts";
import type { LiveObject, Snapshot } from "../../../model/snapshot.ts";
import { indexTypes, type TypeIndex } from "../../../model/type-index.ts";
import { append, getOrMake } from "../../../util/groups.ts";
import { canonicalJson, isJsonObject, type Json, jsonEquals } from "../../../util/json.ts";
import { siblingsIn } from "../steps/expected-ids.ts";
import { fingerprintOf, stepContents } from "../steps/steps.ts";
import type { Hash } from "../world/compare.ts";
import { indexLive, type LiveIndex } from "../world/live-index.ts";

/** Something that a plan depends on and that has changed. */
export interface StaleConflict {
  readonly address: Address;
  /** Stable: `stale/gone`, `stale/changed`, `stale/moved`, `stale/appeared`. */
  readonly code: Code;
  readonly message: string;
  /** The attributes that changed. */
  readonly fields: readonly string[];
}

/** Checks once, in bulk, before the first write that the service is still as the plan expects. */
export function findStaleConflicts(
  plan: Plan,
  world: Snapshot,
  types: readonly ResourceType[],
  hash: Hash,
): readonly StaleConflict[] {
  const index = indexTypes(types);
  const checker: Checker = {
    plan,
    types: index,
    live: indexLive(world, index),
    hash,
    firstChildrenOf: firstChildren(plan),
    appeared: new Map(),
    reordered: new Map(),
  };
  const goneObjects = Object.entries(plan.existing).flatMap(([address, { type, id }]) =>
    checker.live.get(type, id) ? [] : [gone(address, id)],
  );
  if (goneObjects.length > 0) return goneObjects;
  return [
    ...plan.found.flatMap((found) => checkFound(checker, found)),
    ...plan.steps.flatMap((step) => checkStep(checker, step)),
  ];
}

/** A plan, and the service as it is now. */
interface Checker {
  readonly plan: Plan;
  readonly types: TypeIndex;
  readonly live: LiveIndex;
  readonly hash: Hash;
  readonly firstChildrenOf: ReadonlyMap<Address, readonly CreateStep[]>;
  /** Objects that a list of known ids does not have, by the name of the list. */
  readonly appeared: Map<string, readonly LiveObject[]>;
  /** Whether siblings differ from the plan's list, by its name. */
  readonly reordered: Map<string, boolean>;
}

function conflict({ code, message }: Words, address: Address, fields: readonly string[] = []): StaleConflict {
  return { address, code, message, fields };
}

function gone(address: Address, id: string): StaleConflict {
  return conflict(wordsOf("stale/gone", { address, id }), address);
}

function firstChildren(plan: Plan): ReadonlyMap<Address, readonly CreateStep[]> {
  const children = new Map<Address, CreateStep[]>();
  for (const step of plan.steps)
    if (step.action === "create" && step.createdWith !== undefined) append(children, step.createdWith, step);
  return children;
}

function checkStep(checker: Checker, step: PlanStep): readonly StaleConflict[] {
  switch (step.action) {
    case "create":
      return checkCreate(checker, step);
    case "patch":
      return checkPatch(checker, step);
    case "move":
      return checkMove(checker, step);
    case "delete":
    case "replace":
      return checkDelete(checker, step);
    case "import":
      return checkFound(checker, step);
    case "record":
    case "forget":
      return [];
  }
}

function checkPatch(
  checker: Checker,
  { address, type, id, changes }: Extract<PlanStep, { action: "patch" }>,
): readonly StaleConflict[] {
  const live = checker.live.get(type, id);
  if (live === undefined) return [gone(address, id)];
  const attributes = checker.types.get(live.type).attributes;
  const stale = changes.filter((change) => {
    const attribute = attributes[change.attribute];
    return (
      attribute !== undefined &&
      !isAsBefore(checker, attribute, change.before, live.attributes[change.attribute] ?? null)
    );
  });
  if (stale.length === 0) return [];
  const fields = stale.map((change) => change.attribute);
  return [
    conflict(wordsOf("stale/changed", { case: "attributes", address, attributes: fields }), address, fields),
  ];
}

function isAsBefore(checker: Checker, attribute: Attribute, before: PlanValue, live: Json): boolean {
  if (isJsonObject(before) && typeof before["$hash"] === "string")
    return (
      live !== null &&
      checker.hash(canonicalJson(canonicalValue(attribute, live)), checker.plan.salt) === before["$hash"]
    );
  return jsonEquals(
    canonicalValue(attribute, before),
    canonicalValue(
      attribute,
      asDeclared(attribute, managedPart(attribute, before, live, checker.live.world.currentUser), before),
    ),
  );
}

function checkMove(checker: Checker, step: Extract<PlanStep, { action: "move" }>): readonly StaleConflict[] {
  const live = checker.live.get(step.type, step.id);
  if (live === undefined) return [gone(step.address, step.id)];
  const isInPlace = (live.container?.id ?? null) === step.expects.container;
  const { address, expects } = step;
  const isReordered = getOrMake(checker.reordered, expects.siblings, () => {
    const siblings = siblingsAtTarget(checker, step, live);
    return siblings.length > 0 && !jsonEquals(siblings, checker.plan.siblings[expects.siblings] ?? []);
  });
  if (isInPlace && !isReordered) return [];
  return [conflict(wordsOf("stale/moved", { address }), address, [isInPlace ? "order" : "container"])];
}

function siblingsAtTarget(
  checker: Checker,
  step: Extract<PlanStep, { action: "move" }>,
  live: LiveObject,
): readonly string[] {
  const type = checker.types.get(step.type);
  const root = { type: type.scope ?? "", id: live.scopeId ?? "" };
  const parent = step.to === null ? root : checker.plan.existing[step.to];
  const { apiVersion } = checker.plan;
  const set = siblingSetOf(type, apiVersion);
  if (set === undefined || parent === undefined) return [];
  return siblingsIn(checker.types, checker.live.inside(parent.type, parent.id), { set, apiVersion });
}

function checkDelete(
  checker: Checker,
  step: { address: Address; type: string; id: string; expects: DeleteExpectation },
): readonly StaleConflict[] {
  const live = checker.live.get(step.type, step.id);
  if (live === undefined) return [gone(step.address, step.id)];
  if (isAsExpected(checker.types, checker.live, live, step.expects, checker.plan.salt, checker.hash))
    return [];
  const { address } = step;
  return [conflict(wordsOf("stale/changed", { case: "deleted", address }), address, ["*"])];
}

/** Whether an object to delete, and its contents, are as they were when the plan was made. */
export function isAsExpected(
  types: TypeIndex,
  live: LiveIndex,
  object: LiveObject,
  expects: DeleteExpectation,
  salt: string,
  hash: Hash,
): boolean {
  return (
    fingerprintOf(types, object, salt, hash) === expects.fingerprint &&
    jsonEquals(
      stepContents((type, id) => live.inside(type, id), object),
      expects.contents,
    )
  );
}

/** An object that docsform found by its key alone must still have that key when the plan is applied. */
function checkFound(
  checker: Checker,
  { address, type, id, matchedBy }: Omit<UnconfirmedObject, "title">,
): readonly StaleConflict[] {
  const { identity, scope } = checker.types.get(type);
  const live = checker.live.get(type, id);
  const managed = checker.plan.managed[address];
  if (matchedBy !== "key" || scope !== undefined || live === undefined || managed === undefined) return [];
  // Attributes under `ignore` are not compared: other people may have changed them.
  const key = identity.key.filter(
    (field) =>
      typeof field !== "string" ||
      (field in managed.attributes && !isSecretInOtherForm(checker, type, field, managed.attributes[field])),
  );
  if (matches(checker, { address, ...managed }, live, key)) return [];
  return [conflict(wordsOf("stale/changed", { case: "key", address, id }), address, attributesIn(key))];
}

/** Whether the value is a secret that the service may return in another form. The plan has only a hash of its text. */
function isSecretInOtherForm(
  { types }: Checker,
  type: string,
  name: string,
  declared: PlanValue | undefined,
): boolean {
  const { normalize, satisfies } = types.get(type).attributes[name] ?? {};
  return secretHashOf(declared ?? null) !== undefined && (normalize ?? satisfies) !== undefined;
}

function secretHashOf(value: PlanValue): string | undefined {
  const secret = isJsonObject(value) ? value["$secret"] : undefined;
  const hash = isJsonObject(secret) ? secret["hash"] : undefined;
  return typeof hash === "string" ? hash : undefined;
}

/** An object that appeared after the plan was made must not have a key of an object to create. */
function checkCreate(checker: Checker, step: CreateStep): readonly StaleConflict[] {
  if (step.createdWith !== undefined) return [];
  const type = checker.types.get(step.type);
  const scope = checker.plan.managed[step.address]?.scope;
  const scopeId = scope === undefined ? undefined : checker.plan.existing[scope]?.id;
  if (scope !== undefined && scopeId === undefined) return [];
  const appeared = getOrMake(checker.appeared, step.expects.knownIds, () => {
    const known = new Set(checker.plan.knownIds[step.expects.knownIds]);
    return checker.live.ofType(step.type).filter((live) => live.scopeId === scopeId && !known.has(live.id));
  });
  const duplicate = appeared.find(
    (live) =>
      matches(checker, step, live, type.identity.key) ||
      matches(checker, step, live, type.identity.createKey),
  );
  if (duplicate === undefined) return [];
  const { address } = step;
  return [conflict(wordsOf("stale/appeared", { address, id: duplicate.id }), address)];
}

type DeclaredPlace = Pick<CreateStep, "address" | "attributes" | "container">;

function matches(
  checker: Checker,
  object: DeclaredPlace,
  live: LiveObject,
  fields: readonly KeyField[],
): boolean {
  const type = checker.types.get(live.type);
  return readKey(fields, {
    attribute: (name) => attributeMatches(checker, object, live, name),
    container: () => containerMatches(checker, object, live),
    firstChild: (name) => {
      const child = checker.live
        .inside(live.type, live.id)
        .find((each) => each.type === type.firstChild?.type);
      const declared = checker.firstChildrenOf.get(object.address)?.[0];
      return (
        child !== undefined && declared !== undefined && attributeMatches(checker, declared, child, name)
      );
    },
  }).every(Boolean);
}

function attributeMatches(checker: Checker, object: DeclaredPlace, live: LiveObject, name: string): boolean {
  const attribute = checker.types.get(live.type).attributes[name];
  const wanted = resolved(checker, object.attributes[name] ?? null) ?? null;
  const secretHash = secretHashOf(wanted);
  const there = live.attributes[name];
  if (secretHash !== undefined)
    return typeof there === "string" && checker.hash(there, checker.plan.salt) === secretHash;
  return attribute !== undefined && wanted !== null && satisfiesDeclared(attribute, wanted, there);
}

function resolved(checker: Checker, value: PlanValue): Json | undefined {
  return isJsonObject(value) && isReference(value) ? checker.plan.existing[value.$ref]?.id : value;
}

function containerMatches(checker: Checker, { container }: DeclaredPlace, live: LiveObject): boolean {
  const wanted = container === undefined ? null : resolved(checker, container);
  return (live.container?.id ?? null) === (wanted ?? null);
}
