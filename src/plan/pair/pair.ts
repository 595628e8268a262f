import type { Address } from "../../model/address.ts";
import type { DesiredObject } from "../../model/desired-world.ts";
import type { LiveObject } from "../../model/live-world.ts";
import { keyOf, objectKey } from "../../model/object-key.ts";
import { once } from "../../model/once.ts";
import { appliedInside } from "./applied-index.ts";
import { leftAsApplied } from "./as-applied.ts";
import { groupLive, keyLevels, pairByKeys } from "./by-keys.ts";
import { uniqueClaims } from "./claims.ts";
import { recognizedElsewhere, replacedByUnfinished, undecidedElsewhere } from "./elsewhere.ts";
import { formerAddresses, leftAddresses, underAddressesOfNow } from "./former-addresses.ts";
import { desiredKey } from "./keys.ts";
import { isFree, type PairInputs, type Pairing, pair, report, type State, take } from "./pairing.ts";
import { type Recognized, recognized, undecidedInPlace } from "./recognize.ts";

export { type Pair, type PairInputs, type Pairing } from "./pairing.ts";

/**
 * Finds for each desired object the live object that it is, one to one: by pin, journal, lock; then, level by level so that
 * what contains an object is known before it, by key, former key, fallback keys and create key; and what is left by its contents.
 */
export function pairObjects(inputs: PairInputs): Pairing {
  const { lock, desired } = inputs;
  const left = leftAddresses(lock, desired);
  const state: State = {
    ...inputs,
    byAddress: new Map(),
    byLive: new Map(),
    diagnostics: [],
    claims: uniqueClaims(inputs.types, desired),
    ambiguous: new Set(),
    left,
    appliedInside: appliedInside(lock),
    leftAsApplied: leftAsApplied(lock, left),
  };
  const levelsOfKeys = once(() => keyLevels(inputs));
  // Objects of the organization first: an id inside of a scope means something only once the scope is paired.
  const { objects } = desired.world;
  const outer = objects.filter(({ scope }) => scope === undefined);
  const inner = objects.filter(({ scope }) => scope !== undefined);
  for (const level of [outer, inner]) {
    for (const object of level) pairByName(state, object);
    pairByKeys(state, levelsOfKeys, level);
  }
  // What was recognized tells more of what it is inside of, and of what is inside of it.
  for (let found = recognizedNext(state); found.length > 0; found = recognizedNext(state)) {
    for (const [object, live] of found) pair(state, object, live, "contents");
    pairByKeys(state, levelsOfKeys, inner);
  }
  const former = formerAddresses(state.left, state.byAddress.values());
  const undecided = once(() => [...undecidedInPlace(state), ...undecidedElsewhere(state)]);
  return { ...state, former, lock: underAddressesOfNow(lock, former), undecided };
}

/** Nothing is sought in another place before all that stays in its own is known. */
function recognizedNext(state: State): readonly Recognized[] {
  const inPlace = recognized(state);
  return inPlace.length > 0 ? inPlace : recognizedElsewhere(state);
}

/**
 * Live objects, not paired with any other, that have the key or the create key of a desired one which is to be replaced: what an
 * interrupted run had already put in its place, if there is one. Where position does not tell several apart, a person must.
 */
export function findReplacements(
  inputs: PairInputs,
  pairing: Pairing,
  object: DesiredObject,
): readonly LiveObject[] {
  const state = stateAfter(inputs, pairing);
  const type = inputs.types.get(object.type);
  for (const id of [inputs.recovered?.pairs[object.address], inputs.lock?.objects[object.address]?.id]) {
    const known = id === undefined ? undefined : inputs.live.get(object.type, id);
    if (known && isFree(state, known)) return [known];
  }
  const byFields = [type.identity.key, type.identity.createKey].map((fields) => {
    const key = desiredKey(state, object, fields);
    return (key === undefined ? undefined : groupLive(state, type, fields).get(key)) ?? [];
  });
  const only = byFields.find(({ length }) => length === 1);
  if (only !== undefined) return only;
  return type.scope === undefined ? (byFields.find(({ length }) => length > 1) ?? []) : [];
}

/** Live objects whose replacements an interrupted run has made, by the addresses of those: what has left the layout since. */
export function findReplaced(inputs: PairInputs, pairing: Pairing): ReadonlyMap<Address, LiveObject> {
  const left = leftAddresses(pairing.lock, inputs.desired);
  return replacedByUnfinished({ ...stateAfter(inputs, pairing), lock: pairing.lock, left });
}

function stateAfter(inputs: PairInputs, { byAddress, byLive }: Pairing): State {
  return {
    ...inputs,
    byAddress: new Map(byAddress),
    byLive: new Map(byLive),
    diagnostics: [],
    claims: new Map(),
    ambiguous: new Set(),
    left: new Map(),
    appliedInside: appliedInside(undefined),
    leftAsApplied: leftAsApplied(undefined, new Map()),
  };
}

/** The same pairing with some objects taken for others. */
export function repair(pairing: Pairing, instead: ReadonlyMap<Address, LiveObject>): Pairing {
  const byAddress = new Map(pairing.byAddress);
  for (const [address, live] of instead) {
    const pair = byAddress.get(address);
    if (pair) byAddress.set(address, { desired: pair.desired, live, by: "key" });
  }
  const byLive = new Map([...byAddress.values()].map((pair) => [keyOf(pair.live), pair]));
  return { ...pairing, byAddress, byLive };
}

function pairByName(state: State, object: DesiredObject): void {
  if (object.pin !== undefined) return pairByPin(state, object, object.pin);
  // The lock first: where the journal knows another object that was put in its place, the replace is still to be finished.
  const locked = state.lock?.objects[object.address];
  for (const id of [locked?.replaces, locked?.id])
    if (id !== undefined && take(state, object, id, "lock")) return;
  const recovered = state.recovered?.pairs[object.address];
  if (recovered !== undefined) take(state, object, recovered, "journal");
}

function pairByPin(state: State, object: DesiredObject, id: string): void {
  if (take(state, object, id, "pin")) return;
  const holder = state.byLive.get(objectKey(object.type, id));
  const elsewhere = state.live.world.elsewhere?.find(
    (other) => keyOf(other) === objectKey(object.type, id),
  )?.organizationId;
  if (elsewhere !== undefined) return report(state, object, pinnedElsewhere(object.address, id, elsewhere));
  report(state, object, {
    code: holder ? "plan/pinned-twice" : "plan/dead-pin",
    message: holder
      ? `${object.address} and ${holder.desired.address} are both pinned to ${id}.`
      : `${object.address} is pinned to ${id}, but the service has no ${state.types.get(object.type).label.one} with that id.`,
    remedy: holder
      ? "Pin each object to an id of its own."
      : "Correct the id, or remove it to let docsform find or create the object.",
  });
}

function pinnedElsewhere(address: Address, id: string, organizationId: string) {
  return {
    code: "plan/dead-pin",
    message: `${address} is pinned to ${id}, which is in another organization now: ${organizationId}.`,
    remedy: "Transfer it back, or take it out of the layout.",
  } as const;
}
