import type { Address } from "../../../model/address.ts";
import { wordsOf } from "../../../model/codes/plan-words.ts";
import type { DesiredObject, DesiredValue } from "../../../model/desired-world.ts";
import { isReference } from "../../../model/desired-world.ts";
import type { Diagnostic } from "../../../model/diagnostic.ts";
import { includesContainer, type KeyField, type KeyReader, readKey } from "../../../model/key-field.ts";
import { keyOf } from "../../../model/object-key.ts";
import { errorOf } from "../../../model/plan/errors-and-notes.ts";
import type { MatchedBy } from "../../../model/plan/matched-by.ts";
import type { ResourceType } from "../../../model/resource-type.ts";
import type { LiveObject } from "../../../model/snapshot.ts";
import type { TypeIndex } from "../../../model/type-index.ts";
import { graphOf, levels } from "../../../util/graph.ts";
import { append, getOrMake, groupBy } from "../../../util/groups.ts";
import type { DesiredIndex } from "../world/desired-index.ts";
import { sameAsApplied } from "./as-applied.ts";
import { matchByClaims } from "./claims.ts";
import { declaresAsApplied, desiredKey, formerly, liveKey } from "./keys.ts";
import { isFree, matchRecorded, objectInState } from "./match-recorded.ts";
import { addMatch, isOpen, type MatchInputs, type Matching, matchById } from "./matches.ts";
import { placeFields } from "./sign.ts";
import { isDeclaredByAnother } from "./unique-declarations.ts";

/** Matches the remaining objects by their keys, batch by batch. The keys of a batch need the matches of the batches before it. */
export function matchByKeys(
  matching: Matching,
  levelsOfKeys: () => ReadonlyMap<Address, number>,
  objects: readonly DesiredObject[],
): void {
  const open = objects.filter(({ address }) => !matching.byAddress.has(address));
  const keeps = keepingTheirOwn(matching);
  if (open.length === 0 || keepTheirOwn(matching, keeps, open)) return;
  for (const batch of batchesByLevel(levelsOfKeys(), open)) matchBatch(matching, keeps, batch);
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

/** Returns the level of each of the objects: the number of steps of matching them that come before its keys are known. */
export function keyLevels(
  { types, desired }: Pick<MatchInputs, "types" | "desired">,
  objects: readonly DesiredObject[],
): ReadonlyMap<Address, number> {
  const dependenciesOf = keyDependencies(types, desired);
  const isAmong = new Set(objects);
  const found = levels(
    graphOf(
      objects.map((object) => [
        object.address,
        dependenciesOf(object)
          .filter((each) => isAmong.has(each))
          .map(({ address }) => address),
      ]),
    ),
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
    types.all.map(({ name, identity: { key, createKey, contents, fallbackKeys = [] } }) => [
      name,
      [
        ...new Set([
          ...key,
          ...createKey,
          ...fallbackKeys.flat(),
          ...(contents === "most children" ? [] : (contents ?? [])),
        ]),
      ],
    ]),
  );
  return (object) => {
    const needs = object.scope === undefined ? [] : [desired.get(object.scope)];
    needs.push(...leavesIn(types, desired, object));
    for (const each of [object, formerly(object) ?? object])
      for (const value of readKey(fields.get(object.type) ?? [], reader, each))
        if (isReference(value)) needs.push(desired.get(value.$ref));
    return needs.filter((need) => need !== undefined && need !== object) as DesiredObject[];
  };
}

/** The objects inside an object by which it is recognized, down to those that match without it. */
function leavesIn(types: TypeIndex, desired: DesiredIndex, object: DesiredObject): readonly DesiredObject[] {
  if (types.get(object.type).identity.contents !== "most children") return [];
  return desired
    .inside(object.address)
    .flatMap((child) =>
      includesContainer(types.get(child.type).identity.key) ? leavesIn(types, desired, child) : [child],
    );
}

function matchBatch(matching: Matching, keeps: KeepsItsOwn, batch: readonly DesiredObject[]): void {
  const first = batch[0];
  if (first === undefined) return;
  const type = matching.types.get(first.type);
  const hasContents = type.identity.contents !== undefined;
  const open = batch.filter((object) => isOpen(matching, object));
  if (hasContents && keepTheirOwn(matching, keeps, open)) return;
  if (hasContents || batch.some((each) => formerly(each) !== undefined)) {
    const byKeys = copyOf(matching);
    matchByRecordsAndKeys(byKeys, type, batch);
    matchByClaims(matching, byKeys, type, batch);
  }
  matchByRecordsAndKeys(matching, type, batch);
}

/**
 * Matches the objects that have the name, the place and the contents of those that the state records for them: no other object can claim
 * these. Returns whether it has matched all.
 */
function keepTheirOwn(matching: Matching, keeps: KeepsItsOwn, objects: readonly DesiredObject[]): boolean {
  for (const object of objects) {
    const isOfState = isOpen(matching, object) && formerly(object) === undefined;
    const own = isOfState ? objectInState(matching, object) : undefined;
    if (own !== undefined && keeps(object, own)) addMatch(matching, object, own, "state");
  }
  return objects.every(({ address }) => matching.byAddress.has(address));
}

/** Whether an object has the name, the place and the contents of a live one. One without contents keeps its own in any case. */
type KeepsItsOwn = (object: DesiredObject, own: LiveObject) => boolean;

function keepingTheirOwn(matching: Matching): KeepsItsOwn {
  const byType = new Map<string, KeepsItsOwn>();
  return (object, own) => {
    const type = matching.types.get(object.type);
    return getOrMake(byType, type.name, () => keepingItsOwn(matching, type))(object, own);
  };
}

function keepingItsOwn(matching: Matching, type: ResourceType): KeepsItsOwn {
  const { contents, name } = type.identity;
  if (contents === undefined) return () => true;
  const hasChildren = contents === "most children";
  const fields = [...placeFields(type), ...(hasChildren ? [] : contents)];
  const withName = name === undefined ? fields : [...fields, name];
  return (object, own) => {
    const isNamed = typeof name !== "string" || object.attributes[name] != null;
    return (
      declaresAsApplied(matching, object, own, isNamed ? withName : fields) &&
      (!hasChildren || hasAppliedChildren(matching, object, own))
    );
  };
}

/** Whether the object declares the children that were last applied in the live one, and no others. */
function hasAppliedChildren(matching: Matching, object: DesiredObject, live: LiveObject): boolean {
  const applied = new Set(matching.appliedInside(live).map(({ key }) => key));
  const children = matching.desired.inside(object.address);
  const isApplied = (child: DesiredObject) => {
    const found = matching.byAddress.get(child.address)?.live ?? objectInState(matching, child);
    return found !== undefined && applied.has(keyOf(found));
  };
  return children.length === applied.size && children.every(isApplied);
}

function copyOf(matching: Matching): Matching {
  const { byAddress, byLive } = matching;
  return {
    ...matching,
    byAddress: new Map(byAddress),
    byLive: new Map(byLive),
    diagnostics: [],
    ambiguous: new Set(),
  };
}

function matchByRecordsAndKeys(
  matching: Matching,
  type: ResourceType,
  batch: readonly DesiredObject[],
): void {
  const { key, createKey, fallbackKeys = [], matchByCreateKeyLast = false } = type.identity;
  matchRecorded(matching, batch);
  if (!batch.some((object) => isOpen(matching, object))) return;
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
