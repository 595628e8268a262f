import type { Remembered } from "../../state/disk.ts";
import { type Waiting, waitUntilShown } from "../live/wait-until-shown.ts";

/**
 * Waits until reads must show what the interrupted run did. This wait matters more than the content of the journal: docsform would create
 * an object a second time if a stale list hid it.
 */
export async function waitBeforeReading(
  { journal, isJournalCut }: Pick<Remembered, "journal" | "isJournalCut">,
  waiting: Waiting,
  signal?: AbortSignal,
): Promise<void> {
  // If the end of the journal is lost, the time of the last action is lost too. It may have been just now.
  const since = isJournalCut === true ? waiting.clock.now() : Number.NEGATIVE_INFINITY;
  const last = journal.reduce((latest, line) => Math.max(latest, line.at), since);
  await waitUntilShown(last, waiting, signal);
}
