import type { Lock } from "../model/lock.ts";
import type { Claim } from "./disk/disk.ts";

/** Saves the next lock in place of the one that was read, and gives its number; undefined where no lock is kept. */
export async function saveNext(
  { saveLock }: Pick<Claim, "saveLock">,
  next: Lock,
  read: Lock | undefined,
): Promise<number | undefined> {
  if (saveLock === undefined) return undefined;
  const serial = (read?.serial ?? 0) + 1;
  await saveLock({ ...next, serial }, read);
  return serial;
}
