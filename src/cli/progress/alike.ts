import { ApiError } from "../../http/api-error.ts";
import type { DocsformError } from "../../model/errors.ts";

/** What errors have in common that a person takes for the same one: what was asked and what came back, of whatever object. */
export function kindOfError(error: DocsformError): string {
  const message = error instanceof ApiError ? error.message.replace(error.path, "") : error.message;
  return `${error.code}\n${message}`;
}
