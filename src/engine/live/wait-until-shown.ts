import type { Clock } from "../../util/clock.ts";

/** Waits until reads must show a write of this time. */
export async function waitUntilShown(
  lastMs: number,
  clock: Clock,
  consistencyWindowMs: number,
  signal?: AbortSignal,
): Promise<void> {
  // A clock that was set back must not make this wait longer than the consistency window.
  const leftMs = Math.min(lastMs + consistencyWindowMs - clock.now(), consistencyWindowMs);
  if (leftMs > 0) await clock.sleep(leftMs, signal);
}
