import { plainText } from "../../report/text/plain-text.ts";
import { lockedByText } from "../../state/acquire-lock.ts";
import { releaseLock } from "../../state/lock-file.ts";
import { usualPlaces } from "../../state/state-places.ts";
import type { Context } from "../command-context.ts";
import { type ExitCode, exitCodes } from "../exit-codes.ts";
import { loadLayout } from "../load-layout.ts";
import type { LayoutSettings } from "../option-table.ts";
import { printResult } from "../print-result.ts";

/** Ends the lock on a layout, whichever run has it. If that run is still alive, it notices and starts no further call. */
export async function unlock(context: Context, settings: LayoutSettings): Promise<ExitCode> {
  const { io } = context;
  const { home } = await loadLayout(context, settings);
  const { lock } = usualPlaces(home);
  const found = releaseLock(io.files.system, io.files.full(lock));
  const lockedBy = found === undefined ? undefined : lockedByText(found, io.clock.now());
  printResult(context, settings, {
    of: "unlock",
    json: { released: lockedBy !== undefined, lockedBy },
    text:
      lockedBy === undefined
        ? "No run on this machine has the lock of this layout.\n"
        : `Released the lock of ${plainText(lockedBy)}.\n`,
  });
  return exitCodes.done;
}
