import { type Address, typeOfAddress } from "../../../model/address.ts";
import type { Words } from "../../../model/codes/fail.ts";
import type { DesiredObject } from "../../../model/desired-world.ts";
import { keyOf, objectKey } from "../../../model/object-key.ts";
import type { LiveObject } from "../../../model/snapshot.ts";
import { isOfRun } from "../../../model/state.ts";
import { once } from "../../../util/once.ts";
import { errorOf, wordsOf } from "../words.ts";
import { appliedInside } from "./applied-index.ts";
import { leftAsApplied } from "./as-applied.ts";
import { groupLive, keyLevels, matchByKeys } from "./by-keys.ts";
import { formerAddresses, leftAddresses, underAddressesOfNow } from "./former-addresses.ts";
import { desiredKey } from "./keys.ts";
import { addMatch, isFree, type Matches, type MatchInputs, type Matching, matchById } from "./matches.ts";
import { type Recognized, recognized, undecidedInPlace } from "./recognize.ts";
import { recognizeMoved, replacedByUnfinished, undecidedMoves } from "./recognize-moved.ts";
import { uniqueDeclarations } from "./unique-declarations.ts";

export type { Match, Matches, MatchInputs } from "./matches.ts";

/**
 * Finds the live object of each desired object, one to one: first by pin, state and journal; then by key, former key, fallback keys and
 * create key, parents before their contents; and the rest by contents.
 */
export function matchObjects(inputs: MatchInputs): Matches {
  const { state, desired } = inputs;
  const left = leftAddresses(state, desired);
  const matching: Matching = {
    ...inputs,
    byAddress: new Map(),
    byLive: new Map(),
    diagnostics: [],
    declaredBy: uniqueDeclarations(inputs.types, desired),
    ambiguous: new Set(),
    left,
    appliedInside: appliedInside(state),
    leftAsApplied: leftAsApplied(state, left),
  };
  const levelsOfKeys = once(() => keyLevels(inputs));
  // Objects of the organization come first, because the ids inside a scope have a meaning only after the scope has its match.
  const { objects } = desired.world;
  const outer = objects.filter(({ scope }) => scope === undefined);
  const inner = objects.filter(({ scope }) => scope !== undefined);
  for (const level of [outer, inner]) {
    for (const object of level) matchByKnownId(matching, object);
    matchByKeys(matching, levelsOfKeys, level);
  }
  // Each recognized object can show which objects its parent and its contents are.
  for (let found = recognizedNext(matching); found.length > 0; found = recognizedNext(matching)) {
    for (const [object, live] of found) addMatch(matching, object, live, "contents");
    matchByKeys(matching, levelsOfKeys, inner);
  }
  const former = formerAddresses(matching.left, matching.byAddress.values());
  const undecided = once(() => [...undecidedInPlace(matching), ...undecidedMoves(matching)]);
  return { ...matching, former, state: underAddressesOfNow(state, former), undecided };
}

/** Looks for moved objects only after all objects that stay in their places have their matches. */
function recognizedNext(matching: Matching): readonly Recognized[] {
  const inPlace = recognized(matching);
  return inPlace.length > 0 ? inPlace : recognizeMoved(matching);
}

/**
 * Returns the live objects without a match that have the key or the create key of an object to replace. An interrupted run created them as
 * its replacement. If the result has several objects, a person must choose.
 */
export function findReplacements(
  inputs: MatchInputs,
  matches: Matches,
  object: DesiredObject,
): readonly LiveObject[] {
  const matching = matchingAfter(inputs, matches);
  const type = inputs.types.get(object.type);
  for (const id of [inputs.recovered?.matches[object.address], inputs.state?.objects[object.address]?.id]) {
    const known = id === undefined ? undefined : inputs.live.get(object.type, id);
    if (known && isFree(matching, known)) return [known];
  }
  const byFields = [type.identity.key, type.identity.createKey].map((fields) => {
    const key = desiredKey(matching, object, fields);
    return (key === undefined ? undefined : groupLive(matching, type, fields).get(key)) ?? [];
  });
  const only = byFields.find(({ length }) => length === 1);
  if (only !== undefined) return only;
  return type.scope === undefined ? (byFields.find(({ length }) => length > 1) ?? []) : [];
}

/**
 * Returns the live objects that the layout no longer declares and for which an interrupted run created replacements, by the address of the
 * replacement.
 */
export function findReplaced(inputs: MatchInputs, matches: Matches): ReadonlyMap<Address, LiveObject> {
  const left = leftAddresses(matches.state, inputs.desired);
  return replacedByUnfinished({ ...matchingAfter(inputs, matches), state: matches.state, left });
}

function matchingAfter(inputs: MatchInputs, { byAddress, byLive }: Matches): Matching {
  return {
    ...inputs,
    byAddress: new Map(byAddress),
    byLive: new Map(byLive),
    diagnostics: [],
    declaredBy: new Map(),
    ambiguous: new Set(),
    left: new Map(),
    appliedInside: appliedInside(undefined),
    leftAsApplied: leftAsApplied(undefined, new Map()),
  };
}

/** Returns the matches, with the given live objects for some addresses. */
export function withLiveObjects(matches: Matches, instead: ReadonlyMap<Address, LiveObject>): Matches {
  const byAddress = new Map(matches.byAddress);
  for (const [address, live] of instead) {
    const match = byAddress.get(address);
    if (match) byAddress.set(address, { desired: match.desired, live, by: "key" });
  }
  const byLive = new Map([...byAddress.values()].map((match) => [keyOf(match.live), match]));
  return { ...matches, byAddress, byLive };
}

function matchByKnownId(matching: Matching, object: DesiredObject): void {
  if (object.pin !== undefined) return matchByPin(matching, object, object.pin);
  // The state comes first: if the journal records another object as its replacement, the replace is unfinished.
  const inState = matching.state?.objects[object.address];
  for (const id of [inState?.replaces, inState?.id])
    if (id !== undefined && !isReused(matching, object, id) && matchById(matching, object, id, "state"))
      return;
  const recovered = matching.recovered?.matches[object.address];
  if (recovered !== undefined) matchById(matching, object, recovered, "journal");
}

/**
 * Whether an interrupted run has created the object with this id for another address. An id that comes from a key is free again after a
 * delete.
 */
function isReused({ recovered }: Matching, { address, type }: DesiredObject, id: string): boolean {
  return Object.entries(recovered?.matches ?? {}).some(
    ([other, itsId]) =>
      other !== address &&
      typeOfAddress(other) === type &&
      itsId === id &&
      isOfRun(recovered?.origins[other]),
  );
}

function matchByPin(matching: Matching, object: DesiredObject, id: string): void {
  if (matchById(matching, object, id, "pin")) return;
  matching.diagnostics.push(errorOf(wordsOfFailedPin(matching, object, id), object));
}

function wordsOfFailedPin(
  { byLive, live, types }: Matching,
  { address, type }: DesiredObject,
  id: string,
): Words {
  const key = objectKey(type, id);
  const owner = byLive.get(key);
  if (owner !== undefined) return wordsOf("plan/pinned-twice", { address, other: owner.desired.address, id });
  const transferred = live.world.transferredObjects?.find((other) => keyOf(other) === key);
  if (transferred === undefined)
    return wordsOf("plan/pinned-to-missing", {
      case: "missing",
      address,
      id,
      object: types.get(type).label.one,
    });
  const { organizationId } = transferred;
  return wordsOf("plan/pinned-to-missing", { case: "transferred", address, id, organizationId });
}
