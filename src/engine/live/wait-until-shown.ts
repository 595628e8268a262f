import type { Clock } from "../../util/clock.ts";

/** How long reads may be stale, and who hears of a wait for them. */
export interface Waiting {
  readonly clock: Clock;
  readonly consistencyWindowMs: number;
  /** Notes that nothing happens for this time. */
  readonly onWait: (waitMs: number) => void;
}

/** Waits until reads must show a write of this time. */
export async function waitUntilShown(lastMs: number, waiting: Waiting, signal?: AbortSignal): Promise<void> {
  const { clock, consistencyWindowMs } = waiting;
  // A clock that was set back must not make this longer than the consistency window.
  const leftMs = Math.min(lastMs + consistencyWindowMs - clock.now(), consistencyWindowMs);
  await waitFor(leftMs, waiting, signal);
}

/** Waits for this time, and reports it first. */
export async function waitFor(
  waitMs: number,
  { clock, onWait }: Omit<Waiting, "consistencyWindowMs">,
  signal?: AbortSignal,
): Promise<void> {
  if (waitMs <= 0) return;
  onWait(waitMs);
  await clock.sleep(waitMs, signal);
}
