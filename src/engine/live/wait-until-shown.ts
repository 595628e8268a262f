import type { Clock } from "../../util/clock.ts";

/** The time until reads must show a write of this time. 0: they do already. */
export function msUntilShown(lastMs: number, clock: Clock, consistencyWindowMs: number): number {
  // A clock that was set back must not make this longer than the consistency window.
  return Math.max(Math.min(lastMs + consistencyWindowMs - clock.now(), consistencyWindowMs), 0);
}

/** Waits until reads must show a write of this time. */
export async function waitUntilShown(
  lastMs: number,
  clock: Clock,
  consistencyWindowMs: number,
  signal?: AbortSignal,
): Promise<void> {
  const leftMs = msUntilShown(lastMs, clock, consistencyWindowMs);
  if (leftMs > 0) await clock.sleep(leftMs, signal);
}
