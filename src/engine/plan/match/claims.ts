import { type Address, unmanagedAddress } from "../../../model/address.ts";
import { wordsOf } from "../../../model/codes/plan-words.ts";
import type { DesiredObject } from "../../../model/desired-world.ts";
import type { KeyField } from "../../../model/key-field.ts";
import { keyOf, type ObjectKey } from "../../../model/object-key.ts";
import { errorOf } from "../../../model/plan/errors-and-notes.ts";
import type { ResourceType } from "../../../model/resource-type.ts";
import type { LiveObject } from "../../../model/snapshot.ts";
import { groupBy } from "../../../util/groups.ts";
import { jsonEquals } from "../../../util/json.ts";
import { type Signs, signsOf } from "./content-signs.ts";
import { goneObjects } from "./gone-objects.ts";
import { desiredKey, formerKeyValues, formerly, rememberedKey } from "./keys.ts";
import { isFree } from "./match-recorded.ts";
import { addMatch, isOpen, type Match, type Matching } from "./matches.ts";
import { agree, fieldSign, pairsOf, placeFields } from "./sign.ts";
import { isDeclaredByAnother } from "./unique-declarations.ts";

/** Objects of one type without matches, the live objects that they may be, and what their keys say. */
interface Compared {
  readonly matching: Matching;
  readonly type: ResourceType;
  readonly open: readonly DesiredObject[];
  readonly live: readonly LiveObject[];
  /** The matches by the state, the journal and the keys. */
  readonly byKeys: Matching;
  readonly signs: Signs;
}

/** A live object that an object has instead of the one of its key. */
interface Claim {
  readonly object: DesiredObject;
  readonly live: LiveObject;
  readonly by: "was" | "contents";
  /** The object that has the live one by its key, and must find another one. */
  readonly from?: DesiredObject | undefined;
  /** The live object that this object has by its key, and that must be claimed too. */
  readonly leaves?: LiveObject | undefined;
}

/**
 * Matches the objects of one type that have another live object than the state, the journal and their keys say. An object has another one if
 * `was:` says so, or by its contents: if it keeps its name, or if several objects exchange their keys, so that each of them finds its contents
 * and nothing is left over. `byKeys`: the matches without these.
 */
export function matchByClaims(
  matching: Matching,
  byKeys: Matching,
  type: ResourceType,
  batch: readonly DesiredObject[],
): void {
  const open = batch.filter((object) => isOpen(matching, object));
  const isFound = (live: LiveObject) => byKeys.byLive.has(keyOf(live)) && !matching.byLive.has(keyOf(live));
  const live = matching.live.ofType(type.name).filter((each) => isFound(each) || isFree(matching, each));
  const compared = { matching, byKeys, type, open, live, signs: signsOf(matching, type) };
  const former = formerClaims(compared);
  const claims = tenable(compared, [...former, ...contentClaims(compared, former)]);
  for (const { object, live: claimed, by } of claims)
    if (matching.live.get(type.name, claimed.id) !== undefined) addMatch(matching, object, claimed, by);
  for (const claim of claims) noteExchange(compared, claim);
}

/** The objects that `was:` names. The state records that a run followed it, so that it has no effect afterwards. */
function formerClaims(compared: Compared): readonly Claim[] {
  const { matching, type, open, live, byKeys } = compared;
  const { key } = type.identity;
  const renamed = open.filter((object) => formerly(object) && !isFollowed(compared, object));
  const ofType = renamed.length === 0 ? [] : matching.live.ofType(type.name);
  const byKey = groupBy(ofType, (each) => rememberedKey(matching, each, key));
  const isCandidate = new Set(live);
  return renamed.flatMap((object): readonly Claim[] => {
    const { address } = object;
    const alike = byKey.get(otherKey(matching, object, key)) ?? [];
    const candidates = alike.filter((each) => isCandidate.has(each));
    const [old, ...others] = candidates;
    const own = byKeys.byAddress.get(address)?.live;
    // An object of another level has it.
    if (old === undefined && own !== undefined && alike.length > 0) noteBoth(matching, object, alike, own);
    if (old === undefined || old === own) return [];
    // A new object takes none that another one keeps.
    if (others.length === 0)
      return [{ object, live: old, by: "was", from: own ? undefined : holderOf(compared, old) }];
    const ids = candidates.map(({ id }) => id);
    const words = wordsOf("plan/ambiguous", { case: "formerKey", address, ids, first: old.id });
    matching.diagnostics.push(errorOf(words, object));
    return [];
  });
}

/** The former key, if it is another one than the present one. */
function otherKey(matching: Matching, object: DesiredObject, key: readonly KeyField[]): string {
  const before = desiredKey(matching, formerly(object) ?? object, key);
  return before === undefined || before === desiredKey(matching, object, key) ? "" : before;
}

/** Whether a run has followed `was:`. Without an entry of the state, the contents show it. */
function isFollowed({ matching, byKeys, signs }: Compared, object: DesiredObject): boolean {
  const own = byKeys.byAddress.get(object.address)?.live;
  const followed = own && matching.entryOf(own)?.was;
  if (followed !== undefined && jsonEquals(followed, formerKeyValues(matching, object) ?? null)) return true;
  return own !== undefined && hasAllSigns(signs, object, own);
}

function holderOf({ byKeys }: Compared, live: LiveObject): DesiredObject | undefined {
  return byKeys.byLive.get(keyOf(live))?.desired;
}

/** Drops the claims that would leave an object without its live one, or a live object without its own. */
function tenable(compared: Compared, claims: readonly Claim[]): readonly Claim[] {
  const byObject = new Map(claims.map((claim) => [claim.object, claim]));
  const byLive = new Map(claims.map((claim) => [claim.live, claim]));
  const isTenable = ({ from, leaves }: Claim) =>
    (from === undefined || byObject.has(from)) && (leaves === undefined || byLive.has(leaves));
  const toCheck = [...claims];
  for (let claim = toCheck.pop(); claim !== undefined; claim = toCheck.pop()) {
    if (!byObject.has(claim.object) || isTenable(claim)) continue;
    byObject.delete(claim.object);
    byLive.delete(claim.live);
    const own = compared.byKeys.byAddress.get(claim.object.address);
    const holder = holderOf(compared, claim.live);
    for (const each of [own && byLive.get(own.live), holder && byObject.get(holder)])
      if (each !== undefined) toCheck.push(each);
  }
  return [...byObject.values()];
}

function noteExchange(compared: Compared, { object, live, by }: Claim): void {
  const { matching, byKeys, type } = compared;
  const { address } = object;
  const own = byKeys.byAddress.get(address)?.live;
  const holder = holderOf(compared, live);
  if (holder !== undefined) matching.exchanged.push([address, holder.address]);
  if (own === undefined) return;
  const isLeft = !matching.byLive.has(keyOf(own));
  if (isLeft) matching.exchanged.push([address, unmanagedAddress(own.type, own.id)]);
  // The next plan has to see that a run has followed `was:`.
  const isRemembered = matching.state !== undefined || type.identity.contents !== undefined;
  if (by !== "was" || (isRemembered && !isLeft)) return;
  noteBoth(matching, object, [live], own);
}

function noteBoth(
  { diagnostics }: Matching,
  object: DesiredObject,
  former: readonly LiveObject[],
  own: LiveObject,
): void {
  const before = former.map(({ id }) => id);
  const words = wordsOf("plan/both-keys-exist", { address: object.address, before, now: [own.id] });
  diagnostics.push(errorOf(words, object));
}

/** Compares contents together with names, and then contents alone. An object with the contents and the name of the live one of its key has that one. */
function contentClaims(compared: Compared, former: readonly Claim[]): readonly Claim[] {
  if (compared.type.identity.contents === undefined) return [];
  const settled = new Set<DesiredObject | LiveObject>(former.flatMap(({ object, live }) => [object, live]));
  return [true, false].flatMap((isNamed) => claimsOfRest(compared, settled, isNamed));
}

/** The claims of the objects that are not settled yet. Settles those that have what they claim or have by their keys. */
function claimsOfRest(
  compared: Compared,
  settled: Set<DesiredObject | LiveObject>,
  isNamed: boolean,
): readonly Claim[] {
  const { byKeys, signs } = compared;
  const open = compared.open.filter((object) => !settled.has(object));
  for (const object of open) {
    const own = byKeys.byAddress.get(object.address);
    if (own === undefined || settled.has(own.live)) continue;
    if (isNamed ? hasAllSigns(signs, object, own.live) : hasSomeSign(signs, object, own.live))
      settled.add(object).add(own.live);
  }
  const rest = open.filter((object) => !settled.has(object));
  if (rest.length === 0) return [];
  const { ofDesired, ofLive } = isNamed ? signs.both : signs.contents;
  // A deleted object keeps its last name and contents, so that no object that exchanges keys with it takes its place.
  const free = [...compared.live, ...goneObjects(compared.matching, compared.type.name)].filter(
    (live) => !settled.has(live),
  );
  const claims = pairsOf(groupBy(rest, ofDesired), groupBy(free, ofLive))
    .filter(([object, live]) => mayClaim(compared, object, live))
    .map(([object, live]) => claimOf(compared, object, live, isNamed));
  for (const { object, live } of claims) settled.add(object).add(live);
  return claims;
}

/** Whether the live object has the contents of the desired one and, if that has a name, the same name. */
function hasAllSigns({ contents, name, both }: Signs, object: DesiredObject, live: LiveObject): boolean {
  return agree(both, object, live) || (name.ofDesired(object) === undefined && agree(contents, object, live));
}

function hasSomeSign({ contents, name }: Signs, object: DesiredObject, live: LiveObject): boolean {
  return agree(contents, object, live) || agree(name, object, live);
}

function mayClaim(compared: Compared, object: DesiredObject, live: LiveObject): boolean {
  const { matching, byKeys } = compared;
  const own = byKeys.byAddress.get(object.address);
  if (own?.live === live) return false;
  if (own !== undefined && recordOf(matching, own)?.has(keyOf(live)) === false) return false;
  // Without a place, a new object can only be one that has left the layout. docsform looks for these later.
  const isNew = own === undefined && !byKeys.byLive.has(keyOf(live));
  if (isNew && placeFields(compared.type).length === 0) return false;
  return !hasUniqueValueOfAnother(compared, object, live);
}

/** What records the object: another one that it does not have cannot be the same. An interrupted run has decided about those of the journal. */
function recordOf(
  { inState, inJournal }: Matching,
  { live, by }: Match,
): ReadonlyMap<ObjectKey, Address> | undefined {
  if (by !== "state" && by !== "journal") return undefined;
  return inJournal.has(keyOf(live)) ? inJournal : inState;
}

/** Whether the live object would keep a unique value that another object declares. */
function hasUniqueValueOfAnother(
  { matching, type }: Compared,
  object: DesiredObject,
  live: LiveObject,
): boolean {
  const unique = (type.unique ?? []).filter(({ attribute }) => object.attributes[attribute] === undefined);
  return isDeclaredByAnother(matching.declaredBy, { ...type, unique }, object, live);
}

function claimOf(compared: Compared, object: DesiredObject, live: LiveObject, isNamed: boolean): Claim {
  const { signs, byKeys } = compared;
  const holder = holderOf(compared, live);
  const own = byKeys.byAddress.get(object.address)?.live;
  const keepsOwn = own !== undefined && hasSomeSign(signs, object, own);
  const isSure = isNamed && !keepsOwn;
  const isKept = holder !== undefined && (!isSure || hasSomeSign(signs, holder, live));
  return {
    object,
    live,
    by: "contents",
    from: isKept && isInDeclaredPlace(compared, holder, live) ? holder : undefined,
    leaves: !isSure && own !== undefined && isInDeclaredPlace(compared, object, own) ? own : undefined,
  };
}

/** Whether the live object is in the declared place, as far as the type's key contains the place. */
function isInDeclaredPlace({ matching, type }: Compared, object: DesiredObject, live: LiveObject): boolean {
  const fields = placeFields(type);
  return fields.length === 0 || agree(fieldSign(matching, fields), object, live);
}
