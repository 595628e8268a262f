import { fail } from "../../model/codes/service-words.ts";
import { DocsformError } from "../../model/errors.ts";

/** Turns any error into a `DocsformError`. */
export function asDocsformError(error: unknown): DocsformError {
  if (error instanceof DocsformError) return error;
  const problem = error instanceof Error ? error.message : String(error);
  return fail("apply/defect", { problem }, { cause: error });
}
