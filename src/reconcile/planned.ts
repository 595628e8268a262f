import type { Address } from "../model/address.ts";
import type { DesiredWorld } from "../model/desired-world.ts";
import type { Diagnostic } from "../model/diagnostic.ts";
import type { ObjectKey } from "../model/object-key.ts";
import type { Snapshot } from "../model/snapshot.ts";
import type { Recovered, State } from "../model/state.ts";
import type { Purpose } from "../plan/context.ts";
import { type Consent, unpermitted } from "../plan/guard/permissions.ts";
import type { GuardRefusal, Plan } from "../plan/plan.ts";
import type { PlanResult } from "../plan/plan-changes.ts";
import type { Remembered } from "./disk/disk.ts";
import type { RunInputs } from "./read-inputs.ts";

/** What came of planning. */
export type PlanningResult = PlannedRun | Unplannable;

/** A plan, ready to be applied, and what it was made from. */
export interface PlannedRun {
  /** What it was planned for: to make the service as declared, or to delete what is declared. */
  readonly purpose: Purpose;
  readonly plan: Plan;
  /** Warnings. */
  readonly diagnostics: readonly Diagnostic[];
  /** As the run before left it, its objects under their addresses of now. */
  readonly state: State | undefined;
  /** What was on the disk when it was planned. */
  readonly remembered: Remembered;
  /** What the journal of an interrupted run has told of what it made. */
  readonly recovered: Recovered | undefined;
  /** The service as it was read. */
  readonly live: Snapshot;
  /** What is live and stays the layout's, also where it was not selected. */
  readonly retained: ReadonlySet<ObjectKey>;
  /** How many API calls the refresh made. */
  readonly readCalls: number;
  /** The layout that the plan was made from. */
  readonly desired: DesiredWorld;
  /** Former addresses of objects, and their addresses now. */
  readonly moves: ReadonlyMap<Address, Address>;
  /** What still stands against applying it. */
  refusals(consent: Consent): readonly GuardRefusal[];
}

/** A layout that no plan can be made of. */
export interface Unplannable {
  readonly plan?: undefined;
  /** What a person must put right in it. */
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
