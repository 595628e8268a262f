import type { Generation } from "../model/endpoint.ts";
import { DocsformError } from "../model/errors.ts";

/** The service's answers show another generation than the one that somebody says. */
export function otherThanSaid(said: Generation, shown: Generation): DocsformError {
  return new DocsformError(
    "live/other-generation",
    `--generation, DOCSFORM_GENERATION or the provider's argument says that this service speaks the ${said} generation of its interface, but its answers show ${shown}.`,
    { remedy: `Leave it out, or say ${shown}.` },
  );
}

/** The service's answers show another generation than the one that the run has settled on. */
export function changedGeneration(before: Generation, now: Generation): DocsformError {
  return new DocsformError(
    "run/other-generation",
    `The service changed its interface meanwhile: it spoke the ${before} generation, and its answers show ${now} now. This run begins nothing more.`,
    { remedy: "Plan again once the service has settled, and review the new plan." },
  );
}
