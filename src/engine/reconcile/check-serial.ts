import { fail } from "../../model/codes/plan-words.ts";
import type { State } from "../../model/state.ts";
import type { JournalLine } from "../apply/journal.ts";

/** Throws if the state is older than the one in the journal: an old file was restored, which does not have what was applied since. */
export function checkSerial(state: State | undefined, journal: readonly JournalLine[]): void {
  if (state === undefined) return;
  const newest = newestSerial(journal);
  const serial = state.serial ?? 0;
  if (serial >= newest) return;
  throw fail("apply/old-state", { serial, newest });
}

/** The highest serial of a state in the journal; 0: the journal has none. */
export function newestSerial(journal: readonly JournalLine[]): number {
  const known = journal.map((line) =>
    line.kind === "begin" || line.kind === "end" ? (line.serial ?? 0) : 0,
  );
  return Math.max(0, ...known);
}
