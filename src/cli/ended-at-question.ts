import { DocsformError } from "../model/errors.ts";

/** The error if the user ends the program or the input at a question. */
export function endedAtQuestion(): DocsformError {
  return new DocsformError("cli/interrupted", "Interrupted at the question. Nothing was written.");
}
