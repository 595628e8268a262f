import type { Address } from "../../../model/address.ts";
import { type DesiredObject, isReference } from "../../../model/desired-world.ts";
import type { Diagnostic } from "../../../model/diagnostic.ts";
import { keyOf, type ObjectKey } from "../../../model/object-key.ts";
import type { MatchedBy } from "../../../model/plan/matched-by.ts";
import type { LiveObject } from "../../../model/snapshot.ts";
import { isOfRun, type Recovered, type State, type StateEntry } from "../../../model/state.ts";
import type { TypeIndex } from "../../../model/type-index.ts";
import type { DesiredIndex } from "../world/desired-index.ts";
import type { LiveIndex } from "../world/live-index.ts";
import type { AppliedInside, LeftAsApplied } from "./applied-index.ts";
import type { UniqueDeclarations } from "./unique-declarations.ts";

export interface Match {
  readonly desired: DesiredObject;
  readonly live: LiveObject;
  readonly by: MatchedBy;
}

/** Whether a run of this layout created or changed the object, and ended before the object was as declared. */
export function isUnfinished({ desired, live, by }: Match, state: State | undefined): boolean {
  const entry = state?.objects[desired.address];
  return by === "journal" || (entry?.unfinished === true && entry.id === live.id);
}

export interface Matches {
  readonly byAddress: ReadonlyMap<Address, Match>;
  readonly byLive: ReadonlyMap<ObjectKey, Match>;
  readonly diagnostics: readonly Diagnostic[];
  /** The addresses in the state of objects that have another address in the layout, by their present addresses. */
  readonly former: ReadonlyMap<Address, Address>;
  /** The state with each object under its present address. */
  readonly state: State | undefined;
  /** Pairs of addresses of which one has an object that the other one had by its key. */
  readonly exchanged: readonly Exchanged[];
  /** Objects without a match that docsform could recognize after a part of the plan. */
  readonly undecided: () => readonly Undecided[];
}

/** New objects of the layout, and live objects that the layout no longer declares: each of the former may be each of the latter. */
export interface Undecided {
  readonly objects: readonly DesiredObject[];
  readonly live: readonly LiveObject[];
  /** The parent of the live objects, if docsform recognizes them by their places in it. */
  readonly within?: LiveObject;
}

export type Exchanged = readonly [Address, Address];

export interface MatchInputs {
  readonly types: TypeIndex;
  readonly desired: DesiredIndex;
  readonly live: LiveIndex;
  readonly state: State | undefined;
  readonly recovered: Recovered | undefined;
}

/** The matches so far. */
export interface Matching extends MatchInputs {
  readonly byAddress: Map<Address, Match>;
  readonly byLive: Map<ObjectKey, Match>;
  readonly diagnostics: Diagnostic[];
  readonly declaredBy: UniqueDeclarations;
  /** Addresses with an ambiguous match that is already reported. docsform reports only the first, which is by the best key. */
  readonly ambiguous: Set<Address>;
  /** The address of each object in the state. */
  readonly inState: ReadonlyMap<ObjectKey, Address>;
  /** What the state records of a live object. */
  readonly entryOf: (live: LiveObject) => StateEntry | undefined;
  /** The address of each object in the journal of an interrupted run. */
  readonly inJournal: ReadonlyMap<ObjectKey, Address>;
  /** Returns the objects that the state records inside an object. */
  readonly appliedInside: AppliedInside;
  readonly leftAsApplied: LeftAsApplied;
  readonly exchanged: Exchanged[];
}

/** Whether the layout declares the object without a pin, and no live object matches it yet. */
export function isOpen({ byAddress }: Pick<Matching, "byAddress">, { address, pin }: DesiredObject): boolean {
  return pin === undefined && !byAddress.has(address);
}

/**
 * Whether an unfinished run created the object, or its parent. Such an object counts as new when docsform looks for a new object that
 * continues one that left the layout, so that the rerun decides as the first plan did.
 */
export function isMadeUnfinished(
  matching: Pick<Matching, "byAddress" | "state" | "recovered">,
  { address, pin, container }: DesiredObject,
): boolean {
  const around = isReference(container) ? matching.byAddress.get(container.$ref) : undefined;
  const unfinishedMatches = pin === undefined ? [matching.byAddress.get(address), around] : [];
  return unfinishedMatches.some((match) => match !== undefined && isMade(matching, match));
}

/** An object that existed before the unfinished run, and that the run only changed, is not new. */
function isMade({ state, recovered }: Pick<Matching, "state" | "recovered">, match: Match): boolean {
  const { address } = match.desired;
  const origin = recovered?.origins[address] ?? state?.objects[address]?.origin;
  return isOfRun(origin) && isUnfinished(match, state);
}

/** Whether the object is in the state, and the layout has it no more: its address left the layout, or means another object by now. */
export function hasLeft({ inState, desired, byAddress, byLive }: Matching, live: LiveObject): boolean {
  const address = inState.get(keyOf(live));
  if (address === undefined || byLive.has(keyOf(live))) return false;
  return desired.get(address) === undefined || byAddress.has(address);
}

/** The live object with the id, if it has no match yet and is in the same scope as the desired object. */
export function liveById(matching: Matching, object: DesiredObject, id: string): LiveObject | undefined {
  const live = matching.live.get(object.type, id);
  if (live === undefined || matching.byLive.has(keyOf(live))) return undefined;
  const isInScope =
    object.scope === undefined || live.scopeId === matching.byAddress.get(object.scope)?.live.id;
  return isInScope ? live : undefined;
}

export function matchById(matching: Matching, object: DesiredObject, id: string, by: MatchedBy): boolean {
  const live = liveById(matching, object, id);
  if (live !== undefined) addMatch(matching, object, live, by);
  return live !== undefined;
}

export function addMatch(matching: Matching, desired: DesiredObject, live: LiveObject, by: MatchedBy): void {
  const found = { desired, live, by };
  matching.byAddress.set(desired.address, found);
  matching.byLive.set(keyOf(live), found);
}
