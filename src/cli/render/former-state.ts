import { count } from "../../model/count.ts";
import type { Diagnostic } from "../../model/diagnostic.ts";
import type { FormerState, Remembered } from "../../reconcile/disk/disk.ts";
import type { LayoutSettings } from "../settings.ts";

/** The message about a state of this layout under a former name, and the command that accepts it. */
export function formerStateText(
  { path, layout, known, declared }: FormerState,
  { file = [], env }: Pick<LayoutSettings, "file" | "env">,
): { readonly message: string; readonly remedy: string } {
  const words = [
    ["docsform", "state", "rename", "--from", path],
    ...file.map((each) => ["-f", each]),
    ...(env === undefined ? [] : [["--env", env]]),
  ];
  return {
    message: `This layout has no state. ${path}, the state of the layout ${layout}, has ${count(known, "object")}, and this layout declares ${declared} of them.`,
    remedy: `If this layout had the name ${layout} before, run: ${words.flat().map(forShell).join(" ")}`,
  };
}

/** A warning for each state that may be this layout's former one. */
export function formerStateWarnings(
  { formerStates = [] }: Pick<Remembered, "formerStates">,
  settings: Pick<LayoutSettings, "file" | "env">,
): readonly Diagnostic[] {
  return formerStates.map((state) => ({
    severity: "warning",
    code: "state/former",
    ...formerStateText(state, settings),
  }));
}

function forShell(word: string): string {
  return /^[\w@%+=:,./-]+$/u.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
