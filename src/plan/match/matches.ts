import type { Address } from "../../model/address.ts";
import type { Code } from "../../model/codes/code.ts";
import { type DesiredObject, isReference } from "../../model/desired-world.ts";
import type { Diagnostic } from "../../model/diagnostic.ts";
import { keyOf, type ObjectKey, objectKey } from "../../model/object-key.ts";
import type { LiveObject } from "../../model/snapshot.ts";
import type { Recovered, State } from "../../model/state.ts";
import type { TypeIndex } from "../../model/type-index.ts";
import type { DesiredIndex } from "../desired-index.ts";
import type { LiveIndex } from "../live-index.ts";
import type { AppliedInside, LeftAsApplied } from "./applied-index.ts";
import type { MatchedBy } from "./matched-by.ts";
import type { UniqueDeclarations } from "./unique-declarations.ts";

export interface Match {
  readonly desired: DesiredObject;
  readonly live: LiveObject;
  readonly by: MatchedBy;
}

/** Whether a run of this layout made it, and ended before it was as declared. */
export function isUnfinished({ desired, live, by }: Match, state: State | undefined): boolean {
  const entry = state?.objects[desired.address];
  return by === "journal" || (entry?.unfinished === true && entry.id === live.id);
}

export interface Matches {
  readonly byAddress: ReadonlyMap<Address, Match>;
  readonly byLive: ReadonlyMap<ObjectKey, Match>;
  readonly diagnostics: readonly Diagnostic[];
  /** What the state calls objects that have another address in the layout, by their addresses of now. */
  readonly former: ReadonlyMap<Address, Address>;
  /** The state with each object under its address of now. */
  readonly state: State | undefined;
  /** What is not recognized now, and could be after a part of the plan. */
  readonly undecided: () => readonly Undecided[];
}

/** New objects of the layout, and objects that have left it: any of the ones may be any of the others. */
export interface Undecided {
  readonly objects: readonly DesiredObject[];
  readonly live: readonly LiveObject[];
  /** What they are in, where they are recognized by their places in it. */
  readonly within?: LiveObject;
}

export interface MatchInputs {
  readonly types: TypeIndex;
  readonly desired: DesiredIndex;
  readonly live: LiveIndex;
  readonly state: State | undefined;
  readonly recovered: Recovered | undefined;
}

/** What is paired so far. */
export interface Matching extends MatchInputs {
  readonly byAddress: Map<Address, Match>;
  readonly byLive: Map<ObjectKey, Match>;
  readonly diagnostics: Diagnostic[];
  readonly declaredBy: UniqueDeclarations;
  /** Told once, by the best key. */
  readonly ambiguous: Set<Address>;
  /** Addresses that the state has, and the layout has no more, by the object that each is. */
  readonly left: ReadonlyMap<ObjectKey, Address>;
  /** What the state has inside an object. */
  readonly appliedInside: AppliedInside;
  readonly leftAsApplied: LeftAsApplied;
}

/** What the layout has and nothing is known to be. */
export function isOpen({ byAddress }: Pick<Matching, "byAddress">, { address, pin }: DesiredObject): boolean {
  return pin === undefined && !byAddress.has(address);
}

/**
 * Whether a run that did not end made it, itself or together with what it is inside of. Where it is asked which new object is which one that
 * left, it is as new as one that is open: the rerun guesses what the first plan guessed.
 */
export function isMadeUnfinished(
  matching: Pick<Matching, "byAddress" | "state" | "recovered">,
  { address, pin, container }: DesiredObject,
): boolean {
  const around = isReference(container) ? matching.byAddress.get(container.$ref) : undefined;
  const unfinishedMatches = pin === undefined ? [matching.byAddress.get(address), around] : [];
  return unfinishedMatches.some((match) => match !== undefined && isMade(matching, match));
}

/** What was there before that run, and was only changed by it, is not new. */
function isMade({ state, recovered }: Pick<Matching, "state" | "recovered">, match: Match): boolean {
  const { address } = match.desired;
  const origin = recovered?.origins[address] ?? state?.objects[address]?.origin;
  return origin === "created" && isUnfinished(match, state);
}

/** Pairs an object with the live one of that id, where that is there, not paired yet, and in the same scope. */
export function matchById(matching: Matching, object: DesiredObject, id: string, by: MatchedBy): boolean {
  const live = matching.live.get(object.type, id);
  if (live === undefined || matching.byLive.has(objectKey(object.type, id))) return false;
  if (object.scope !== undefined && live.scopeId !== matching.byAddress.get(object.scope)?.live.id)
    return false;
  addMatch(matching, object, live, by);
  return true;
}

export function addMatch(matching: Matching, desired: DesiredObject, live: LiveObject, by: MatchedBy): void {
  const found = { desired, live, by };
  matching.byAddress.set(desired.address, found);
  matching.byLive.set(keyOf(live), found);
}

/** What stands against planning, at the object's place in the layout. */
export function reportProblem(
  matching: Matching,
  object: DesiredObject,
  what: { code: Code; message: string; remedy: string },
): void {
  matching.diagnostics.push({ severity: "error", ...what, ...(object.at && { at: object.at }) });
}

export function isFree(matching: Matching, live: LiveObject): boolean {
  return !matching.byLive.has(keyOf(live));
}
