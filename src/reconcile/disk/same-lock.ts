import { DocsformError } from "../../model/errors.ts";
import { canonicalJson, type Json } from "../../model/json.ts";
import type { Lock } from "../../model/lock.ts";

export function isSameLock(one: Lock | undefined, other: Lock | undefined): boolean {
  return textOf(one) === textOf(other);
}

function textOf(lock: Lock | undefined): string {
  return lock === undefined ? "" : canonicalJson(lock as unknown as Json);
}

/** Throws unless the lock that is there is the one that was read: what another run has saved since would be lost. */
export function refuseOtherLock(there: Lock | undefined, expected: Lock | undefined): void {
  if (isSameLock(there, expected)) return;
  throw new DocsformError(
    "run/overtaken",
    "The lock is no longer as it was read: another run has changed it meanwhile. It was left as it is.",
    { remedy: "Run it again." },
  );
}
