import type { Address } from "../../../model/address.ts";
import type { DesiredObject, DesiredValue } from "../../../model/desired-world.ts";
import { isReference } from "../../../model/desired-world.ts";
import type { Diagnostic } from "../../../model/diagnostic.ts";
import { type KeyField, type KeyReader, readKey } from "../../../model/key-field.ts";
import { keyOf, objectKey } from "../../../model/object-key.ts";
import type { ResourceType } from "../../../model/resource-type.ts";
import type { LiveObject } from "../../../model/snapshot.ts";
import type { TypeIndex } from "../../../model/type-index.ts";
import { graphOf, levels } from "../../../util/graph.ts";
import { append, groupBy } from "../../../util/groups.ts";
import { present } from "../../../util/present.ts";
import type { DesiredIndex } from "../desired-index.ts";
import { errorOf, wordsOf } from "../words.ts";
import { sameAsApplied } from "./as-applied.ts";
import { addressWithin } from "./former-addresses.ts";
import { desiredKey, liveKey } from "./keys.ts";
import type { MatchedBy } from "./matched-by.ts";
import { addMatch, isFree, type MatchInputs, type Matching, matchById } from "./matches.ts";
import { isDeclaredByAnother } from "./unique-declarations.ts";

/** Matches the remaining objects by their keys, batch by batch. The keys of a batch need the matches of the batches before it. */
export function matchByKeys(
  matching: Matching,
  levelsOfKeys: () => ReadonlyMap<Address, number>,
  objects: readonly DesiredObject[],
): void {
  const open = objects.filter(({ address }) => !matching.byAddress.has(address));
  if (open.length === 0) return;
  for (const batch of batchesByLevel(levelsOfKeys(), open)) matchBatch(matching, batch);
}

/** Sorts the objects into batches of one type. The keys of a batch are known after the batches before it have their matches. */
export function batchesByLevel(
  levelsOfKeys: ReadonlyMap<Address, number>,
  objects: readonly DesiredObject[],
): readonly (readonly DesiredObject[])[] {
  return [...groupBy(objects, ({ address }) => levelsOfKeys.get(address) as number)]
    .sort(([a], [b]) => a - b)
    .flatMap(([, level]) => [...groupBy(level, ({ type }) => type).values()]);
}

/** Returns the level of each object: the number of steps of matching that come before its keys are known. */
export function keyLevels({
  types,
  desired,
}: Pick<MatchInputs, "types" | "desired">): ReadonlyMap<Address, number> {
  const { objects } = desired.world;
  const dependenciesOf = keyDependencies(types, desired);
  const found = levels(
    graphOf(objects.map((object) => [object.address, dependenciesOf(object).map(({ address }) => address)])),
  );
  return new Map(objects.map(({ address }, at) => [address, found[at] as number]));
}

/**
 * Returns a function that lists the objects whose matches the keys of an object need: its scope, and the objects that its keys refer to.
 */
function keyDependencies(
  types: TypeIndex,
  desired: DesiredIndex,
): (object: DesiredObject) => DesiredObject[] {
  const reader: KeyReader<DesiredValue | undefined, DesiredObject> = {
    attribute: (name, object) => object.attributes[name],
    container: (object) => object.container,
    firstChild: (name, object) => desired.firstChild(object, types)?.attributes[name],
  };
  const fields = new Map(
    types.all.map(({ name, identity: { key, createKey, fallbackKeys = [] } }) => [
      name,
      [...new Set([...key, ...createKey, ...fallbackKeys.flat()])],
    ]),
  );
  return (object) => {
    const needs = object.scope === undefined ? [] : [desired.get(object.scope)];
    for (const each of [object, formerly(object)])
      for (const value of readKey(fields.get(object.type) ?? [], reader, each))
        if (isReference(value)) needs.push(desired.get(value.$ref));
    return needs.filter((need) => need !== undefined && need !== object) as DesiredObject[];
  };
}

function matchBatch(matching: Matching, batch: readonly DesiredObject[]): void {
  const first = batch[0];
  if (first === undefined) return;
  const type = matching.types.get(first.type);
  const { key, createKey, fallbackKeys = [], matchByCreateKeyLast = false } = type.identity;
  matchByFormerAddress(matching, batch);
  matchFormerKeys(matching, type, batch);
  // This comes before the match by key, because an unrelated object may have the key by now.
  for (const [object, { entry }] of sameAsApplied(matching, batch))
    matchById(matching, object, entry.id, "state");
  const round = (fields: readonly KeyField[], by: MatchedBy) =>
    matchByFields(matching, type, batch, fields, by);
  round(key, "key");
  if (!matchByCreateKeyLast) round(createKey, "create key");
  // A match by a fallback key is allowed only inside owned contents: elsewhere, a similar object may belong to other people.
  if (type.scope !== undefined) for (const fields of fallbackKeys) round(fields, "fallback key");
  if (matchByCreateKeyLast) round(createKey, "create key");
}

/** Matches an object inside a parent with a new address by the object's former address in the state. */
function matchByFormerAddress(matching: Matching, batch: readonly DesiredObject[]): void {
  const formerOf = (parent: Address) => {
    const live = matching.byAddress.get(parent)?.live;
    return live && matching.left.get(keyOf(live));
  };
  for (const object of batch) {
    if (matching.byAddress.has(object.address) || object.pin !== undefined) continue;
    const before = addressWithin(object, formerOf);
    const id = before === undefined ? undefined : matching.state?.objects[before]?.id;
    if (id !== undefined && matching.left.get(objectKey(object.type, id)) === before)
      matchById(matching, object, id, "state");
  }
}

/**
 * Matches by `was:`. If no live object has the old key, the new key decides. If only the old key is live, it is a rename. If both are live,
 * it is an error.
 */
function matchFormerKeys(matching: Matching, type: ResourceType, batch: readonly DesiredObject[]): void {
  const renamed = batch.filter((object) => isRenamed(object) && !matching.byAddress.has(object.address));
  if (renamed.length === 0) return;
  const candidates = groupLive(matching, type, type.identity.key);
  const liveUnder = (key: string | undefined) =>
    key === undefined ? [] : (candidates.get(key) ?? []).filter((live) => isFree(matching, live));
  for (const object of renamed) {
    const now = desiredKey(matching, object, type.identity.key);
    const before = desiredKey(matching, formerly(object), type.identity.key);
    if (now !== before) matchFormer(matching, object, liveUnder(before), liveUnder(now));
  }
}

function matchFormer(
  matching: Matching,
  object: DesiredObject,
  before: readonly LiveObject[],
  now: readonly LiveObject[],
): void {
  const [old] = before;
  if (old === undefined) return;
  if (before.length === 1 && now.length === 0) return addMatch(matching, object, old, "was");
  const { address } = object;
  const ids = idsOf(before);
  const words =
    now.length > 0
      ? wordsOf("plan/both-keys-exist", { address, before: ids, now: idsOf(now) })
      : wordsOf("plan/ambiguous", { case: "formerKey", address, ids, first: old.id });
  matching.diagnostics.push(errorOf(words, object));
}

function isRenamed({ was, wasIn }: DesiredObject): boolean {
  return was !== undefined || wasIn !== undefined;
}

/** The object with its former key. */
function formerly(object: DesiredObject): DesiredObject {
  if (!isRenamed(object)) return object;
  const { wasIn = object.container } = object;
  return {
    ...object,
    attributes: { ...object.attributes, ...object.was },
    ...present({ container: wasIn }),
  };
}

function matchByFields(
  matching: Matching,
  type: ResourceType,
  batch: readonly DesiredObject[],
  fields: readonly KeyField[],
  by: MatchedBy,
): void {
  const wanting = new Map<string, DesiredObject[]>();
  for (const object of batch) {
    if (matching.byAddress.has(object.address) || object.pin !== undefined) continue;
    const key = desiredKey(matching, object, fields);
    if (key !== undefined) append(wanting, key, object);
  }
  if (wanting.size === 0) return;
  const candidates = groupLive(matching, type, fields);
  for (const [key, objects] of wanting) {
    const live = (candidates.get(key) ?? []).filter((candidate) => isFree(matching, candidate));
    if (live.length > 0) matchGroup(matching, type, objects, live, by);
  }
}

function matchGroup(
  matching: Matching,
  type: ResourceType,
  objects: readonly DesiredObject[],
  live: readonly LiveObject[],
  by: MatchedBy,
): void {
  const allowed = (object: DesiredObject, candidate: LiveObject) =>
    by === "key" || !isDeclaredByAnother(matching.declaredBy, type, object, candidate);
  if (objects.length === 1 && live.length === 1) {
    const [object, candidate] = [objects[0] as DesiredObject, live[0] as LiveObject];
    if (allowed(object, candidate)) addMatch(matching, object, candidate, by);
    return;
  }
  if (type.scope === undefined && objects.some((each) => matching.ambiguous.has(each.address))) return;
  if (type.scope !== undefined) return matchInOrder(matching, objects, live, by, allowed);
  for (const each of objects) matching.ambiguous.add(each.address);
  matching.diagnostics.push(ambiguous(objects, live));
}

/** The error for several objects that match, if nothing decides between them. */
export function ambiguous(objects: readonly DesiredObject[], live: readonly LiveObject[]): Diagnostic {
  const [address = "", ...others] = objects.map((object) => object.address);
  const ids = idsOf(live);
  const facts = { ids, first: ids[0] ?? "" };
  const words =
    others.length === 0
      ? wordsOf("plan/ambiguous", { case: "oneEntry", address, ...facts })
      : wordsOf("plan/ambiguous", {
          case: ids.length === 1 ? "oneObject" : "several",
          addresses: [address, ...others].join(" and "),
          ...facts,
        });
  return errorOf(words, objects[0]);
}

function idsOf(live: readonly LiveObject[]): readonly string[] {
  return live.map(({ id }) => id);
}

/** Matches by position, for scopes in which the layout has authority over all siblings. */
function matchInOrder(
  matching: Matching,
  objects: readonly DesiredObject[],
  live: readonly LiveObject[],
  by: MatchedBy,
  allowed: (object: DesiredObject, candidate: LiveObject) => boolean,
): void {
  const rest = [...live].sort((a, b) => a.rank - b.rank);
  for (const object of [...objects].sort((a, b) => a.rank - b.rank)) {
    const at = rest.findIndex((candidate) => allowed(object, candidate));
    const [candidate] = at < 0 ? [] : rest.splice(at, 1);
    if (candidate !== undefined) addMatch(matching, object, candidate, by);
  }
}

/** Live objects without a match, by their keys over the fields. */
export function groupLive(
  matching: Matching,
  type: ResourceType,
  fields: readonly KeyField[],
): ReadonlyMap<string, readonly LiveObject[]> {
  const groups = new Map<string, LiveObject[]>();
  for (const live of matching.live.ofType(type.name))
    if (isFree(matching, live)) append(groups, liveKey(matching, live, fields), live);
  return groups;
}
