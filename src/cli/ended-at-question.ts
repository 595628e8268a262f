import { DocsformError } from "../model/errors.ts";

/** The error of a person who, asked whether to go on, ended the program or the input instead. */
export function endedAtQuestion(): DocsformError {
  return new DocsformError("cli/interrupted", "Interrupted at the question. Nothing was written.");
}
