import type { Argument, Command, Option } from "commander";
import { shells } from "../option-table.ts";
import type { Candidate, CompletionSource } from "./known.ts";

/** The completions of a command line. `files`: the shell completes a path. */
export type Completions = readonly Candidate[] | "files";

/** The command line from the command to the word before the cursor, and the word under the cursor. */
export interface TypedLine {
  readonly words: readonly string[];
  readonly current: string;
}

/** Completes a command line from the declared commands and options. */
export async function complete(
  program: Command,
  { words, current }: TypedLine,
  known: CompletionSource,
): Promise<Completions> {
  const [name, ...rest] = words;
  const command = program.commands.find((each) => each.name() === name);
  if (name === "help" && rest.length === 0) return commandsOf(program);
  if (command === undefined) return name === undefined ? firstWords(program, current) : [];
  const asking = optionOf(command, rest.at(-1));
  if (asking !== undefined && needsValue(asking)) return valuesOf(asking, known);
  const typed = positionals(command, rest);
  if (current.startsWith("-")) return flagsOf(command, typed, known);
  return argumentValues(command, typed, known);
}

function firstWords(program: Command, current: string): Completions {
  return current.startsWith("-") ? optionsOf(program) : commandsOf(program);
}

function commandsOf(program: Command): readonly Candidate[] {
  return program
    .createHelp()
    .visibleCommands(program)
    .map((each) => ({ value: each.name(), description: each.summary() || each.description() }));
}

function optionsOf(command: Command): readonly Candidate[] {
  return command
    .createHelp()
    .visibleOptions(command)
    .map(({ long, short, description }) => ({ value: long ?? short ?? "", description }));
}

async function flagsOf(
  command: Command,
  typed: readonly string[],
  known: CompletionSource,
): Promise<Completions> {
  const [system, operation] = typed;
  if (command.name() !== "call" || system === undefined || operation === undefined) return optionsOf(command);
  return await known.flags(system, operation);
}

function optionOf(command: Command, word: string | undefined): Option | undefined {
  return command.options.find(({ long, short }) => word !== undefined && (word === long || word === short));
}

function needsValue({ required, optional }: Option): boolean {
  return required || optional;
}

/** The words that are not values of options. */
function positionals(command: Command, words: readonly string[]): readonly string[] {
  return words.filter((word, at) => {
    const before = optionOf(command, words[at - 1]);
    return !word.startsWith("-") && !(before !== undefined && needsValue(before));
  });
}

async function valuesOf({ flags, argChoices }: Option, known: CompletionSource): Promise<Completions> {
  if (argChoices !== undefined) return argChoices.map((value) => ({ value }));
  if (flags.startsWith("--env ")) return known.environments();
  const wanted = /<([^>]+)>/u.exec(flags)?.[1] ?? "";
  return await ofKind(wanted, known);
}

/** Candidates for an argument, by its name in the usage: `<address>`, `<file>`. */
async function ofKind(wanted: string, known: CompletionSource): Promise<Completions> {
  switch (wanted) {
    case "address":
      return await known.addresses();
    case "code":
      return known.codes();
    case "shell":
      return shells.map((value) => ({ value }));
    case "path":
    case "file":
    case "folder":
    case "layout":
    case "plan":
      return "files";
    default:
      return [];
  }
}

async function argumentValues(
  command: Command,
  typed: readonly string[],
  known: CompletionSource,
): Promise<Completions> {
  if (command.name() === "call") return typed.length < 2 ? await known.operations(typed[0]) : [];
  const argument = argumentAt(command.registeredArguments, typed.length);
  if (argument === undefined) return [];
  if (argument.argChoices !== undefined) return argument.argChoices.map((value) => ({ value }));
  return await ofKind(argument.name() === "words" ? "address" : argument.name(), known);
}

function argumentAt(all: readonly Argument[], at: number): Argument | undefined {
  const last = all.at(-1);
  return all[at] ?? (last?.variadic === true ? last : undefined);
}
