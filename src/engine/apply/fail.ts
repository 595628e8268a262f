import { applyCodes } from "../../model/codes/apply-codes.ts";
import { failWith, wordsIn } from "../../model/codes/fail.ts";
import { runCodes } from "../../model/codes/run-codes.ts";
import { DocsformError } from "../../model/errors.ts";

/** The errors of applying a plan. */
export const fail = failWith({ ...applyCodes, ...runCodes });

/** The code and the message of a note of a run. */
export const wordsOf = wordsIn(applyCodes);

/** Turns any error into a `DocsformError`. */
export function asDocsformError(error: unknown): DocsformError {
  if (error instanceof DocsformError) return error;
  const problem = error instanceof Error ? error.message : String(error);
  return fail("apply/defect", { problem }, { cause: error });
}
