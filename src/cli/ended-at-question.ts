import { fail } from "../model/codes/command-words.ts";
import type { DocsformError } from "../model/errors.ts";

/** The error if the user ends the program or the input at a question. */
export function endedAtQuestion(): DocsformError {
  return fail("cli/interrupted");
}
