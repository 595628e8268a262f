import { DocsformError } from "../model/errors.ts";
import { longestConsistencyWindowMs, readConsistencyWindowMs } from "../model/time-limits.ts";
import type { Io } from "./io.ts";

const name = "DOCSFORM_CONSISTENCY_WINDOW_MS";

/** How long a read may still show the values before a write, in milliseconds: the environment's value, otherwise the default. */
export function consistencyWindowMs(environment: Io["environment"]): number {
  const text = environment[name];
  const wantedMs = readConsistencyWindowMs(text);
  if (wantedMs !== undefined) return wantedMs;
  throw new DocsformError(
    "cli/bad-consistency-window",
    `${name} is ${JSON.stringify(text)}, but must be a whole number of milliseconds from 0 to ${longestConsistencyWindowMs}.`,
    { remedy: "Correct it, or unset it." },
  );
}
