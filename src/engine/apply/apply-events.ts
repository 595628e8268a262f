import type { Address } from "../../model/address.ts";
import type { Code } from "../../model/codes/code.ts";
import type { DocsformError } from "../../model/errors.ts";
import type { PlanStep } from "../../model/plan/plan.ts";
import type { Origin } from "../../model/state.ts";
import type { FoundOrigin } from "../live/create/resolve.ts";
import type { Duplicate } from "../plan/drift/duplicates.ts";
import type { StaleConflict } from "../plan/drift/stale-conflicts.ts";

/** An event of an apply. */
export type ApplyEvent =
  /** The run reads the service again and checks that the plan still applies. */
  | { readonly kind: "checking-plan" }
  | (AboutNode & { readonly kind: "started" })
  | (AboutNode & { readonly kind: "done"; readonly id: string })
  /** The run found the object that a create call without a response had created. */
  | (AboutNode & { readonly kind: "recovered"; readonly id: string; readonly origin: FoundOrigin })
  | {
      readonly kind: "failed";
      readonly address: Address;
      readonly step: number;
      readonly node?: string;
      readonly error: DocsformError;
    }
  /** The result of the call is unknown. */
  | (AboutNode & { readonly kind: "unknown"; readonly error: DocsformError })
  /** The run skips the node: on request, or because the node `reason` is not done. */
  | (AboutNode & { readonly kind: "skipped"; readonly reason: string })
  | { readonly kind: "note"; readonly code: Code; readonly address: Address; readonly message: string }
  /** The run reads the changed objects again and compares them with the layout. */
  | { readonly kind: "rereading" }
  /** The run waits until reads must show its writes. */
  | { readonly kind: "waiting"; readonly waitMs: number }
  /** The run reads everything that the layout covers again, and plans whether anything is left to do. */
  | { readonly kind: "verifying" }
  /** A run that did not do everything looks for duplicates of what it created. */
  | { readonly kind: "checking-duplicates" };

/** Receives the events of an apply. */
export type OnEvent = (event: ApplyEvent) => void;

interface AboutNode {
  /** Id of the node in the plan. */
  readonly node: string;
  /** Index of the step in the plan. */
  readonly step: number;
  readonly address: Address;
}

/** `skipped`: on request. `not-tried`: an earlier step is not done, or the run was interrupted. */
export const stepStatuses = ["done", "failed", "unknown", "not-tried", "skipped"] as const;
export type StepStatus = (typeof stepStatuses)[number];

/** `differs`: every step succeeded, but the service does not match the layout, or docsform could not check it. */
export const outcomes = [
  "done",
  "differs",
  "partial",
  "nothing",
  "refused",
  "stale",
  "interrupted",
  "failed",
] as const;
export type Outcome = (typeof outcomes)[number];

export interface StepResult {
  readonly address: Address;
  readonly status: StepStatus;
  readonly error?: DocsformError;
}

/** An object that docsform found after the response to its create was lost. Origin `recovered`: nothing shows who created it. */
export interface RecoveredObject {
  readonly address: Address;
  readonly id: string;
  readonly origin: Origin;
}

/** The result of an apply. */
export interface ApplyResult {
  readonly outcome: Outcome;
  /** One for each step of the plan, in its order. */
  readonly steps: readonly StepResult[];
  /** Ids of the created objects, also of those that the run found again. */
  readonly created: Readonly<Record<Address, string>>;
  /** Objects whose creates had no response: in this run, or in an interrupted one. */
  readonly recovered: readonly RecoveredObject[];
  /** Whether the run read and planned everything again after its last write. Only then is it known that the service matches the layout. */
  readonly finalRead: boolean;
  /** Steps that a new plan would still contain. */
  readonly remaining: readonly PlanStep[];
  /** Duplicates that another user created during this run. */
  readonly duplicates: readonly Duplicate[];
  /**
   * Whether the run looked for duplicates; true if it created nothing. A run that stops early cannot always look, and no run can look
   * if it is unknown what it created.
   */
  readonly checkedForDuplicates: boolean;
  /** Why the run did nothing, or stopped. */
  readonly error?: DocsformError;
  /** What changed on the service after the plan was made. */
  readonly conflicts: readonly StaleConflict[];
  /** Counts of the requests of this apply. `made` counts reads too, and `writes` those of them that may have changed something. */
  readonly calls: {
    readonly made: number;
    readonly writes: number;
    readonly retried: number;
    readonly waitedMs: number;
  };
}
