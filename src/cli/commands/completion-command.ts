import type { Command } from "commander";
import { present } from "../../util/present.ts";
import type { Context } from "../command-context.ts";
import { complete, type TypedLine } from "../completion/complete.ts";
import { scripts } from "../completion/generated/scripts.ts";
import { type Candidate, knownTo } from "../completion/known.ts";
import { type ExitCode, exitCodes } from "../exit-codes.ts";
import type { Io } from "../io.ts";
import type { LayoutSettings } from "../option-table.ts";

export type Shell = keyof typeof scripts;

/** Prints the script with which a shell asks docsform for completions. */
export function completionScript({ io }: Context, shell: Shell): ExitCode {
  io.stdout(scripts[shell]);
  return exitCodes.done;
}

/** Answers a shell. Stdout contains only completions, even after an error. */
export async function completeForShell(
  context: Context,
  program: Command,
  given: readonly string[],
): Promise<ExitCode> {
  const { io } = context;
  const line = typedLine(io, given);
  const found = await complete(program, line, knownTo(context, layoutOf(line.words)));
  if (found === "files") io.stdout(`${filesMarker}\n`);
  else
    for (const candidate of found)
      if (candidate.value.startsWith(line.current) && isPlain(candidate.value))
        io.stdout(`${written(candidate, io)}\n`);
  return exitCodes.done;
}

/** The completion scripts expect this text. */
const filesMarker = "__tabtab_complete_files__";

/** The line up to the cursor. Its first word is the program. */
function typedLine({ environment }: Io, given: readonly string[]): TypedLine {
  const cursor = Number(environment["COMP_POINT"] ?? Number.NaN);
  const line = environment["COMP_LINE"] ?? given.join(" ");
  const words = given.slice(1, Number(environment["COMP_CWORD"] ?? given.length) + 1);
  const isNew = /\s$/u.test(Number.isNaN(cursor) ? line : line.slice(0, cursor)) || words.at(-1) === "";
  const full = words.filter((word) => word !== "");
  return isNew ? { words: full, current: "" } : { words: full.slice(0, -1), current: full.at(-1) ?? "" };
}

/** The layout that the line names. */
function layoutOf(words: readonly string[]): LayoutSettings {
  const after = (...flags: readonly string[]) => words.filter((_, at) => flags.includes(words[at - 1] ?? ""));
  const [file, [env]] = [after("--file", "-f"), after("--env")];
  return { color: false, ...(file.length > 0 && { file }), ...present({ env }) };
}

// A shell would interpret any other character, and not every script quotes values.
function isPlain(value: string): boolean {
  return /^[\p{L}\p{N}_.,:/@%+=-]+$/u.test(value);
}

function written({ value, description = "" }: Candidate, { environment }: Io): string {
  // SHELL may contain a path.
  const shell = environment["SHELL"]?.split("/").at(-1);
  const text = description.replaceAll(/\s+/gu, " ").replaceAll("\\", "");
  if (shell === "zsh") return `${value.replaceAll(":", String.raw`\:`)}${text === "" ? "" : `:${text}`}`;
  return shell === "fish" && text !== "" ? `${value}\t${text}` : value;
}
