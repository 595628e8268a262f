import type { Address } from "../../model/address.ts";
import type { DesiredWorld } from "../../model/desired-world.ts";
import type { Diagnostic } from "../../model/diagnostic.ts";
import type { ObjectKey } from "../../model/object-key.ts";
import type { GuardRefusal, Plan, Purpose } from "../../model/plan/plan.ts";
import type { Snapshot } from "../../model/snapshot.ts";
import type { Recovered, State } from "../../model/state.ts";
import type { Remembered } from "../../state/disk.ts";
import type { PlanResult } from "../plan/compose-plan.ts";
import { type Consent, unpermitted } from "../plan/guard/consent.ts";
import type { RunInputs } from "./read-inputs.ts";

/** The result of planning. */
export type PlanningResult = PlannedRun | Unplannable;

/** A plan to apply, and what it was made from. */
export interface PlannedRun {
  /** Purpose of the plan: to make the service match the layout, or to delete what the layout declares. */
  readonly purpose: Purpose;
  readonly plan: Plan;
  /** Warnings. */
  readonly diagnostics: readonly Diagnostic[];
  /** The state before the run, with its objects under their present addresses. */
  readonly state: State | undefined;
  /** The contents of the disk when the plan was made. */
  readonly remembered: Remembered;
  /** What the journal of an interrupted run records. */
  readonly recovered: Recovered | undefined;
  /** The snapshot of the service. */
  readonly live: Snapshot;
  /** Live objects that stay managed by the layout, also outside the selection. */
  readonly retained: ReadonlySet<ObjectKey>;
  /** Number of API calls of the refresh. */
  readonly readCalls: number;
  /** The layout that the plan was made from. */
  readonly desired: DesiredWorld;
  /** Former addresses of objects, and their addresses now. */
  readonly moves: ReadonlyMap<Address, Address>;
  /** Refusals of the guards that the consent does not lift. */
  refusals(consent: Consent): readonly GuardRefusal[];
}

/** A layout for which no plan is possible. */
export interface Unplannable {
  readonly plan?: undefined;
  /** Errors to correct in the layout. */
  readonly diagnostics: readonly Diagnostic[];
}

export function plannedFrom(
  inputs: RunInputs,
  { plan, diagnostics, retained = new Set() }: PlanResult,
  { purpose, moves = new Map() }: Pick<PlannedRun, "purpose"> & Partial<Pick<PlannedRun, "moves">>,
): PlanningResult {
  if (plan === undefined) return { diagnostics };
  const { state, live, desired, remembered, recovered, readCalls } = inputs;
  const refusals: PlannedRun["refusals"] = (consent) => unpermitted(plan.guard, consent);
  return {
    purpose,
    plan,
    diagnostics,
    state,
    live,
    retained,
    readCalls,
    desired,
    moves,
    remembered,
    recovered,
    refusals,
  };
}
