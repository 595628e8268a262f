import type { ApiVersion } from "../model/endpoint.ts";
import { DocsformError } from "../model/errors.ts";

/** The service's answers show another API version than the one that is set. */
export function otherThanSaid(said: ApiVersion, shown: ApiVersion): DocsformError {
  return new DocsformError(
    "live/other-api-version",
    `--api-version, DOCSFORM_API_VERSION or the provider's argument says that this service speaks the ${said} API version, but its answers show ${shown}.`,
    { remedy: `Leave it out, or say ${shown}.` },
  );
}

/** The service's answers show another API version than the one that the run has settled on. */
export function changedApiVersion(before: ApiVersion, now: ApiVersion): DocsformError {
  return new DocsformError(
    "run/other-api-version",
    `The service changed its interface meanwhile: it spoke the ${before} API version, and its answers show ${now} now. This run begins nothing more.`,
    { remedy: "Plan again once the service has settled, and review the new plan." },
  );
}
