import type { Address } from "../model/address.ts";
import type { Code } from "./../model/codes/code.ts";
import type { DocsformError } from "../model/errors.ts";
import type { PlanStep } from "../plan/plan.ts";
import type { Duplicate } from "../plan/report/duplicates.ts";
import type { StaleConflict } from "../plan/verify.ts";

/** What apply tells while it works. */
export type ApplyEvent =
  /** The live world is read again, to see whether the plan still fits. */
  | { readonly kind: "checking-plan" }
  | (AboutNode & { readonly kind: "started" })
  | (AboutNode & { readonly kind: "done"; readonly id: string })
  /** A create whose answer was lost was found again. */
  | (AboutNode & { readonly kind: "recovered"; readonly id: string })
  | {
      readonly kind: "failed";
      readonly address: Address;
      readonly step: number;
      readonly node?: string;
      readonly error: DocsformError;
    }
  /** Whether it was done is not known. */
  | (AboutNode & { readonly kind: "unknown"; readonly error: DocsformError })
  /** It will not be done: as asked, or because `reason` was not done. */
  | (AboutNode & { readonly kind: "skipped"; readonly reason: string })
  | { readonly kind: "note"; readonly code: Code; readonly address: Address; readonly message: string }
  /** What was changed is read again, to see whether it is what was declared. */
  | { readonly kind: "rereading" }
  /** Everything that the layout covers is read again, to decide whether anything is left to do. */
  | { readonly kind: "verifying" };

/** Whom apply tells what happens. */
export type OnEvent = (event: ApplyEvent) => void;

interface AboutNode {
  /** Id of the node in the plan. */
  readonly node: string;
  /** Index of its step. */
  readonly step: number;
  readonly address: Address;
}

/** `skipped`: as asked. `not-tried`: something before it was not done, or the run was interrupted. */
export type StepStatus = "done" | "failed" | "skipped" | "not-tried" | "unknown";

export interface StepResult {
  readonly address: Address;
  readonly status: StepStatus;
  readonly error?: DocsformError;
}

/** What apply did, whole. */
export interface ApplyResult {
  /** `differs`: every step was done, and yet the service is not as declared, or nobody could see whether it is. */
  readonly outcome:
    | "done"
    | "differs"
    | "partial"
    | "nothing"
    | "refused"
    | "stale"
    | "interrupted"
    | "failed";
  /** One for each step of the plan, in its order. */
  readonly steps: readonly StepResult[];
  /** Ids of objects that were created, found again included. */
  readonly created: Readonly<Record<Address, string>>;
  /** Whether everything was read and decided again after the last write: only then is the service known to be as declared. */
  readonly finalRead: boolean;
  /** What a fresh decision would still write. */
  readonly remaining: readonly PlanStep[];
  /** What somebody else made while this run made the same. */
  readonly duplicates: readonly Duplicate[];
  /**
   * Whether they were looked for; true where nothing was created. Not everything that ends a run lets it look any more, and nobody can
   * where it is not known what was created.
   */
  readonly checkedForDuplicates: boolean;
  /** Why nothing, or no more, was done. */
  readonly error?: DocsformError;
  /** What moved since the plan was made. */
  readonly conflicts: readonly StaleConflict[];
  /** Requests of this apply, reads included. */
  readonly calls: { readonly made: number; readonly retried: number; readonly waitedMs: number };
}
