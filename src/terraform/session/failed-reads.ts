import { ApiError } from "../../contract/http/api-error.ts";

/**
 * The failed reads of a process. A list fails in the same way for each object in it. Terraform applies no plan with an error, so one report
 * stands for all of them.
 */
export class FailedReads {
  readonly #reported = new Set<string>();
  #isBeforePlan = false;

  /** Notes that Terraform refreshes an object. The process then only plans: each apply has a process of its own, which refreshes nothing. */
  noteRefresh(): void {
    this.#isBeforePlan = true;
  }

  /** Whether the same failed read has been reported for another object. In an apply, each change that fails has its own report. */
  isReported(error: unknown): boolean {
    if (!(error instanceof ApiError) || error.method !== "GET") return false;
    const key = [error.operation, error.path, error.code, error.status].join("\n");
    const isKnown = this.#reported.has(key);
    this.#reported.add(key);
    return isKnown && this.#isBeforePlan;
  }
}
