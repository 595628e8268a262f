import type { DesiredObject, DesiredWorld } from "../../../model/desired-world.ts";
import type { ResourceType } from "../../../model/resource-type.ts";
import type { Snapshot } from "../../../model/snapshot.ts";
import type { Recovered, State } from "../../../model/state.ts";
import { indexTypes } from "../../../model/type-index.ts";
import { indexDesired } from "../world/desired-index.ts";
import { indexLive } from "../world/live-index.ts";
import { deadPins, withoutDead } from "./dead-pins.ts";
import { type Matches, type MatchInputs, matchObjects } from "./match-objects.ts";

/** A layout, and what it is compared with. */
export interface LayoutInputs {
  readonly types: readonly ResourceType[];
  readonly desired: DesiredWorld;
  readonly live: Snapshot;
  readonly state?: State | undefined;
  /** What the journal of an interrupted run records. */
  readonly recovered?: Recovered | undefined;
}

/** A layout, a snapshot and a state with their indexes, and the live object of each address. */
export interface MatchedLayout extends MatchInputs {
  readonly matches: Matches;
}

export function matchLayout(inputs: LayoutInputs): MatchedLayout {
  return matchIndexed(inputs, indexesOf(inputs), inputs.desired);
}

/** Matches the layout without its dead objects, whose pins are to objects that the service no longer has. */
export function matchWithoutDead(inputs: LayoutInputs): {
  readonly matched: MatchedLayout;
  readonly dead: readonly DesiredObject[];
} {
  const indexes = indexesOf(inputs);
  const dead = deadPins(inputs.desired, indexes.live);
  return { matched: matchIndexed(inputs, indexes, withoutDead(inputs.desired, dead)), dead };
}

type Indexes = Pick<MatchInputs, "types" | "live">;

function indexesOf(inputs: LayoutInputs): Indexes {
  const types = indexTypes(inputs.types);
  return { types, live: indexLive(inputs.live, types) };
}

function matchIndexed(
  { state, recovered }: LayoutInputs,
  indexes: Indexes,
  desired: DesiredWorld,
): MatchedLayout {
  const matching = { ...indexes, desired: indexDesired(desired), state, recovered };
  return { ...matching, matches: matchObjects(matching) };
}
