import type { Address } from "../model/address.ts";
import type { DocsformError } from "../model/errors.ts";
import type { Conflict } from "../plan/verify.ts";

/** What apply tells while it works. */
export type ApplyEvent =
  /** The live world is read again, to see whether the plan still fits. */
  | { readonly kind: "verifying" }
  | (AboutNode & { readonly kind: "started" })
  | (AboutNode & { readonly kind: "done"; readonly id: string })
  /** A create whose answer was lost was found again. */
  | (AboutNode & { readonly kind: "adopted"; readonly id: string })
  | {
      readonly kind: "failed";
      readonly address: Address;
      readonly step: number;
      readonly node?: string;
      readonly error: DocsformError;
    }
  /** Whether it was done is not known. */
  | (AboutNode & { readonly kind: "unknown"; readonly error: DocsformError })
  /** It will not be done: as asked, or because `because` was not done. */
  | (AboutNode & { readonly kind: "skipped"; readonly because: string })
  | { readonly kind: "note"; readonly code: string; readonly address: Address; readonly message: string }
  /** What was changed is read again, to see whether it is what was declared. */
  | { readonly kind: "settling" };

/** Whom apply tells what happens. */
export type Tell = (event: ApplyEvent) => void;

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
  readonly outcome: "done" | "partial" | "nothing" | "refused" | "stale" | "interrupted" | "failed";
  /** One for each step of the plan, in its order. */
  readonly steps: readonly StepResult[];
  /** Ids of objects that were created, found again included. */
  readonly created: Readonly<Record<Address, string>>;
  /** Why nothing, or no more, was done. */
  readonly error?: DocsformError;
  /** What moved since the plan was made. */
  readonly conflicts: readonly Conflict[];
  /** Requests of this apply, reads included. */
  readonly calls: { readonly made: number; readonly retried: number; readonly waitedMs: number };
}
