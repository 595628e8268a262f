import type { Reconciler } from "../engine/reconcile/reconciler.ts";
import { fail } from "../model/codes/command-words.ts";
import { plainText } from "../report/text/plain-text.ts";
import type { Context } from "./command-context.ts";
import type { Files } from "./files.ts";
import type { LoadedLayout } from "./load-layout.ts";
import type { LockSettings, OutputSettings } from "./option-table.ts";

/** Runs `work` under the lock on the layout: no other run writes between its plan and its apply. */
export async function whileLocked<Result>(
  { io, emit }: Context,
  settings: OutputSettings & LockSettings,
  reconciler: Reconciler,
  work: () => Promise<Result>,
  layout?: Pick<LoadedLayout, "editable">,
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
    refuseChangedLayout(io.files, layout);
    return await work();
  } finally {
    await lock.release();
  }
}

/** Throws if a file of the layout has changed since the command read it. Otherwise a run would undo what another run has just accepted. */
function refuseChangedLayout(files: Files, layout: Pick<LoadedLayout, "editable"> | undefined): void {
  for (const { file, text } of layout?.editable?.sources ?? []) {
    // A pipe can be read only once.
    const found = files.system.statSync(files.full(file), { throwIfNoEntry: false });
    if (found?.isFile() === false) continue;
    if (files.read(file) !== text) throw fail("cli/layout-changed", { file });
  }
}
