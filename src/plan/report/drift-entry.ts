import type { Address } from "../../model/address.ts";
import type { TypeIndex } from "../../model/type-index.ts";
import { indexTypes } from "../../model/type-index.ts";
import { type WhoChanged, whoChanged } from "../decide/who-changed.ts";
import type { DesiredIndex } from "../desired-index.ts";
import { indexDesired } from "../desired-index.ts";
import { type KnownName, knownNames } from "../known-names.ts";
import type { LiveIndex } from "../live-index.ts";
import { indexLive } from "../live-index.ts";
import type { Pairing } from "../match/match-objects.ts";
import { matchObjects } from "../match/match-objects.ts";
import type { DangerKind, NamesById, Plan, PlanValue } from "../plan.ts";
import type { PlanInputs } from "../plan-changes.ts";

/** One difference, and where it was made. */
export interface DriftEntry {
  readonly address: Address;
  readonly type: string;
  readonly title: string;
  /** Absent: the object itself came, went or was moved. */
  readonly attribute?: string;
  readonly change: "changed" | "added" | "removed" | "moved" | "renamed";
  /** `live`: somebody edited the service. `layout`: the layout was edited. `both`: each, differently. */
  readonly changedIn: "live" | "layout" | "both";
  /** As last applied, or as declared where there is no state. Of what was moved, a `Place`; of what was renamed, an address. */
  readonly before: PlanValue;
  /** As it is live; where the layout alone was edited, as it declares. Of what was moved, a `Place`; of what was renamed, an address. */
  readonly after: PlanValue;
  /** For people: what the ids among these values are called, by address or else title; in places, the titles of addresses. */
  readonly namesById?: NamesById;
  readonly sensitive?: true;
  /** Id of the object that somebody made in its place, which the address means from now on. */
  readonly newId?: string;
  /** The organization that it was handed to. */
  readonly transferredTo?: string;
  /** It is in the trash, and can be restored in the app. */
  readonly trashed?: true;
  /** No layout declares it: it decides who sees the object, and has changed since the last run that read it. */
  readonly undeclared?: true;
  /** It is a note, and no drift. */
  readonly isNote?: true;
  /** What a person must not miss about it. */
  readonly danger?: DangerKind;
}

/** What drift is found in. */
export interface DriftInputs {
  readonly inputs: PlanInputs;
  readonly plan: Plan;
  readonly types: TypeIndex;
  readonly desired: DesiredIndex;
  readonly live: LiveIndex;
  readonly matches: Pairing;
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
