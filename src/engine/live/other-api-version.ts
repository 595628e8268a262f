import { fail } from "../../model/codes/service-words.ts";
import type { ApiVersion } from "../../model/endpoint.ts";
import type { DocsformError } from "../../model/errors.ts";

/** The error if the service's responses show another API version than the configured one. */
export function otherThanSet(configured: ApiVersion, shown: ApiVersion): DocsformError {
  return fail("live/other-api-version", { configured, shown });
}

/** The error if the service's responses show another API version than the run uses. */
export function changedApiVersion(before: ApiVersion, now: ApiVersion): DocsformError {
  return fail("run/other-api-version", { before, now });
}
