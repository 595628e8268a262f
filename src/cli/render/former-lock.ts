import type { Diagnostic } from "../../model/diagnostic.ts";
import type { FormerLock, Remembered } from "../../reconcile/disk/disk.ts";
import type { LayoutSettings } from "../settings.ts";
import { count } from "./value.ts";

/** What there is to know of a lock that was this layout's under another name, and the command that takes it over. */
export function formerLockText(
  { path, layout, known, declared }: FormerLock,
  { file = [], env }: Pick<LayoutSettings, "file" | "env">,
): { readonly message: string; readonly remedy: string } {
  const words = [
    ["docsform", "lock", "rename", "--from", path],
    ...file.map((each) => ["-f", each]),
    ...(env === undefined ? [] : [["--env", env]]),
  ];
  return {
    message: `This layout has no lock, but ${path}, of the layout ${layout}, knows ${count(known, "object")}, of which ${declared} are declared here.`,
    remedy: `If the layout was called ${layout} before: ${words.flat().map(forShell).join(" ")}`,
  };
}

/** A warning for each lock that may be this layout's former one. */
export function formerLockWarnings(
  { formerLocks = [] }: Pick<Remembered, "formerLocks">,
  settings: Pick<LayoutSettings, "file" | "env">,
): readonly Diagnostic[] {
  return formerLocks.map((lock) => ({
    severity: "warning",
    code: "lock/former",
    ...formerLockText(lock, settings),
  }));
}

function forShell(word: string): string {
  return /^[\w@%+=:,./-]+$/u.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
