import type { ApiVersion } from "../model/endpoint.ts";
import { DocsformError } from "../model/errors.ts";

/** The error if the service's responses show another API version than the configured one. */
export function otherThanSet(configured: ApiVersion, shown: ApiVersion): DocsformError {
  return new DocsformError(
    "live/other-api-version",
    `--api-version, DOCSFORM_API_VERSION or the provider's argument sets the API version ${configured}, but the service's responses show ${shown}.`,
    { remedy: `Remove that setting, or set it to ${shown}.` },
  );
}

/** The error if the service's responses show another API version than the run uses. */
export function changedApiVersion(before: ApiVersion, now: ApiVersion): DocsformError {
  return new DocsformError(
    "run/other-api-version",
    `The service's responses showed the API version ${before} before, and show ${now} now. This run starts no more steps.`,
    { remedy: "Plan again once the service has settled, and review the new plan." },
  );
}
