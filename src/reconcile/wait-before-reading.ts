import type { JournalLine } from "../apply/journal.ts";
import type { Clock } from "../model/clock.ts";

/**
 * Waits until reads must show what the interrupted run did. This wait matters more than the journal's content: an object that
 * a stale list hides would be created a second time.
 */
export async function waitBeforeReading(
  lines: readonly JournalLine[],
  clock: Clock,
  horizonMs: number,
  signal?: AbortSignal,
): Promise<void> {
  const last = lines.reduce((latest, line) => Math.max(latest, line.at), Number.NEGATIVE_INFINITY);
  await waitUntilShown(last, clock, horizonMs, signal);
}

/** Waits until the service must show what was last written at this time. */
export async function waitUntilShown(
  lastMs: number,
  clock: Clock,
  horizonMs: number,
  signal?: AbortSignal,
): Promise<void> {
  // A clock that was set back must not make this wait longer than the horizon.
  const leftMs = Math.min(lastMs + horizonMs - clock.now(), horizonMs);
  if (leftMs > 0) await clock.sleep(leftMs, signal);
}
