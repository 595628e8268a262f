import { ApiError } from "../contract/http/api-error.ts";
import type { DocsformError } from "../model/errors.ts";

/** Equal for errors that look alike to users: the same code and message, for different objects. */
export function kindOfError(error: DocsformError): string {
  const message = error instanceof ApiError ? error.message.replace(error.path, "") : error.message;
  return `${error.code}\n${message}`;
}
