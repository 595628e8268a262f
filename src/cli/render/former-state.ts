import { wordsOf } from "../../model/codes/command-words.ts";
import type { Words } from "../../model/codes/fail.ts";
import { type Diagnostic, warningAt } from "../../model/diagnostic.ts";
import type { FormerState, Remembered } from "../../state/disk.ts";
import { count } from "../../util/count.ts";
import type { LayoutSettings } from "../option-table.ts";

/** The words for a state of this layout under a former name, with the command that accepts it. */
export function wordsOfFormerState(
  { path, layout, known, declared }: FormerState,
  { file = [], env }: Pick<LayoutSettings, "file" | "env">,
): Words {
  const command = [
    ["docsform", "state", "rename", "--from", path],
    ...file.map((each) => ["-f", each]),
    ...(env === undefined ? [] : [["--env", env]]),
  ];
  return wordsOf("state/former", {
    path,
    layout,
    known: count(known, "object"),
    declared,
    command: command.flat().map(forShell).join(" "),
  });
}

/** A warning for each state that may be this layout's former one. */
export function formerStateWarnings(
  { formerStates = [] }: Pick<Remembered, "formerStates">,
  settings: Pick<LayoutSettings, "file" | "env">,
): readonly Diagnostic[] {
  return formerStates.map((state) => warningAt(undefined, wordsOfFormerState(state, settings)));
}

function forShell(word: string): string {
  return /^[\w@%+=:,./-]+$/u.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
