import { type Address, typeOfAddress } from "../../../model/address.ts";
import type { Words } from "../../../model/codes/fail.ts";
import { wordsOf } from "../../../model/codes/plan-words.ts";
import type { DesiredObject } from "../../../model/desired-world.ts";
import { keyOf, objectKey } from "../../../model/object-key.ts";
import { errorOf } from "../../../model/plan/errors-and-notes.ts";
import type { LiveObject } from "../../../model/snapshot.ts";
import { addressesInState } from "../../../model/state.ts";
import { once } from "../../../util/once.ts";
import { appliedInside } from "./applied-index.ts";
import { leftAsApplied } from "./as-applied.ts";
import { groupLive, keyLevels, matchByKeys } from "./by-keys.ts";
import { formerAddresses, underAddressesOfNow } from "./former-addresses.ts";
import { goneUnderOtherAddresses } from "./gone-objects.ts";
import { desiredKey } from "./keys.ts";
import { isFree } from "./match-recorded.ts";
import { addMatch, type Matches, type MatchInputs, type Matching, matchById } from "./matches.ts";
import { recognized, undecidedInPlace } from "./recognize.ts";
import { recognizedByContents, replacedByUnfinished, undecidedByContents } from "./same-contents.ts";
import type { Recognized } from "./sign.ts";
import { uniqueDeclarations } from "./unique-declarations.ts";

export type { Match, Matches, MatchInputs } from "./matches.ts";

/**
 * Finds the live object of each desired object, one to one: first by pin; then, parents before their contents, by former key, by the contents
 * that count more than keys, by state and journal, and by key, create key and fallback keys; and the rest by contents.
 */
export function matchObjects(inputs: MatchInputs): Matches {
  const { state, desired } = inputs;
  const matching: Matching = {
    ...startOf(inputs),
    declaredBy: uniqueDeclarations(inputs.types, desired),
  };
  // Objects of the organization come first, because the ids inside a scope have a meaning only after the scope has its match.
  const { objects } = desired.world;
  const outer = objects.filter(({ scope }) => scope === undefined);
  const inner = objects.filter(({ scope }) => scope !== undefined);
  const levelsOfInner = once(() => keyLevels(inputs, inner));
  for (const [level, levelsOfKeys] of [
    [outer, once(() => keyLevels(inputs, outer))],
    [inner, levelsOfInner],
  ] as const) {
    for (const object of level) if (object.pin !== undefined) matchByPin(matching, object, object.pin);
    matchByKeys(matching, levelsOfKeys, level);
  }
  // Each recognized object can show which objects its parent and its contents are.
  for (let found = recognizedNext(matching); found.length > 0; found = recognizedNext(matching)) {
    for (const [object, live] of found) addMatch(matching, object, live, "contents");
    matchByKeys(matching, levelsOfInner, inner);
  }
  const former = new Map([
    ...formerAddresses(matching, matching.byAddress.values()),
    ...goneUnderOtherAddresses(matching),
  ]);
  const undecided = once(() => [...undecidedInPlace(matching), ...undecidedByContents(matching)]);
  return { ...matching, former, state: underAddressesOfNow(state, former, inputs.live), undecided };
}

/** Nothing has a match yet. */
function startOf(inputs: MatchInputs): Omit<Matching, "declaredBy"> {
  const { state, desired, recovered } = inputs;
  const inState = addressesInState(state);
  return {
    ...inputs,
    byAddress: new Map(),
    byLive: new Map(),
    diagnostics: [],
    ambiguous: new Set(),
    exchanged: [],
    inState,
    entryOf: (live) => state?.objects[inState.get(keyOf(live)) ?? ""],
    inJournal: new Map(
      Object.entries(recovered?.matches ?? {}).map(([address, id]) => [
        objectKey(typeOfAddress(address), id),
        address,
      ]),
    ),
    appliedInside: appliedInside(state),
    leftAsApplied: leftAsApplied(state, desired),
  };
}

/** Looks for moved objects only after all objects that stay in their places have their matches. */
function recognizedNext(matching: Matching): readonly Recognized[] {
  if (matching.byAddress.size === matching.desired.world.objects.length) return [];
  const ways = [
    () => recognizedByContents(matching, "same parent"),
    () => recognized(matching),
    () => recognizedByContents(matching, "anywhere"),
  ];
  for (const recognize of ways) {
    const found = recognize();
    if (found.length > 0) return found;
  }
  return [];
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
  return replacedByUnfinished(matchingAfter({ ...inputs, state: matches.state }, matches));
}

function matchingAfter(inputs: MatchInputs, { byAddress, byLive }: Matches): Matching {
  return {
    ...startOf(inputs),
    byAddress: new Map(byAddress),
    byLive: new Map(byLive),
    declaredBy: new Map(),
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
