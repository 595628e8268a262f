import type { JournalLine } from "../apply/journal.ts";
import { DocsformError } from "../model/errors.ts";
import type { State } from "../model/state.ts";

/** Throws for a state that is older than what the journal tells: it was put back, and does not know what was applied since. */
export function checkSerial(state: State | undefined, journal: readonly JournalLine[]): void {
  if (state === undefined) return;
  const newest = newestSerial(journal);
  const serial = state.serial ?? 0;
  if (serial >= newest) return;
  throw new DocsformError(
    "apply/old-state",
    `The state has the serial number ${serial}, but the journal's last run used the state number ${newest}: an older state file was restored.`,
    {
      remedy:
        "Restore the newer state. If there is none, move the state away: docsform then finds the existing objects by their keys.",
    },
  );
}

/** The number of the newest state that the journal tells of; 0 where it tells of none. */
export function newestSerial(journal: readonly JournalLine[]): number {
  const known = journal.map((line) =>
    line.kind === "begin" || line.kind === "end" ? (line.serial ?? 0) : 0,
  );
  return Math.max(0, ...known);
}
