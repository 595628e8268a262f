import type { State } from "../../model/state.ts";
import type { Lock } from "../../state/disk.ts";

/** Saves the next state in place of the one that was read, and returns its serial. Undefined: the run keeps no state. */
export async function saveNext(
  { saveState }: Pick<Lock, "saveState">,
  next: State,
  read: State | undefined,
): Promise<number | undefined> {
  if (saveState === undefined) return undefined;
  const serial = (read?.serial ?? 0) + 1;
  await saveState({ ...next, serial }, read);
  return serial;
}
