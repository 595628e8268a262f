import { fail } from "../model/codes/command-words.ts";
import { longestConsistencyWindowMs, readConsistencyWindowMs } from "../model/time-limits.ts";
import type { Io } from "./io.ts";

const name = "DOCSFORM_CONSISTENCY_WINDOW_MS";

/** How long a read may still show the values before a write, in milliseconds: the environment's value, otherwise the default. */
export function consistencyWindowMs(environment: Io["environment"]): number {
  const text = environment[name];
  const wantedMs = readConsistencyWindowMs(text);
  if (wantedMs !== undefined) return wantedMs;
  throw fail("cli/bad-consistency-window", {
    variable: name,
    value: JSON.stringify(text),
    longestMs: longestConsistencyWindowMs,
  });
}
