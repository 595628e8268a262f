import { type Address, typeOfAddress } from "../../model/address.ts";
import { type DesiredObject, isReference } from "../../model/desired-world.ts";
import { keyOf, type ObjectKey, objectKey } from "../../model/object-key.ts";
import { once } from "../../model/once.ts";
import type { LiveObject } from "../../model/snapshot.ts";
import type { State, StateEntry } from "../../model/state.ts";
import { parentOf, type TypeIndex } from "../../model/type-index.ts";
import type { DesiredIndex } from "../desired-index.ts";
import type { LiveIndex } from "../live-index.ts";
import type { Pairing } from "../match/match-objects.ts";
import type { Hash } from "./compare.ts";
import { attributeChangedIn } from "./three-way.ts";

/**
 * Who changed something since it was last applied: somebody on the service, the layout, or both, and differently. `none`: nobody, or
 * both to the same. `unknown`: the state does not have what was applied.
 */
export type Who = "none" | "live" | "layout" | "both" | "unknown";

/** Compares what was last applied, what is declared and what is live. Plan, drift and accept all ask it. */
export interface WhoChanged {
  attribute(address: Address, name: string): Who;
  /** What the object is inside of. */
  container(address: Address): Who;
  /** The order of these declared siblings, where it is not the live one. `containerId`: null at the root of their scope. */
  order(siblings: readonly Address[], containerId: string | null): Who;
  /** Which sibling is the default, where the layout declares that this one is. */
  isDefault(address: Address): Who;
  /** The sibling that was last applied as the default. */
  formerDefault(address: Address): Address | undefined;
  /** That an object is not there which the layout declares. */
  absence(address: Address): Who;
  /** That an object is there which the layout does not declare. */
  presence(live: LiveObject): Who;
}

export interface WhoInputs {
  readonly types: TypeIndex;
  readonly desired: DesiredIndex;
  readonly live: LiveIndex;
  readonly matches: Pairing;
  readonly state: State | undefined;
  readonly hash: Hash;
  /** What somebody made in the place of an object is compared with what was applied to that one. Absent: of it nothing is known. */
  readonly comparesMadeAnew?: true;
}

export function whoChanged(inputs: WhoInputs): WhoChanged {
  const comparing: Comparing = {
    ...inputs,
    addresses: once(() => addressesInState(inputs.state)),
    defaults: once(() => defaultsInState(inputs.state)),
  };
  return {
    attribute: (address, name) => whoChangedAttribute(comparing, address, name),
    container: (address) => whoMoved(comparing, address),
    order: (siblings, containerId) => whoOrdered(comparing, siblings, containerId),
    isDefault: (address) => whoChoseDefault(comparing, address),
    formerDefault: (address) => formerDefault(comparing, address),
    absence: (address) => whoRemoved(comparing, address),
    presence: (live) => whoAdded(comparing, live),
  };
}

interface Comparing extends WhoInputs {
  /** What the state calls each object that it has. */
  readonly addresses: () => ReadonlyMap<ObjectKey, Address>;
  /** The addresses of what was last applied as a default. */
  readonly defaults: () => readonly Address[];
}

interface ThreeSides {
  readonly desired: DesiredObject | undefined;
  readonly live: LiveObject;
  readonly entry: StateEntry;
}

function addressesInState(state: State | undefined): ReadonlyMap<ObjectKey, Address> {
  return new Map(
    Object.entries(state?.objects ?? {}).map(([address, { id }]) => [
      objectKey(typeOfAddress(address), id),
      address,
    ]),
  );
}

function defaultsInState(state: State | undefined): readonly Address[] {
  return Object.entries(state?.objects ?? {}).flatMap(([address, { isDefault }]) =>
    isDefault === true ? [address] : [],
  );
}

/** The object of an address beside what was applied to it; undefined where one of the two is not known. */
function comparedAt({ desired, live: index, matches, state, comparesMadeAnew }: Comparing, address: Address) {
  const entry = state?.objects[address];
  if (entry === undefined) return undefined;
  const own = desired.get(address);
  const live = matches.byAddress.get(address)?.live ?? index.get(typeOfAddress(address), entry.id);
  if (live === undefined || (live.id !== entry.id && comparesMadeAnew !== true)) return undefined;
  return { desired: own, live, entry } satisfies ThreeSides;
}

/** The id of what an address is, or, where that is gone, was when it was last applied: to refer to it still says the same. */
function idSinceApplied({ matches, state }: Comparing, address: Address): string | undefined {
  return matches.byAddress.get(address)?.live.id ?? state?.objects[address]?.id;
}

function whoChangedAttribute(comparing: Comparing, address: Address, name: string): Who {
  const compared = comparedAt(comparing, address);
  const attribute = compared && comparing.types.get(compared.live.type).attributes[name];
  if (compared === undefined || attribute === undefined) return "unknown";
  return attributeChangedIn({
    ...compared,
    attribute,
    name,
    stateSalt: comparing.state?.salt ?? "",
    hash: comparing.hash,
    idOf: (other) => idSinceApplied(comparing, other),
    currentUser: comparing.live.world.currentUser,
  });
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
  return sideOf({ applied, declared, now });
}

type Id = string | null | undefined;

function sideOf({ applied, declared, now }: { applied: Id; declared: Id; now: Id }): Who {
  if (declared === now) return "none";
  if (applied === now) return "layout";
  return applied === declared ? "live" : "both";
}

/** Of siblings that are where they were: others have a place in another order. */
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
  // Where the former default is gone, the service has chosen another one by itself.
  return was === undefined || was.isDefault ? "layout" : "both";
}

function formerDefault(comparing: Comparing, address: Address): Address | undefined {
  return comparing.defaults().find((other) => areBeside(comparing, address, other));
}

/** Whether one of the two at most is the default, as they were applied. */
function areBeside({ types, state }: Comparing, address: Address, other: Address): boolean {
  const type = typeOfAddress(address);
  const [one, two] = [state?.objects[address], state?.objects[other]];
  if (typeOfAddress(other) !== type || one?.scopeId !== two?.scopeId) return false;
  return types.get(type).defaultRole?.within === "scope" || one?.container === two?.container;
}

function whoRemoved({ live, state, desired }: Comparing, address: Address): Who {
  const entry = state?.objects[address];
  if (entry === undefined) return "unknown";
  const type = typeOfAddress(address);
  if (live.get(type, entry.id) !== undefined || live.isUnreadScope(type, entry.scopeId)) return "none";
  return desired.get(address) === undefined ? "both" : "live";
}

/** What is inside of something that the layout has only just named was there before. */
function whoAdded(comparing: Comparing, object: LiveObject): Who {
  const { types, live, matches, state } = comparing;
  if (state === undefined) return "unknown";
  if (comparing.addresses().has(keyOf(object))) return "layout";
  const parent = parentOf(types, object);
  if (parent === undefined) return "live";
  const around = matches.byLive.get(keyOf(parent));
  if (around !== undefined) return state.objects[around.desired.address] === undefined ? "layout" : "live";
  const found = live.get(parent.type, parent.id);
  return found === undefined ? "live" : whoAdded(comparing, found);
}
