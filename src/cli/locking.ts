import type { Reconciler } from "../engine/reconcile/reconciler.ts";
import { plainText } from "../report/text/plain-text.ts";
import type { Context } from "./context.ts";
import type { LockSettings, OutputSettings } from "./settings.ts";

/** Runs `work` under the lock on the layout: no other run writes between its plan and its apply. */
export async function whileLocked<Result>(
  { io, emit }: Context,
  settings: OutputSettings & LockSettings,
  reconciler: Reconciler,
  work: () => Promise<Result>,
): Promise<Result> {
  const lock = await reconciler.lock({
    waitMs: (settings.wait ?? 0) * 1000,
    signal: io.signal,
    onWait: (lockedBy) => {
      emit({ kind: "waiting-for-lock", lockedBy });
      if (settings.quiet !== true)
        io.stderr(`Waiting for another run of this layout: ${plainText(lockedBy)}.\n`);
    },
  });
  try {
    return await work();
  } finally {
    await lock.release();
  }
}
