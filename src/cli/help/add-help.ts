import type { Command } from "commander";
import type { CommandRow } from "../command-table.ts";
import { commandGroups, optionGroups } from "./command-groups.ts";

/** The options that the help of a command shows. Errors and completion always name all of them. */
export type ShownOptions = "common" | "all";

const helpFlags: ReadonlySet<string> = new Set(["-h", "--help"]);

export function asksForHelp(word: string): boolean {
  return helpFlags.has(word);
}

/** `--help` shows the common options, `--help --all` all of them. */
export function shownOptions(args: readonly string[]): ShownOptions {
  return args.some(asksForHelp) && !args.includes("--all") ? "common" : "all";
}

/** Adds the texts of a command's help, and groups its options. */
export function addHelp(command: Command, help: CommandRow, shown: ShownOptions): void {
  const { group, summary, description = summary, examples } = help;
  command.helpGroup(commandGroups[group]).summary(summary).description(description);
  const further = command.options.filter(({ helpGroupHeading }) => helpGroupHeading !== optionGroups.common);
  if (shown === "common") for (const option of further) option.hideHelp();
  const hidden = further.filter((option) => option.hidden);
  const rest =
    hidden.length === 0
      ? ""
      : `\ndocsform ${command.name()} --help --all shows ${hidden.length} more options.`;
  command.addHelpText("after", `\n${renderExamples(examples)}${rest}`);
}

export function renderExamples(examples: CommandRow["examples"]): string {
  const width = Math.max(...Object.keys(examples).map((line) => line.length));
  const lines = Object.entries(examples).map(([line, meaning]) => `  ${line.padEnd(width)}  ${meaning}\n`);
  return `Examples:\n${lines.join("")}`;
}
