import type { Address } from "../../model/address.ts";
import type { TypeIndex } from "../../model/type-index.ts";
import { indexTypes } from "../../model/type-index.ts";
import { type WhoChanged, whoChanged } from "../decide/who-changed.ts";
import type { DesiredIndex } from "../desired-index.ts";
import { indexDesired } from "../desired-index.ts";
import { type KnownName, knownNames } from "../known-names.ts";
import type { LiveIndex } from "../live-index.ts";
import { indexLive } from "../live-index.ts";
import type { Matches } from "../match/match-objects.ts";
import { matchObjects } from "../match/match-objects.ts";
import type { DangerKind, NamesById, Plan, PlanValue } from "../plan.ts";
import type { PlanInputs } from "../plan-changes.ts";

/** One difference, and who made it. */
export interface DriftEntry {
  readonly address: Address;
  readonly type: string;
  readonly title: string;
  /** Absent: the whole object was added, removed, moved or renamed. */
  readonly attribute?: string;
  readonly change: "changed" | "added" | "removed" | "moved" | "renamed";
  /** `live`: a person changed the service. `layout`: the layout was edited. `both`: both changed, in different ways. */
  readonly changedIn: "live" | "layout" | "both";
  /** The last applied value, or the declared one if there is no state. A `DriftPlace` for a moved object, an address for a renamed one. */
  readonly before: PlanValue;
  /** The live value, or the declared one if only the layout was edited. A `DriftPlace` for a moved object, an address for a renamed one. */
  readonly after: PlanValue;
  /** Names for people of the ids in these values: an address, or else a title. For places: the titles of their addresses. */
  readonly namesById?: NamesById;
  readonly sensitive?: true;
  /** Id of the object that a person created in its place. The address belongs to that object from now on. */
  readonly newId?: string;
  /** The organization to which the object was transferred. */
  readonly transferredTo?: string;
  /** The object is in the trash, and a person can restore it in the app. */
  readonly trashed?: true;
  /** The layout does not declare the attribute. It decides who sees the object, and has changed since the last run that read it. */
  readonly undeclared?: true;
  /** It is a note, and no drift. */
  readonly isNote?: true;
  readonly danger?: DangerKind;
}

/** The inputs of a drift report. */
export interface DriftInputs {
  readonly inputs: PlanInputs;
  readonly plan: Plan;
  readonly types: TypeIndex;
  readonly desired: DesiredIndex;
  readonly live: LiveIndex;
  readonly matches: Matches;
  readonly nameOf: KnownName;
  readonly who: WhoChanged;
}

export function comparedIn(inputs: PlanInputs, plan: Plan): DriftInputs {
  const types = indexTypes(inputs.types);
  const desired = indexDesired(inputs.desired);
  const live = indexLive(inputs.live, types);
  const { state: applied, recovered } = inputs;
  const matches = matchObjects({ types, desired, live, state: applied, recovered });
  const { state } = matches;
  const nameOf = knownNames({ types, live, matches, state });
  const who = whoChanged({ types, desired, live, matches, state, hash: inputs.options.hash });
  return { inputs, plan, types, desired, live, matches, nameOf, who };
}
