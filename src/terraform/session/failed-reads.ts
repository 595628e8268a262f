import { ApiError } from "../../contract/http/api-error.ts";

/** The failed reads that a process has reported. A list fails in the same way for each object in it, and one report stands for all of them. */
export class FailedReads {
  readonly #reported = new Set<string>();

  /** Whether the same read has failed in the same way before. */
  isReported(error: unknown): boolean {
    if (!(error instanceof ApiError) || error.method !== "GET") return false;
    const key = [error.operation, error.path, error.code, error.status].join("\n");
    const isKnown = this.#reported.has(key);
    this.#reported.add(key);
    return isKnown;
  }
}
