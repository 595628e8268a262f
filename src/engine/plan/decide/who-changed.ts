import type { MergedValue } from "../../../model/accepted-edits.ts";
import { type Address, typeOfAddress, unmanagedAddress } from "../../../model/address.ts";
import { type DesiredObject, isReference } from "../../../model/desired-world.ts";
import { keyOf, type ObjectKey } from "../../../model/object-key.ts";
import type { LiveObject } from "../../../model/snapshot.ts";
import { addressesInState, type State, type StateEntry } from "../../../model/state.ts";
import { parentOf, type TypeIndex } from "../../../model/type-index.ts";
import { once } from "../../../util/once.ts";
import type { Matches } from "../match/match-objects.ts";
import type { Hash } from "../world/compare.ts";
import type { DesiredIndex } from "../world/desired-index.ts";
import type { LiveIndex } from "../world/live-index.ts";
import { type Side, sideOf } from "./side-of.ts";
import { attributeChangedIn, type ChangedValue, mergedIn, type ThreeWay } from "./three-way.ts";

/**
 * Who has changed something since the last apply: a person on the service (`live`), the layout, or both in different ways. `none`: neither,
 * or both in the same way. `unknown`: the state does not record the applied value.
 */
export type Who = Side | "unknown";

/** Compares the last applied, the declared and the live values, for plan, drift and accept. */
export interface WhoChanged {
  attribute(address: Address, name: string): ChangedValue<Who>;
  /** The value of an attribute with the changes of both sides. Undefined: the layout alone changed no part of it. */
  merged(address: Address, name: string): MergedValue | undefined;
  /** Who changed the parent. */
  container(address: Address): Who;
  /** Who changed the order of these declared siblings, if it differs from the live one. `containerId`: null at the root of their scope. */
  order(siblings: readonly Address[], containerId: string | null): Who;
  /** Who changed the default among siblings, if the layout declares this one as the default. */
  isDefault(address: Address): Who;
  /** The sibling that was last applied as the default. */
  formerDefault(address: Address): Address | undefined;
  /** Who removed a declared object that does not exist. */
  absence(address: Address): Who;
  /** Who added a live object that the layout does not declare. */
  presence(live: LiveObject): Who;
}

export interface WhoInputs {
  readonly types: TypeIndex;
  readonly desired: DesiredIndex;
  readonly live: LiveIndex;
  readonly matches: Matches;
  readonly state: State | undefined;
  readonly hash: Hash;
  /**
   * Compares an object that a person created as a replacement with the values applied to the replaced one. Absent: only if it has the
   * contents of the replaced one. The result for others is `unknown`.
   */
  readonly comparesReplacements?: true;
}

export function whoChanged(inputs: WhoInputs): WhoChanged {
  const comparing: Comparing = {
    ...inputs,
    addresses: once(() => addressesInState(inputs.state)),
    defaults: once(() => defaultsInState(inputs)),
  };
  return {
    attribute: (address, name) => whoChangedAttribute(comparing, address, name),
    merged: (address, name) => {
      const way = threeWayOf(comparing, address, name);
      return way && mergedIn(way);
    },
    container: (address) => whoMoved(comparing, address),
    order: (siblings, containerId) => whoOrdered(comparing, siblings, containerId),
    isDefault: (address) => whoChoseDefault(comparing, address),
    formerDefault: (address) => formerDefault(comparing, address),
    absence: (address) => whoRemoved(comparing, address),
    presence: (live) => whoAdded(comparing, live),
  };
}

interface Comparing extends WhoInputs {
  /** The address in the state of each object. */
  readonly addresses: () => ReadonlyMap<ObjectKey, Address>;
  /** The object that was last applied as the default among the same siblings. */
  readonly defaults: () => ReadonlyMap<string, Address>;
}

interface ThreeSides {
  readonly desired: DesiredObject | undefined;
  readonly live: LiveObject;
  readonly entry: StateEntry;
}

function defaultsInState({ types, state }: WhoInputs): ReadonlyMap<string, Address> {
  const defaults = Object.entries(state?.objects ?? {}).filter(([, { isDefault }]) => isDefault === true);
  const bySiblings = defaults.map(
    ([address, entry]) => [siblingsInState(types, address, entry), address] as const,
  );
  return new Map(bySiblings.reverse());
}

/** Equal for addresses that were applied among the same siblings. Only one of them can be the default. */
function siblingsInState(types: TypeIndex, address: Address, entry: StateEntry | undefined): string {
  const type = typeOfAddress(address);
  const everywhere = types.find(type)?.defaultRole?.within === "scope";
  return [type, entry?.scopeId, ...(everywhere ? [] : [entry?.container])].map(String).join("\n");
}

/** The live object of an address, with its entry in the state. Undefined: one of the two is unknown. */
function comparedAt(comparing: Comparing, address: Address) {
  const { desired, live: index, matches, state, comparesReplacements } = comparing;
  const entry = state?.objects[address];
  if (entry === undefined) return undefined;
  const own = desired.get(address);
  const match = matches.byAddress.get(address);
  const live = match?.live ?? index.get(typeOfAddress(address), entry.id);
  if (live === undefined) return undefined;
  const isSame = live.id === entry.id || comparesReplacements === true;
  if (!isSame && !(match?.by === "contents" && whoRemoved(comparing, address) === "live")) return undefined;
  return { desired: own, live, entry } satisfies ThreeSides;
}

/** The id of an object, or its last applied id if the object is gone. So a reference to a deleted object counts as unchanged. */
function idSinceApplied({ matches, state }: Comparing, address: Address): string | undefined {
  return matches.byAddress.get(address)?.live.id ?? state?.objects[address]?.id;
}

function whoChangedAttribute(comparing: Comparing, address: Address, name: string): ChangedValue<Who> {
  const way = threeWayOf(comparing, address, name);
  return way === undefined ? { changedBy: "unknown" } : attributeChangedIn(way);
}

function threeWayOf(comparing: Comparing, address: Address, name: string): ThreeWay | undefined {
  const compared = comparedAt(comparing, address);
  const attribute = compared && comparing.types.get(compared.live.type).attributes[name];
  if (compared === undefined || attribute === undefined) return undefined;
  return {
    ...compared,
    attribute,
    name,
    stateSalt: comparing.state?.salt ?? "",
    hash: comparing.hash,
    idOf: (other) => idSinceApplied(comparing, other),
    currentUser: comparing.live.world.currentUser,
  };
}

function whoMoved(comparing: Comparing, address: Address): Who {
  const compared = comparedAt(comparing, address);
  if (compared === undefined) return "unknown";
  const { container: applied } = compared.entry;
  if (applied === undefined) return "unknown";
  const container = compared.desired?.container;
  const now = compared.live.container?.id ?? null;
  if (container === undefined) return applied === now ? "none" : "live";
  const declared = isReference(container) ? idSinceApplied(comparing, container.$ref) : container;
  const who = sideOf<Id>({ applied, declared, now });
  return who === "both" && isApplied(comparing, container, applied) ? "live" : who;
}

/** Whether the layout declares the parent that was last applied. A person can have replaced that object: the address then has another id. */
function isApplied({ state }: Comparing, container: DesiredObject["container"], applied: Id): boolean {
  return isReference(container) && state?.objects[container.$ref]?.id === applied;
}

type Id = string | null | undefined;

/** Compares only siblings that stayed under the same parent. Siblings that moved have a place in another order. */
function whoOrdered(comparing: Comparing, siblings: readonly Address[], containerId: string | null): Who {
  const stayed = siblings.flatMap((address) => {
    const { live, entry } = comparedAt(comparing, address) ?? {};
    if (live === undefined || entry?.rank === undefined) return [];
    const isHere = [live.container?.id ?? null, entry.container ?? containerId].every(
      (id) => id === containerId,
    );
    return isHere ? [{ now: live.rank, applied: entry.rank }] : [];
  });
  if (stayed.length < 2) return "unknown";
  if (isSorted([...stayed].sort((a, b) => a.now - b.now).map(({ applied }) => applied))) return "layout";
  return isSorted(stayed.map(({ applied }) => applied)) ? "live" : "both";
}

function isSorted(ranks: readonly number[]): boolean {
  return ranks.every((rank, at) => at === 0 || (ranks[at - 1] ?? 0) <= rank);
}

function whoChoseDefault(comparing: Comparing, address: Address): Who {
  const desired = comparing.desired.get(address);
  if (desired?.isDefault !== true) return "none";
  const entry = comparing.state?.objects[address];
  if (entry === undefined) return "unknown";
  if (comparedAt(comparing, address)?.live.isDefault === true) return "none";
  if (entry.isDefault === true) return "live";
  const former = formerDefault(comparing, address);
  const was = former === undefined ? undefined : comparedAt(comparing, former)?.live;
  // If the former default is gone, the service has chosen another one by itself.
  return was === undefined || was.isDefault ? "layout" : "both";
}

function formerDefault(comparing: Comparing, address: Address): Address | undefined {
  const { types, state } = comparing;
  return comparing.defaults().get(siblingsInState(types, address, state?.objects[address]));
}

function whoRemoved({ live, state, desired }: Comparing, address: Address): Who {
  const entry = state?.objects[address];
  if (entry === undefined) return "unknown";
  const type = typeOfAddress(address);
  if (live.get(type, entry.id) !== undefined || live.isUnread(type, entry.scopeId)) return "none";
  return desired.get(address) === undefined ? "both" : "live";
}

/** The contents of an object that is new in the layout existed before. */
function whoAdded(comparing: Comparing, object: LiveObject): Who {
  const { types, live, matches, state } = comparing;
  if (state === undefined) return "unknown";
  const isForgotten = state.forgotten?.includes(unmanagedAddress(object.type, object.id)) === true;
  if (isForgotten || comparing.addresses().has(keyOf(object))) return "layout";
  const parent = parentOf(types, object);
  if (parent === undefined) return "live";
  const around = matches.byLive.get(keyOf(parent));
  if (around !== undefined) return state.objects[around.desired.address] === undefined ? "layout" : "live";
  const found = live.get(parent.type, parent.id);
  return found === undefined ? "live" : whoAdded(comparing, found);
}
